/** One answer of a model: what it comes to, before anybody decides what follows (acceptor 5). */
import { unreachable } from '@openwop-inspector/base';
import { type RefusalCode, reasonsText, refusalInfo } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import { type AcceptResult, isRefusal, type Recovery } from '../accept-result.ts';
import { stepInfo } from '../steps/list.ts';
import type { RetryReason } from '../steps/step.ts';
import * as events from './dispatch-events.ts';
import type { ReadResponse } from './dispatch-input.ts';
import {
  type EnvelopeVerdict,
  type SimulatedEvent,
  type StopMeaning,
  stopMeaning,
  truncationWord,
} from './dispatch-result.ts';
import type { DispatchRun } from './dispatch-run.ts';

/** Result of reading a response. */
export type Finding =
  | { readonly kind: 'complete'; readonly why: string }
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
  | {
      readonly kind: 'stopped';
      readonly reason: 'stopped';
      readonly code: null;
      readonly why: string;
    }
  | {
      readonly kind: 'final';
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
  if (meaning === 'unknown') run.warnings.push(unknownStop());
  return textAnswer(run, response, meaning);
}

function unknownStop(): DispatchRun['warnings'][number] {
  return {
    code: 'stop_reason_unknown',
    message: 'The stop reason is not known; it is taken as a clean stop.',
  };
}

const untouched = { recovery: null, envelopes: [], violations: [] };

function refusedAnswer(run: DispatchRun, { refusalText }: ReadResponse): Answer {
  const masked = refusalText === null ? null : run.redactor.text(refusalText);
  const why = 'The provider refused. That is looked at first and never retried.';
  return {
    ...untouched,
    stopMeaning: 'refused',
    finding: { kind: 'final', reason: 'refusal', code: 'envelope_refusal', recorded: null, why },
    events: [events.refusal(run.node, run.asked, masked)],
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
      why: 'The answer was cut off, so its text is not looked at, complete or not.',
    },
    events: [events.truncated(run.node, run.asked, truncation)],
  };
}

function textAnswer(run: DispatchRun, { text }: ReadResponse, meaning: StopMeaning): Answer {
  const results = run.acceptor.accept({ text });
  for (const result of results) run.warnings.push(...result.warnings);
  const route = attemptRoute(results);
  const recovery = results.find((result) => result.recovery !== null)?.recovery ?? null;
  return {
    stopMeaning: meaning,
    finding: findingOf(route),
    events: recovery === null ? [] : [events.recoveryApplied(run.node, recovery)],
    recovery,
    envelopes: results.map(verdictOf),
    violations: violationsOf(route.by),
  };
}

function verdictOf({ status, step, code, replayed }: AcceptResult): EnvelopeVerdict {
  return { status, step, code, replayed };
}

function findingOf(route: AttemptRoute): Finding {
  switch (route.to) {
    case 'accepted':
      return { kind: 'complete', why: acceptedWhy(route.by) };
    case 'retry': {
      const { reason, code, by } = route;
      const why = `Refused at step ${by.step} with ${by.code ?? 'no code'}; the model may correct it.`;
      return {
        kind: 'retryable',
        reason,
        code,
        error: shortError(route),
        fragment: correctiveFragment(route),
        why,
      };
    }
    case 'stopped': {
      const why = `Stopped at step ${route.by.step}: ${reasonsText(route.by.reasons)}. What follows is not known.`;
      return { kind: 'stopped', reason: 'stopped', code: null, why };
    }
    case 'refused': {
      const { by, failsNode } = route;
      const end = failsNode ? 'the node fails at once' : 'the envelope is discarded and the node goes on';
      const why = `Refused at step ${by.step} with ${by.code ?? 'no code'}. That is not retried in the turn: ${end}.`;
      return { kind: 'final', reason: 'refused', code: by.code, recorded: events.failuresOf(by.events), why };
    }
    default:
      return unreachable(route);
  }
}

function acceptedWhy(by: AcceptResult | null): string {
  if (by === null) return 'Nothing in the answer was refused.';
  return by.status === 'buffered'
    ? 'A clean stop; the envelope is a chunk that waits for its last one.'
    : 'A clean stop, and every envelope was accepted.';
}

