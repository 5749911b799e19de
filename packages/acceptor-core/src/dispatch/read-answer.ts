/** One answer of a model: what it comes to, before anybody decides what follows (acceptor 5). */
import { cutText } from '@openwop-inspector/base';
import { type RefusalCode, reasonsText, refusalInfo } from '@openwop-inspector/protocol';
import { type AcceptResult, isRefusal, type ProjectedEvent, type Recovery } from '../accept-result.ts';
import { type RetryReason, stepInfo } from '../steps/step-table.ts';
import type { ReadResponse } from './dispatch-input.ts';
import {
  type DispatchRun,
  type EnvelopeVerdict,
  type SimulatedEvent,
  type StopMeaning,
  stopMeaning,
  truncationWord,
  type Violation,
} from './dispatch-result.ts';

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
  if (meaning === 'refused') {
    const masked = response.refusalText === null ? null : run.redactor.text(response.refusalText);
    const why = 'The provider refused. That is checked first and never retried.';
    return {
      ...untouched,
      stopMeaning: 'refused',
      finding: { kind: 'failed', reason: 'refusal', code: 'envelope_refusal', recorded: null, why },
      events: [{ type: 'envelope.refusal', payload: { ...run.node, ...run.model, refusalText: masked } }],
    };
  }
  if (meaning === 'truncated') return truncatedAnswer(run, response);
  if (meaning === 'unknown') {
    const message = 'The stop reason is not known; it is taken as a clean stop.';
    run.warnings.push({ code: 'stop_reason_unknown', message });
  }
  const results = run.acceptor.accept({ text: response.text });
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
    envelopes: results.map(({ status, step, code, replayed }) => ({ status, step, code, replayed })),
    violations: violationsOf(by),
  };
}

const untouched = { recovery: null, envelopes: [], violations: [] };

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

const FAILURES: ReadonlySet<string> = new Set(['cap.breached', 'node.failed']);

/** Failures that the acceptor recorded; projections of accepted envelopes and notes are left out (vectors FORMAT 5). */
function failuresOf(events: readonly ProjectedEvent[]): readonly SimulatedEvent[] {
  return events.flatMap(({ type, payload, causationId, contentTrust }) => {
    if (!FAILURES.has(type) || typeof payload !== 'object' || payload === null) return [];
    return [{ type, payload: { ...payload }, causationId, contentTrust }];
  });
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
  return [{ kind: 'accepted', reason: null, code: null, why: acceptedWhy(accepted) }, accepted ?? null];
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
  // What the next request says, from the words of the validator only: no text of the answer, no values (acceptor 5).
  // The wording is ours; hosts choose their own.
  const lines = violationsOf(by).map(
    ({ instancePath, keyword }) => `- ${instancePath === '' ? 'at the top' : instancePath}: ${keyword}`,
  );
  const fragment = [`${opening(by, reason)} Answer again with one JSON envelope.`, ...lines].join('\n');
  // `previousError` and `finalError`: the code and the keywords that failed, nothing of prompt or answer.
  const keywords = new Set(violationsOf(by).map(({ keyword }) => keyword));
  const error = keywords.size === 0 ? code : `${code}: ${[...keywords].join(', ')}`;
  return { kind: 'retryable', reason, code, error, fragment, why };
}

/** Refused for good in this turn. The node continues where the host only warns (S8 discard, S11). */
function refusedFinding(by: AcceptResult): Finding {
  const end = failsNode(by) ? 'the node fails at once' : 'the envelope is discarded and the node continues';
  const why = `Refused at step ${by.step} with ${by.code ?? 'no code'}. That is not retried in the turn: ${end}.`;
  return { kind: 'failed', reason: 'refused', code: by.code, recorded: failuresOf(by.events), why };
}

function acceptedWhy(by: AcceptResult | undefined): string {
  if (by === undefined) return 'Nothing in the answer was refused.';
  return by.status === 'buffered'
    ? 'A clean stop; the envelope is a chunk that waits for its last one.'
    : 'A clean stop, and every envelope was accepted.';
}

const MAX_VIOLATIONS = 10;
const MAX_PATH = 200;

/** The first violations of a refusal, masked by the acceptor already, long paths cut. */
function violationsOf(result: AcceptResult | null): readonly Violation[] {
  return (result?.outcome?.details ?? []).slice(0, MAX_VIOLATIONS).map((detail) => ({
    instancePath: cutText(detail.instancePath, MAX_PATH),
    schemaPath: cutText(detail.schemaPath, MAX_PATH),
    keyword: cutText(detail.keyword, MAX_PATH),
  }));
}

function opening({ code }: AcceptResult, reason: RetryReason): string {
  if (reason === 'parse-error') return 'The answer contained no JSON envelope.';
  return code === null ? 'The envelope was refused.' : `${refusalInfo(code).title} (${code}).`;
}
