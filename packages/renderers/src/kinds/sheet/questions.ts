/** Questions of clarifications, from envelopes, interrupts and events alike (envelope 4, run-events 3.3). */
import { isRecord, type JsonObject, member, ownString } from '@openwop-inspector/base';

export interface SheetQuestion {
  readonly id: string | null;
  /** Null when the entry has no text; it is then shown as JSON. */
  readonly question: string | null;
  /** Undefined when there is none; null counts as none (envelope 5.1). */
  readonly schema: unknown;
  readonly context: unknown;
  /** Members that a question does not have; null when there are none. */
  readonly more: JsonObject | null;
}

const KNOWN: ReadonlySet<string> = new Set(['id', 'question', 'schema', 'context']);

/** Reads one entry of a list of questions. Never throws. */
export function readQuestion(entry: unknown): SheetQuestion {
  const more = isRecord(entry) ? Object.entries(entry).filter(([key]) => !KNOWN.has(key)) : [];
  return {
    id: ownString(entry, 'id'),
    question: ownString(entry, 'question'),
    schema: member(entry, 'schema') ?? undefined,
    context: member(entry, 'context') ?? undefined,
    // `fromEntries` defines members, it never assigns: `__proto__` stays a name.
    more: more.length === 0 ? null : Object.fromEntries(more),
  };
}