/** Where the envelopes of one answer lead, and the result that decided it. */
type AttemptRoute =
  | { readonly to: 'accepted'; readonly by: AcceptResult | null }
  | {
      readonly to: 'retry';
      readonly by: AcceptResult;
      readonly reason: RetryReason;
      /** The code of the node's failure if no attempt is left. */
      readonly code: RefusalCode;
    }
  /** Nothing is known of one of the envelopes, so the route is not known either (acceptor 2.2). */
  | { readonly to: 'stopped'; readonly by: AcceptResult }
  /** Refused for good in this turn. `failsNode` is false where the host only warns (S8 discard, S11). */
  | { readonly to: 'refused'; readonly by: AcceptResult; readonly failsNode: boolean };

/**
 * The route of one answer. One envelope that was stopped leaves all of it open. Else what fails the node ends the turn;
 * failing that, the first envelope that the model may correct decides; failing that, the answer is complete when
 * anything was accepted (acceptor 5).
 */
function attemptRoute(results: readonly AcceptResult[]): AttemptRoute {
  const undecided = results.find(({ status }) => status === 'stopped');
  if (undecided !== undefined) return { to: 'stopped', by: undecided };
  const refused = results.filter(isRefusal);
  const final = refused.filter((result) => retryReason(result) === null);
  const failing = final.find(failsNode);
  if (failing !== undefined) return { to: 'refused', by: failing, failsNode: true };
  for (const by of refused) {
    const reason = retryReason(by);
    if (reason !== null) return { to: 'retry', by, reason, code: exhaustedCode(by) };
  }
  const accepted = results.find(isFine);
  const [discarded] = final;
  if (accepted !== undefined || discarded === undefined) return { to: 'accepted', by: accepted ?? null };
  return { to: 'refused', by: discarded, failsNode: false };
}

function isFine({ status }: AcceptResult): boolean {
  return status === 'accepted' || status === 'buffered';
}

function retryReason({ status, step }: AcceptResult): RetryReason | null {
  return status === 'invalid' ? (stepInfo(step)?.retry ?? null) : null;
}

function failsNode(result: AcceptResult): boolean {
  return result.events.some((event) => event.type === 'node.failed');
}

/** Defects of form end as `envelope_invalid`; kind and version keep their own code (acceptor 5). */
function exhaustedCode({ code }: AcceptResult): RefusalCode {
  return code === null || code === 'invalid_envelope_shape' ? 'envelope_invalid' : code;
}

/** One violation without the value that caused it: an answer of the model is never repeated (SR-1). */
export type Violation = Pick<OutcomeDetail, 'instancePath' | 'schemaPath' | 'keyword'>;

const MAX_VIOLATIONS = 10;
const MAX_PATH = 200;

/** The first violations of a refusal, masked by the acceptor already, long paths cut. */
function violationsOf(result: AcceptResult | null): readonly Violation[] {
  return (result?.outcome?.details ?? []).slice(0, MAX_VIOLATIONS).map((detail) => ({
    instancePath: cut(detail.instancePath),
    schemaPath: cut(detail.schemaPath),
    keyword: cut(detail.keyword),
  }));
}

function cut(path: string): string {
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
}

/**
 * What the next request says, from the words of the validator only: no text of the answer, no values (acceptor 5).
 * The wording is ours; hosts choose their own.
 */
function correctiveFragment(route: AttemptRoute & { readonly to: 'retry' }): string {
  const lines = violationsOf(route.by).map(
    ({ instancePath, keyword }) => `- ${instancePath === '' ? 'at the top' : instancePath}: ${keyword}`,
  );
  return [`${opening(route)} Answer again with one JSON envelope.`, ...lines].join('\n');
}

function opening({ reason, by }: AttemptRoute & { readonly to: 'retry' }): string {
  if (reason === 'parse-error') return 'The answer held no JSON envelope.';
  return by.code === null ? 'The envelope was refused.' : `${refusalInfo(by.code).title} (${by.code}).`;
}

/** `previousError` and `finalError`: the code and the keywords that failed, nothing of prompt or answer. */
function shortError(route: AttemptRoute & { readonly to: 'retry' }): string {
  const keywords = [...new Set(violationsOf(route.by).map(({ keyword }) => keyword))];
  return keywords.length === 0 ? route.code : `${route.code}: ${keywords.join(', ')}`;
}
