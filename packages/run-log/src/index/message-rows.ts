/** Messages of AGH Network among the rows of an index, in the order of the file. */
import { isRecord, type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import { AghDialects, type JudgedMessage } from '@openwop-inspector/protocol';
import { hashText } from '../scan/id-hash.ts';

/** One message with what its row does not hold. Texts are as recorded: mask them before they are displayed. */
export interface MessageRow {
  readonly ordinal: number;
  /** Place in the file, from 1, which is also the sequence of its row. */
  readonly number: number;
  readonly id: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly causeField: CauseField | null;
  readonly causeId: string | null;
  /** The interaction, or work of the later dialect, in its channel. */
  readonly work: string | null;
  /** The message that a receipt is for. */
  readonly forId: string | null;
  /** Null until it was judged, and where nobody judges. */
  judged: JudgedMessage | null;
}

/** The messages of one index. Memory is some 200 bytes a message; no message is stored whole. */
export class MessageRows {
  readonly rows: MessageRow[] = [];
  readonly dialects = new AghDialects();
  private readonly byRow = new Map<number, MessageRow>();
  /** Id to the first message of each sender that used it (agh 6). */
  private readonly byId = new Map<string, Map<string | null, MessageRow>>();

  /** The message of a row; null for an event. */
  of(ordinal: number): MessageRow | null {
    return this.byRow.get(ordinal) ?? null;
  }

  /**
   * Takes the message that becomes the row `ordinal`; returns what the columns take of it. A repeat of an id has a row, and
   * is not found by the id.
   */
  add(message: JsonObject, ordinal: number) {
    this.dialects.add(message);
    const cause = aghCauseOf(message);
    const body = ownValue(message, 'body');
    const row: MessageRow = {
      ordinal,
      number: this.rows.length + 1,
      id: textAt(message, 'id'),
      from: textAt(message, 'from'),
      to: textAt(message, 'to'),
      causeField: cause?.field ?? null,
      causeId: cause?.id ?? null,
      work: aghWorkOf(message),
      forId: typeof body === 'object' && body !== null ? textAt(body as JsonObject, 'for_id') : null,
      judged: null,
    };
    this.rows.push(row);
    this.byRow.set(ordinal, row);
    return {
      type: aghTypeOf(message),
      run: aghRunOf(message),
      lane: aghLaneOf(message),
      timeMs: aghTimeOf(message),
      sequence: row.number,
      /** Null for one that cannot be found by an id. */
      id: row.id === null || row.id === '' ? null : this.hashFor(row, row.id),
    };
  }

  private hashFor(row: MessageRow, id: string): { readonly a: number; readonly b: number } {
    const same = this.byId.get(id);
    if (same === undefined) {
      this.byId.set(id, new Map([[row.from, row]]));
      return hashText(id);
    }
    if (!same.has(row.from)) same.set(row.from, row);
    return hashText(JSON.stringify([id, row.from, row.number]));
  }

  /**
   * The message that another names as its cause, null for one that is not loaded. An answer goes to whoever sent what it
   * answers, which distinguishes senders of one id; where nothing does, the first counts and `isAmbiguous` says so. O(1).
   */
  causeOf({ causeField, causeId, to }: MessageRow): { row: MessageRow; isAmbiguous: boolean } | null {
    const same = this.byId.get(causeId ?? '');
    const first = same?.values().next().value;
    if (same === undefined || first === undefined) return null;
    const exact = causeField === 'causation_id' ? undefined : same.get(to);
    return { row: exact ?? first, isAmbiguous: exact === undefined && same.size > 1 };
  }

  /** Receipts of a message, in the order of the file. O(messages). */
  receiptsOf({ id, from }: MessageRow): readonly MessageRow[] {
    if (id === null) return [];
    return this.rows.filter((row) => row.forId === id && (row.to === null || row.to === from));
  }
}

/* What the engine reads of a message of AGH Network (agh 1, 6): enough for a row, a lane and a cause. Judging is another's. */

/** The field by which a message names the one that led to it: the first of them that it has (agh 6). */
type CauseField = 'causation_id' | 'reply_to' | 'for_id';

/** How `protocol` begins in every version. */
const PROTOCOL = 'agh-network/';

/** Members by which a message that does not name its protocol is recognised (agh 2, A2a). */
const TELLING = ['id', 'kind', 'channel', 'from', 'ts', 'body'] as const;

/** A `ts` from here on is a time in milliseconds (agh 1). */
const FIRST_MILLISECONDS = 1_000_000_000_000;

/** True for the value of `protocol` in a message of any version. */
export function isAghProtocol(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(PROTOCOL);
}

/** True for a message, also for a malformed one: it names the protocol, or has four of the members of a message. */
export function isAghMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (isAghProtocol(ownValue(value, 'protocol'))) return true;
  return !Object.hasOwn(value, 'type') && TELLING.filter((name) => Object.hasOwn(value, name)).length >= 4;
}

/** The message that led to another, by its id. */
interface AghCause {
  readonly field: CauseField;
  readonly id: string;
}

/** The cause that a message names, null for none. Empty ids name nothing. */
export function aghCauseOf(message: JsonObject): AghCause | null {
  const body = ownValue(message, 'body');
  const named: readonly (readonly [CauseField, string | null])[] = [
    ['causation_id', textAt(message, 'causation_id')],
    ['reply_to', textAt(message, 'reply_to')],
    ['for_id', isRecord(body) ? textAt(body, 'for_id') : null],
  ];
  for (const [field, id] of named) if (id !== null && id !== '') return { field, id };
  return null;
}

/** Pointer to the field of a message that names its cause. */
export function messageCausePointer(field: CauseField | null): string {
  return field === 'for_id' ? '/body/for_id' : `/${field ?? ''}`;
}

/** Type of the row of a message: its kind behind `agh.`; `agh.unknown` for what is no name. */
function aghTypeOf(message: JsonObject): string {
  const kind = textAt(message, 'kind') ?? '';
  return /^[a-z][a-z0-9_]{0,31}$/.test(kind) ? `agh.${kind}` : 'agh.unknown';
}

/** Epoch ms of a message for display: `ts` is in seconds, or plainly in milliseconds; NaN for neither. */
function aghTimeOf(message: JsonObject): number {
  const ts = ownValue(message, 'ts');
  if (typeof ts !== 'number' || !Number.isFinite(ts) || ts < 0) return Number.NaN;
  const ms = ts >= FIRST_MILLISECONDS ? ts : ts * 1000;
  return ms > 8.64e15 ? Number.NaN : ms;
}

/** The run of a channel, with the workspace in the later dialect (no `interaction_id`); empty without a channel. */
function aghRunOf(message: JsonObject): string {
  const channel = textAt(message, 'channel') ?? '';
  const workspace = textAt(message, 'interaction_id') === null ? textAt(message, 'workspace_id') : null;
  return channel === '' ? '' : `#${workspace === null ? '' : `${workspace}/`}${channel}`;
}

/** The interaction of a message, in the later dialect its `work_id` (agh 9.5); null for none. */
function aghWorkOf(message: JsonObject): string | null {
  return firstText(message, ['interaction_id', 'work_id']);
}

/** The lane of a message: its interaction, in the later dialect its thread or direct room (agh 9.2); empty for none. */
function aghLaneOf(message: JsonObject): string {
  return firstText(message, ['interaction_id', 'thread_id', 'direct_id', 'work_id']) ?? '';
}

function firstText(message: JsonObject, names: readonly string[]): string | null {
  return names.map((name) => textAt(message, name)).find((text) => text !== null) ?? null;
}
