/** One answer of a model: what it comes to, before anybody decides what follows (acceptor 5). */
import { type RefusalCode, reasonsText } from '@openwop-inspector/protocol';
import { isRefusal, type ProjectedEvent, type Recovery } from '../accept-parts.ts';
import type { AcceptResult } from '../accept-result.ts';
import { stepInfo } from '../steps/list.ts';
import type { RetryReason } from '../steps/step.ts';
import { correctiveFragment, shortError, type Violation, violationsOf } from './corrective-fragment.ts';
import type { ReadResponse } from './dispatch-input.ts';
import {
  type EnvelopeVerdict,
  type SimulatedEvent,
  type StopMeaning,
  stopMeaning,
  truncationWord,
} from './dispatch-result.ts';
import type { DispatchRun } from './dispatch-run.ts';

/** Result of reading a response: what is decided, unless a retry is due. */
export type Finding =
  | { readonly kind: 'accepted'; readonly reason: null; readonly code: null; readonly why: string }
  | {
      readonly kind: 'retryable';
      readonly reason: RetryReason;
      readonly code: RefusalCode;
      /** For events: nothing of the answer in it. */
      readonly error: string;
      /** Null after a truncation, whose retry says nothing new. */
      readonly fragment: string | null;
      readonly why: string;
    }
  | { readonly kind: 'stopped'; readonly reason: 'stopped'; readonly code: null; readonly why: string }
  | {
      readonly kind: 'failed';
      readonly reason: 'refusal' | 'refused';
      readonly code: RefusalCode | null;
      /** The failure as the acceptor recorded it; null when the simulation writes it. */
      readonly recorded: readonly SimulatedEvent[] | null;
      readonly why: string;
    };

/** A response after reading. */
export interface Answer {
  readonly stopMeaning: StopMeaning;
  readonly finding: Finding;
  /** Reliability events of the answer itself. */
  readonly events: readonly SimulatedEvent[];
  readonly recovery: Recovery | null;
  readonly envelopes: readonly EnvelopeVerdict[];
  readonly violations: readonly Violation[];
}

/** Reads refusal first, then truncation, then the text. Adds warnings to the run; the acceptor keeps its memory. */
export function readAnswer(run: DispatchRun, response: ReadResponse): Answer {
  const meaning = stopMeaning(response, run.profile);
  if (meaning === 'refused') return refusedAnswer(run, response);
  if (meaning === 'truncated') return truncatedAnswer(run, response);
  if (meaning === 'unknown') {
    const message = 'The stop reason is not known; it is taken as a clean stop.';
    run.warnings.push({ code: 'stop_reason_unknown', message });
  }
  return textAnswer(run, response, meaning);
}

const untouched = { recovery: null, envelopes: [], violations: [] };

function refusedAnswer(run: DispatchRun, { refusalText }: ReadResponse): Answer {
  const masked = refusalText === null ? null : run.redactor.text(refusalText);
  const why = 'The provider refused. That is checked first and never retried.';
  return {
    ...untouched,
    stopMeaning: 'refused',
    finding: { kind: 'failed', reason: 'refusal', code: 'envelope_refusal', recorded: null, why },
    events: [{ type: 'envelope.refusal', payload: { ...run.node, ...run.model, refusalText: masked } }],
  };
}

function truncatedAnswer(run: DispatchRun, { stop, text, outputTokens }: ReadResponse): Answer {
  const truncation = {
    stopReason: truncationWord(stop),
    partialPayloadAvailable: text !== '',
    outputTokenCount: outputTokens,
  };
  return {
    ...untouched,
    stopMeaning: 'truncated',
    finding: {
      kind: 'retryable',
      reason: 'truncation',
      code: 'envelope_truncation_unrecoverable',
      error: 'the answer was cut off',
      fragment: null,
      why: 'The answer was cut off, so its text is not read, complete or not.',
    },
    events: [{ type: 'envelope.truncated', payload: { ...run.node, ...run.model, ...truncation } }],
  };
}

