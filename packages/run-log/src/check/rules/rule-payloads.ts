/** Payloads that rules ask about, read in the order of the source before the rules are asked. */
import { Fields } from '@openwop-inspector/events';
import { MemberNames, payloadMembers } from '../../index/payload-members.ts';
import { eachEventInAnyOrder } from '../../view/event-bytes.ts';
import type { LoadedLog } from '../../view/loaded-log.ts';
import { type CheckRun, MAX_CHECKED } from '../check-control.ts';

const NOTHING = new Fields(undefined);

/** What rules ask about. A longer text is none of the words that they look for. */
export const ASKED_BY_RULES = new MemberNames(
  [
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
  ],
  ['error', 'fields', 'resumeValue'],
  1024,
);

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
    byRow.set(row, new Fields(payloadMembers(bytes, ASKED_BY_RULES)));
  };
  if (!(await eachEventInAnyOrder(log, readable, take, isCancelled))) return null;
  return { of: (row) => byRow.get(row) ?? NOTHING };
}
