/** What the engine reads of a message of AGH Network (agh 1, 6): enough for a row, a lane and a cause. Judging is another's. */
import { isRecord, type JsonObject, ownValue, textAt } from '@openwop-inspector/base';

/** The field by which a message names the one that led to it: the first of them that it has (agh 6). */
export type CauseField = 'causation_id' | 'reply_to' | 'for_id';

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
export interface AghCause {
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
export function aghTypeOf(message: JsonObject): string {
  const kind = textAt(message, 'kind') ?? '';
  return /^[a-z][a-z0-9_]{0,31}$/.test(kind) ? `agh.${kind}` : 'agh.unknown';
}

/** Epoch ms of a message for display: `ts` is in seconds, or plainly in milliseconds; NaN for neither. */
export function aghTimeOf(message: JsonObject): number {
  const ts = ownValue(message, 'ts');
  if (typeof ts !== 'number' || !Number.isFinite(ts) || ts < 0) return Number.NaN;
  const ms = ts >= FIRST_MILLISECONDS ? ts : ts * 1000;
  return ms > 8.64e15 ? Number.NaN : ms;
}

/**
 * The run that a channel is displayed as, with the workspace of the later dialect, which has no `interaction_id`; empty
 * for a message without one.
 */
export function aghRunOf(message: JsonObject): string {
  const channel = textAt(message, 'channel') ?? '';
  const workspace = textAt(message, 'interaction_id') === null ? textAt(message, 'workspace_id') : null;
  return channel === '' ? '' : `#${workspace === null ? '' : `${workspace}/`}${channel}`;
}

/** The interaction of a message, in the later dialect its `work_id` (agh 9.5); null for none. */
export function aghWorkOf(message: JsonObject): string | null {
  return textAt(message, 'interaction_id') ?? textAt(message, 'work_id');
}

/** The lane of a message: its interaction, in the later dialect its thread or direct room (agh 9.2); empty for none. */
export function aghLaneOf(message: JsonObject): string {
  return (
    textAt(message, 'interaction_id') ??
    textAt(message, 'thread_id') ??
    textAt(message, 'direct_id') ??
    textAt(message, 'work_id') ??
    ''
  );
}