function textAnswer(run: DispatchRun, { text }: ReadResponse, meaning: StopMeaning): Answer {
  const results = run.acceptor.accept({ text });
  for (const result of results) run.warnings.push(...result.warnings);
  const [finding, by] = findingOf(results);
  const recovery = results.find((result) => result.recovery !== null)?.recovery ?? null;
  return {
    stopMeaning: meaning,
    finding,
    // Path and place only: the event carries no content.
    events:
      recovery === null ? [] : [{ type: 'envelope.recovery.applied', payload: { ...run.node, ...recovery } }],
    recovery,
    envelopes: results.map(verdictOf),
    violations: violationsOf(by),
  };
}

const FAILURES: ReadonlySet<string> = new Set(['cap.breached', 'node.failed']);

/** Failures that the acceptor recorded; projections of accepted envelopes and notes are left out (vectors FORMAT 5). */
function failuresOf(events: readonly ProjectedEvent[]): readonly SimulatedEvent[] {
  return events.flatMap(({ type, payload, causationId, contentTrust }) => {
    if (!FAILURES.has(type) || typeof payload !== 'object' || payload === null) return [];
    return [{ type, payload: { ...payload }, causationId, contentTrust }];
  });
}

function verdictOf({ status, step, code, replayed }: AcceptResult): EnvelopeVerdict {
  return { status, step, code, replayed };
}

/**
 * What the envelopes of one answer lead to, and the result that decided it. One that was stopped leaves all of it open
 * (acceptor 2.2). Else what fails the node ends the turn; failing that, the first envelope that the model may correct
 * decides; failing that, the answer is complete when anything was accepted (acceptor 5).
 */
function findingOf(results: readonly AcceptResult[]): readonly [Finding, AcceptResult | null] {
  const undecided = results.find(({ status }) => status === 'stopped');
  if (undecided !== undefined) {
    const why = `Stopped at step ${undecided.step}: ${reasonsText(undecided.reasons)}. What follows is not known.`;
    return [{ kind: 'stopped', reason: 'stopped', code: null, why }, undecided];
  }
  const refused = results.filter(isRefusal);
  const final = refused.filter((result) => retryReason(result) === null);
  const failing = final.find(failsNode);
  if (failing !== undefined) return [refusedFinding(failing), failing];
  for (const by of refused) {
    const reason = retryReason(by);
    if (reason !== null) return [retryableFinding(by, reason), by];
  }
  const accepted = results.find(({ status }) => status === 'accepted' || status === 'buffered');
  const [discarded] = final;
  if (accepted === undefined && discarded !== undefined) return [refusedFinding(discarded), discarded];
  return [
    { kind: 'accepted', reason: null, code: null, why: acceptedWhy(accepted ?? null) },
    accepted ?? null,
  ];
}

function retryReason({ status, step }: AcceptResult): RetryReason | null {
  return status === 'invalid' ? (stepInfo(step)?.retry ?? null) : null;
}

function failsNode({ events }: AcceptResult): boolean {
  return events.some(({ type }) => type === 'node.failed');
}

/** Defects of form end as `envelope_invalid`; kind and version keep their own code (acceptor 5). */
function retryableFinding(by: AcceptResult, reason: RetryReason): Finding {
  const code = by.code === null || by.code === 'invalid_envelope_shape' ? 'envelope_invalid' : by.code;
  const why = `Refused at step ${by.step} with ${by.code ?? 'no code'}; the model may correct it.`;
  const fragment = correctiveFragment(by, reason);
  return { kind: 'retryable', reason, code, error: shortError(by, code), fragment, why };
}

/** Refused for good in this turn. The node continues where the host only warns (S8 discard, S11). */
function refusedFinding(by: AcceptResult): Finding {
  const end = failsNode(by) ? 'the node fails at once' : 'the envelope is discarded and the node continues';
  const why = `Refused at step ${by.step} with ${by.code ?? 'no code'}. That is not retried in the turn: ${end}.`;
  return { kind: 'failed', reason: 'refused', code: by.code, recorded: failuresOf(by.events), why };
}

function acceptedWhy(by: AcceptResult | null): string {
  if (by === null) return 'Nothing in the answer was refused.';
  return by.status === 'buffered'
    ? 'A clean stop; the envelope is a chunk that waits for its last one.'
    : 'A clean stop, and every envelope was accepted.';
}
