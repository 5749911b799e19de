/** Messages of AGH Network among the rows of an index, in the order of the file. */
import { type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import { AghDialects, type JudgedMessage } from '@openwop-inspector/protocol';
import { hashText } from '../scan/id-hash.ts';
import type { CauseField } from './agh-message.ts';
import { aghCauseOf, aghLaneOf, aghRunOf, aghTimeOf, aghTypeOf, aghWorkOf } from './agh-message.ts';

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
   * Takes the message that becomes the row `ordinal`; returns what the columns take of it. A repeat of an id keeps a row, and
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
