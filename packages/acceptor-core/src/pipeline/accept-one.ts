/** One envelope from its value to its result. */
import type { AcceptResult, AcceptStatus, LossyNumber, ProjectedSpan, Recovery } from '../accept-result.ts';
import { countersOf, type RunMemory } from '../memory/run-memory.ts';
import type { PayloadCheck } from '../payload/payload-check.ts';
import { profileOf } from './profiles.ts';
import { runSteps, type TraceWish } from './run-steps.ts';
import type { Settings } from './settings.ts';
import { NO_EVENTS, NO_REASONS, type Settled } from './settle.ts';
import { NO_CHANGES, NO_DETAILS, namesOf, redactEnvelope, type Work, warn } from './work.ts';

/** Context of an acceptor for each envelope. */
export interface Surroundings extends TraceWish {
  readonly payloadCheck: (settings: Settings, kind: string, version?: number) => PayloadCheck;
  readonly nextId: () => number;
}

/** What the text said about a value that was found in it. */
export interface TextFacts {
  /** Why there is no value, or null. */
  readonly unreadable: string | null;
  readonly recovery: Recovery | null;
  readonly lossyNumbers: readonly LossyNumber[];
  /** Pointers of keys that occur twice. */
  readonly duplicateKeys: readonly string[];
}

/** Of a value that came without a text. */
export const NO_TEXT: TextFacts = Object.freeze({
  unreadable: null,
  recovery: null,
  lossyNumbers: Object.freeze([]),
  duplicateKeys: Object.freeze([]),
});

/** Runs the steps, settles, and puts the result together. */
export function acceptOne(
  value: unknown,
  text: TextFacts,
  settings: Settings,
  memory: RunMemory,
  surroundings: Surroundings,
): AcceptResult {
  const profile = profileOf(settings.profile);
  const work: Work = {
    settings,
    memory,
    payloadCheck: surroundings.payloadCheck,
    nextId: surroundings.nextId,
    input: value,
    unreadable: text.unreadable,
    envelope: null,
    redacted: null,
    redactionCount: 0,
    names: null,
    payload: undefined,
    type: '',
    correlationId: null,
    nodeId: settings.nodeId,
    node: null,
    envelopeId: null,
    known: null,
    schemaVersion: null,
    drift: false,
    advertised: null,
    contentTrust: null,
    isUntrusted: false,
    tolerated: NO_DETAILS,
    normalized: NO_CHANGES,
    warnings: [],
    notes: [],
  };
  if (memory.isTurnStopped && profile.stopsTurns)
    return resultOf(work, { ...NO_TEXT, recovery: text.recovery }, 'stopped', [], SKIPPED);
  if (text !== NO_TEXT) {
    for (const pointer of text.duplicateKeys) warn(work, 'duplicate_key', 'The last value is used.', pointer);
    for (const { pointer, digits } of text.lossyNumbers)
      warn(work, 'number_precision', `${digits} is not stored to the last digit.`, pointer);
  }
  const run = runSteps(profile.steps, work, surroundings);
  redactEnvelope(work);
  const settled = profile.settle(work, run.ended);
  return resultOf(work, text, run.ended.step?.id ?? 'emit', run.rows, settled);
}

/** Of an envelope of a turn that was stopped: not read, nothing recorded. */
const SKIPPED: Settled = Object.freeze({
  status: 'skipped',
  code: null,
  reasons: NO_REASONS,
  outcome: null,
  events: NO_EVENTS,
  isReplay: false,
});

function resultOf(
  work: Work,
  text: TextFacts,
  step: AcceptResult['step'],
  trace: AcceptResult['trace'],
  settled: Settled,
): AcceptResult {
  const { status, code, outcome, events, isReplay, reasons } = settled;
  const { redactor } = work.settings;
  return {
    status,
    step,
    code,
    reasons,
    outcome,
    events,
    warnings: work.warnings,
    notes: work.notes,
    counters: countersOf(work.memory, work.nodeId),
    trace,
    replayed: isReplay,
    recorded: work.redacted,
    lossyNumbers: text.lossyNumbers.map(({ pointer, digits }) => ({
      pointer: redactor.pointer(pointer),
      digits: redactor.text(digits),
    })),
    drift: work.drift,
    redactionCount: work.redactionCount,
    recovery: text.recovery,
    // A host records the span of an outcome, and there is none.
    span: status === 'stopped' || status === 'skipped' ? null : spanOf(work, status),
    capKind: outcome?.capKind ?? null,
  };
}

/**
 * The span that a host would record (acceptor 3.3): names and versions only, never content of the payload. What is not
 * known has no attribute.
 */
function spanOf(work: Work, status: AcceptStatus): ProjectedSpan {
  const { correlationId, envelopeId, type } = namesOf(work);
  const version = work.schemaVersion ?? 0;
  // One literal for the usual case: an object that grows member by member costs several times as much.
  const attributes: Record<string, unknown> =
    correlationId === undefined || envelopeId === undefined
      ? { envelope_type: type, envelope_outcome: status, 'openwop.envelope_kind': type }
      : {
          envelope_type: type,
          envelope_outcome: status,
          envelope_correlation_id: correlationId,
          envelope_id: envelopeId,
          envelope_schema_version: version,
          envelope_schema_version_drift: work.drift,
          'openwop.envelope_kind': type,
          'openwop.envelope_id': envelopeId,
        };
  if (work.advertised !== null) attributes.envelope_schema_version_floor = work.advertised;
  if (work.contentTrust !== null) attributes.envelope_content_trust = work.contentTrust;
  return { name: `envelope.${status}`, attributes };
}
