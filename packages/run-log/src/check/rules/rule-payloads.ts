/** Payloads that rules ask about, read in the order of the source before the rules run. */
import { isRecord } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import type { LoadedLog } from '../../query/loaded-log.ts';
import { eachPayload, type PayloadMembers } from '../../query/payload/read-payload.ts';
import { APPROVAL_MEMBERS } from '../../query/trust/approval-gates.ts';
import type { TrustQuestion } from '../../query/trust/trust-findings.ts';
import type { CheckRun } from '../check-control.ts';

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
/** Names of members that are read. */
export const NAMES: ReadonlySet<string> = new Set([...USED, ...OPENED, ...APPROVAL_MEMBERS]);
/** A longer text is none of the words that the rules compare with. In UTF-16 units. */
const MAX_TEXT = 1024;

/** The members that rules use, of those that were read of a payload. */
export function membersForRules(from: Record<string, unknown>, opens = true): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key in from) {
    const value = from[key];
    if (opens && OPENED.has(key) && isRecord(value)) out[key] = membersForRules(value, false);
    else if (USED.has(key) && isShortScalar(value)) out[key] = value;
  }
  return out;
}

const isShortScalar = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= MAX_TEXT : typeof value !== 'object' || value === null;

/** Members of payloads by row. */
export interface RulePayloads {
  /** Nothing for a payload that was not requested, or that is too large. O(bytes of the event). */
  of(row: number): Fields;
}

/**
 * The members of some payloads that rules ask about, some hundred bytes each; those for trust are read with them. Stored
 * events are parsed when a rule requests them. A few large reads, O(bytes between the rows that lie close together); null
 * when it was stopped. Rejects with a `SourceError`.
 */
export async function readRulePayloads(
  log: LoadedLog,
  rows: readonly number[],
  { isCancelled }: CheckRun,
  trust: TrustQuestion | null = null,
): Promise<RulePayloads | null> {
  const { stored, columns } = log.index;
  const ofRules = new Set(
    rows.filter((row) => stored.bytesOf(row, columns.offset[row] as number) === undefined),
  );
  const byRow = new Map<number, Fields>();
  const take = (row: number, members: PayloadMembers): void => {
    if (trust?.rows.has(row)) trust.take(row, members);
    if (ofRules.has(row)) byRow.set(row, fieldsOf(members));
  };
  const all = trust === null ? ofRules : new Set([...ofRules, ...trust.rows]);
  if (!(await eachPayload(log, all, NAMES, take, isCancelled))) return null;
  const storedOf = (row: number): PayloadMembers =>
    stored.payloadOf(row, columns.offset[row] as number) ?? undefined;
  return { of: (row) => byRow.get(row) ?? fieldsOf(storedOf(row)) };
}

const fieldsOf = (members: PayloadMembers): Fields => new Fields(members && membersForRules(members));
