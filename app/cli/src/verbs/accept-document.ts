/** What `accept --json` prints. Pure. */
import type { AcceptResult, ComparisonRow, PlacedViolation } from '@openwop-inspector/acceptor-core';
import { reasonsWords, whenKnown } from '@openwop-inspector/protocol';
import type { ToldByLog } from '../accept/accept-rebuilt.ts';
import type { LookedForRepair } from '../accept/look-for-repair.ts';

/** A result with the place of its envelope in the file. */
export interface AcceptedEnvelope {
  /** `line 3` of a file, `#12` of a log; empty for a text. */
  readonly place: string;
  /** Null when the log does not hold what a verdict would be about. */
  readonly result: AcceptResult | null;
  /** What the log told about it and its context; null for an envelope that stood in the file. */
  readonly told: ToldByLog | null;
  /** What refused it, at its places in the file, in their order; none where they are not known. */
  readonly violations?: readonly PlacedViolation[];
  /** What would make it pass; left out when nobody asked, null for what was not refused. */
  readonly repair?: LookedForRepair | null;
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
 * `reasons`, when a check gave no answer, so that it is neither accepted nor refused.
 */
function entryOf({ place, result, told, repair, violations = [] }: AcceptedEnvelope): object {
  const source = {
    /** Violations with line and column of the file, pointers from the envelope, in the order of the text. */
    ...(violations.length === 0 ? {} : { places: violations.map(({ excerpt: _, ...one }) => one) }),
    ...(repair === undefined ? {} : { repair: repair === null ? null : repairOf(repair) }),
    ...(place === '' ? {} : { place }),
    // Where an envelope of a log is from, and what the host recorded; null when the log holds no verdict.
    ...(told === null ? {} : { from: fromOf(told), host: hostOf(told) }),
  };
  if (result === null) {
    const { envelopeId, correlationId, ...rest } = UNJUDGED;
    return { envelopeId, correlationId, outcome: missingOf(told), ...rest, ...source };
  }
  const { step, events, warnings, notes, counters } = result;
  const { replayed, recorded, redactionCount, lossyNumbers } = result;
  return {
    envelopeId: textIn(recorded, 'envelopeId'),
    correlationId: textIn(recorded, 'correlationId'),
    outcome: outcomeOf(result),
    /** The deciding step; null when nothing was judged. */
    step,
    steps: result.trace.map(stepOf),
    events,
    warnings,
    /** Where another validator decides otherwise; no fault of the envelope. */
    ...(notes.length === 0 ? {} : { notes }),
    counters,
    replayed,
    recorded,
    redactionCount,
    /** Numbers of `recorded` whose digits a reader of JSON loses, as they were written. */
    ...(lossyNumbers.length === 0 ? {} : { lossyNumbers }),
    ...source,
  };
}

/** `patch` is a JSON Patch (RFC 6902) with pointers from the envelope. */
function repairOf(repair: LookedForRepair): object {
  if (repair.kind !== 'found') return repair;
  const { kind, patch, reasons, repaired, result } = repair;
  return { kind, patch, reasons, repaired, outcome: outcomeOf(result) };
}

function outcomeOf({ status, code, outcome, reasons }: AcceptResult): object {
  if (status === 'stopped') return { status, reason: reasonsWords(reasons), reasons };
  return { ...outcome, status, ...(code === null ? {} : { code }) };
}

/** What stands for an envelope that was not judged. */
const UNJUDGED = {
  envelopeId: null,
  correlationId: null,
  step: null,
  steps: [],
  events: [],
  warnings: [],
  counters: null,
  replayed: false,
  recorded: null,
  redactionCount: 0,
} as const;

function missingOf(told: ToldByLog | null): object {
  const { note = '', missing = [] } = told?.missing ?? {};
  return { status: 'not-reconstructable', reason: note, missing };
}

function fromOf({ envelope, event, fields }: ToldByLog): object {
  const { from, isSkeleton, masked, note, standing } = envelope;
  return {
    ...(event ?? {}),
    envelope: standing,
    payloadKnown: !isSkeleton,
    note,
    sequences: from,
    masked,
    context: fields,
  };
}

/** `agrees` is null where the log does not hold enough to say; `answer` says what it lacks. */
function hostOf({ host }: ToldByLog): object | null {
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
    ...(code === null ? {} : { code }),
    ...(note === '' ? {} : { note }),
    clause,
    ...(changes.length === 0 ? {} : { changes }),
    ...(details.length === 0 ? {} : { details }),
    ...(hypothetical ? { hypothetical } : {}),
  };
}

/** A member of the envelope when it is a text; the envelope was redacted before. */
export function textIn(envelope: unknown, key: string): string | null {
  if (typeof envelope !== 'object' || envelope === null || !Object.hasOwn(envelope, key)) return null;
  const value: unknown = Reflect.get(envelope, key);
  return typeof value === 'string' ? value : null;
}
