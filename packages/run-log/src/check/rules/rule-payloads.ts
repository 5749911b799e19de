/** Payloads that rules ask about, read in the order of the source before the rules are asked. */
import { isRecord } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { readEventDocument } from '../../index/event-document.ts';
import { eachEventInAnyOrder } from '../../view/event-bytes.ts';
import type { LoadedLog } from '../../view/loaded-log.ts';
import { type CheckRun, MAX_CHECKED } from '../check-control.ts';

const NOTHING = new Fields(undefined);

/** Scalar members that the rules use. */
const USED: ReadonlySet<string> = new Set([
  'attempt',
  'reason',
  'finalReason',
  'totalAttempts',
  'stopReason',
  'kind',
  'action',
  'code',
  'level',
  'interruptId',
  'envelopeId',
  'envelopeType',
  'refusedType',
  'resumeValue',
  'outputTokenCount',
  'inputTokens',
  'outputTokens',
  'path',
  'sourceRunId',
  'atSequence',
]);
/** Objects in a payload whose members are used too. */
const OPENED: ReadonlySet<string> = new Set(['error', 'fields', 'resumeValue']);
/** A longer text is none of the words that the rules compare with. In UTF-16 units. */
const MAX_TEXT = 1024;

/** The members of the payload of an event that rules use; undefined when it has no payload that is an object. O(bytes). */
export function membersForRules(event: Uint8Array): Record<string, unknown> | undefined {
  const payload = readEventDocument(event)?.payload;
  return isRecord(payload) ? membersOf(payload, true) : undefined;
}

function membersOf(from: Record<string, unknown>, opens: boolean): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key in from) {
    const value = from[key];
    if (opens && OPENED.has(key) && isRecord(value)) out[key] = membersOf(value, false);
    else if (USED.has(key) && isShortScalar(value)) out[key] = value;
  }
  return out;
}

const isShortScalar = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= MAX_TEXT : typeof value !== 'object' || value === null;

/** Members of payloads by row. */
export interface RulePayloads {
  /** Nothing for a payload that was not asked for, or that is too large. */
  of(row: number): Fields;
}

/**
 * The members of some payloads that rules ask about, some hundred bytes each. A few large reads, O(bytes between the
 * rows that lie close together); null when it was stopped. Rejects with a `SourceError`.
 */
export async function readRulePayloads(
  log: LoadedLog,
  rows: readonly number[],
  { isCancelled }: CheckRun,
): Promise<RulePayloads | null> {
  const byRow = new Map<number, Fields>();
  const { byteLength } = log.index.columns;
  const readable = rows.filter((row) => (byteLength[row] as number) <= MAX_CHECKED);
  const take = (row: number, bytes: Uint8Array): void => {
    byRow.set(row, new Fields(membersForRules(bytes)));
  };
  if (!(await eachEventInAnyOrder(log, readable, take, isCancelled))) return null;
  return { of: (row) => byRow.get(row) ?? NOTHING };
}
