/** What `accept --json` prints. Pure. */

import type { AcceptResult, ComparisonRow, PlacedViolation } from '@openwop-inspector/acceptor-core';
import { ownString, pick } from '@openwop-inspector/base';
import { reasonsText, whenKnown } from '@openwop-inspector/protocol';
import type { RepairSearch, ReportedByLog } from '../accept/accept-rebuilt.ts';

/** A result with the place of its envelope in the file. */
export interface AcceptedEnvelope {
  /** `line 3` of a file, `#12` of a log; empty for a text. */
  readonly place: string;
  /** Null when the log does not hold what a verdict would be about. */
  readonly result: AcceptResult | null;
  /** What the log reports about it and its context; null for an envelope from the file. */
  readonly report: ReportedByLog | null;
  /** What refused it, at its places in the file, in their order; none where they are not known. */
  readonly violations?: readonly PlacedViolation[];
  /** What would make it pass; left out when not requested, null for what was not refused. */
  readonly repair?: RepairSearch | null;
}

/** True for what was accepted, and for a chunk that waits for others. */
export function isTaken(result: AcceptResult | null): boolean {
  return result !== null && (result.status === 'accepted' || result.status === 'buffered');
}

/** True for a result that is no acceptance: a refusal, or a check that was stopped. */
export function needsTelling(result: AcceptResult | null): boolean {
  return result !== null && !isTaken(result);
}

/** Plain data. `outcome.code` is missing when nothing was refused; `hypothetical` steps never ran. */
export function acceptDocument(all: readonly AcceptedEnvelope[]) {
  return { results: all.map(entryOf) };
}

/**
 * One envelope. `outcome.status` is `not-reconstructable`, with what is `missing`, when the log does not hold what a
 * verdict would be about; `buffered` for a chunk that waits, `skipped` after its turn was stopped; `stopped`, with the
 * `reasons`, when a check gave no answer, so that it is neither accepted nor refused. What is undefined is left out.
 */
function entryOf({ place, result, report, repair, violations = [] }: AcceptedEnvelope): object {
  const source = {
    /** Violations with line and column of the file, pointers from the envelope, in the order of the text. */
    places: unlessEmpty(violations.map(({ excerpt: _, ...one }) => one)),
    repair: repair && repairOf(repair),
    place: place === '' ? undefined : place,
    // Where an envelope of a log is from, and what the host recorded; null when the log holds no verdict.
    from: report === null ? undefined : fromOf(report),
    host: report === null ? undefined : hostOf(report),
  };
  if (result === null) {
    const { note = '', missing = [] } = report?.missing ?? {};
    const outcome = { status: 'not-reconstructable', reason: note, missing };
    return { envelopeId: null, correlationId: null, outcome, ...UNJUDGED, ...source };
  }
  const { recorded, notes, lossyNumbers } = result;
  return {
    envelopeId: ownString(recorded, 'envelopeId'),
    correlationId: ownString(recorded, 'correlationId'),
    outcome: outcomeOf(result),
    /** The deciding step; null when nothing was judged. */
    step: result.step,
    steps: result.trace.map(stepOf),
    ...pick(result, ['events', 'warnings']),
    /** Where another validator decides otherwise; no fault of the envelope. */
    notes: unlessEmpty(notes),
    ...pick(result, ['counters', 'replayed', 'recorded', 'redactionCount']),
    /** Numbers of `recorded` whose digits a reader of JSON loses, as they were written. */
    lossyNumbers: unlessEmpty(lossyNumbers),
    ...source,
  };
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** `patch` is a JSON Patch (RFC 6902) with pointers from the envelope. */
function repairOf(repair: RepairSearch): object {
  if (repair.kind !== 'found') return repair;
  return { ...pick(repair, ['kind', 'patch', 'reasons', 'repaired']), outcome: outcomeOf(repair.result) };
}

function outcomeOf({ status, code, outcome, reasons }: AcceptResult): object {
  if (status === 'stopped') return { status, reason: reasonsText(reasons), reasons };
  return { ...outcome, status, ...(code === null ? {} : { code }) };
}

/** What represents an envelope that was not judged. */
const UNJUDGED = {
  step: null,
  steps: [],
  events: [],
  warnings: [],
  counters: null,
  replayed: false,
  recorded: null,
  redactionCount: 0,
} as const;

function fromOf({ envelope, event, fields }: ReportedByLog): object {
  const { from, isSkeleton, masked, note, standing } = envelope;
  const facts = { envelope: standing, payloadKnown: !isSkeleton, note, sequences: from, masked };
  return { ...event, ...facts, context: fields };
}

/** `agrees` is null where the log does not hold enough to say; `answer` says what it lacks. */
function hostOf({ host }: ReportedByLog): object | null {
  if (host === null) return null;
  const { compared, answer, ...recorded } = host;
  const agrees = answer.kind === 'not-reconstructable' ? null : answer.kind === 'agrees';
  return whenKnown<readonly ComparisonRow[], object>(compared, {
    known: (rows) => ({ ...recorded, compared: rows, agrees, answer }),
    unknown: (reasons) => ({ ...recorded, compared: [], agrees, answer, notCompared: reasons }),
  });
}

/** Without times, so that the same envelope gives the same document. */
function stepOf(row: AcceptResult['trace'][number]): object {
  const { step, verdict, hypothetical, code, note, clause, changes, details } = row;
  return {
    step,
    verdict,
    code: code ?? undefined,
    note: note === '' ? undefined : note,
    clause,
    changes: unlessEmpty(changes),
    details: unlessEmpty(details),
    hypothetical: hypothetical || undefined,
  };
}
