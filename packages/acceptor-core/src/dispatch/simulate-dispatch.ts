import { type RefusalCode, refusalInfo } from '@openwop-inspector/protocol';
import type { AcceptContext } from '../accept-context.ts';
import type { AcceptorParts } from '../create-acceptor.ts';
import { type ReadConfig, type ReadResponse, readConfig, readResponses } from './dispatch-input.ts';
import {
  type DispatchAttempt,
  type DispatchResult,
  type DispatchRun,
  type DispatchTerminal,
  type NodeMember,
  type Request,
  type SimulatedEvent,
  startRun,
  type Violation,
} from './dispatch-result.ts';
import { type Finding, readAnswer } from './read-answer.ts';

/**
 * Plays the dispatch of one model turn: completion, truncation, schema violations, refusal and recovery, with the
 * events that a host would record (acceptor 5, RFC 0032 and 0033). `responses` and
 * `config` are those of a `DispatchFile`; absent members or those of a wrong type count as not given. Responses after the end are
 * ignored; when they end too early the budget counts as used up and `terminal.ranOut` says so.
 *
 * Text goes through an acceptor of the given context, whose memory lasts over the attempts. `schemaRounds` that the
 * counters of the context have used up are not available. Profile `reference` plays R17 and R20: no `cap.breached` on
 * exhaustion, and every stop but `length` and `content_filter` is clean. Never throws; at most 16 attempts.
 */
export function simulateDispatch(
  responses: unknown,
  config: unknown,
  context: AcceptContext = {},
  parts: AcceptorParts = {},
): DispatchResult {
  const run = startRun(readConfig(config), context, { ...parts, trace: false, whatIf: false });
  const given = readResponses(responses, run.mostAttempts);
  const { maxTokens } = run.config;
  let request: Request = { attempt: 1, maxTokens, correctiveFragment: null, after: null };
  let terminal: DispatchTerminal = { status: 'failed', code: null, attempts: 0, ranOut: true };
  for (const [index, response] of given.entries()) {
    const next = playAttempt(run, request, response, index === given.length - 1);
    if ('attempt' in next) request = next;
    else terminal = next;
    if (next === terminal) break;
  }
  const { attempts, mostAttempts, acceptor } = run;
  const warnings = [...run.warnings, ...acceptor.warnings];
  return { events: run.events, terminal, attempts, warnings, counters: acceptor.counters, mostAttempts };
}

/** Either the end of the dispatch, or its next request. */
function playAttempt(
  run: DispatchRun,
  request: Request,
  response: ReadResponse,
  isLast: boolean,
): DispatchTerminal | Request {
  const { attempt, maxTokens, correctiveFragment, after } = request;
  if (after !== null) {
    const payload = { ...run.node, attempt, reason: after.reason, previousError: after.error };
    run.events.push({ type: 'envelope.retry.attempted', payload });
  }
  const answer = readAnswer(run, response);
  run.events.push(...answer.events);
  const { finding } = answer;
  const note = (decision: DispatchAttempt['decision'], then: string): void => {
    run.attempts.push({
      attempt,
      maxTokens,
      corrective: correctiveFragment !== null,
      correctiveFragment,
      stop: response.stop === null ? null : run.redactor.text(response.stop),
      stopMeaning: answer.stopMeaning,
      recovery: answer.recovery,
      envelopes: answer.envelopes,
      decision,
      reason: finding.reason,
      code: finding.code,
      violations: answer.violations,
      why: `${finding.why}${then}`,
      clause: 'acceptor 5',
    });
  };
  if (finding.kind === 'failed')
    run.events.push(...(finding.recorded ?? [nodeFailed(run.node, 'envelope_refusal', attempt, [])]));
  if (finding.kind !== 'retryable') {
    note(finding.kind, '');
    return { status: finding.kind, code: finding.code, attempts: attempt, ranOut: false };
  }
  const stop = whyNoRetry(run, request, finding, isLast);
  if (stop === null) {
    note('retry', ' It is retried.');
    return nextRequest(run, request, finding);
  }
  note('failed', ` ${stop.why}`);
  // `observed` is above `limit` even where attempts ran out before the rounds did (run-events 3.2.6).
  const { node, capLimit, usedRounds, profile } = run;
  const observed = Math.max(usedRounds + attempt, capLimit + 1);
  const payload = { ...node, totalAttempts: attempt, finalReason: finding.reason, finalError: finding.error };
  run.events.push({ type: 'envelope.retry.exhausted', payload });
  if (profile !== 'reference') {
    const breach = { kind: 'schema', limit: capLimit, observed, ...node };
    run.events.push({ type: 'cap.breached', payload: breach });
  }
  run.events.push(nodeFailed(node, finding.code, attempt, answer.violations));
  return { status: 'failed', code: finding.code, attempts: attempt, ranOut: stop.ranOut };
}

type Retryable = Finding & { readonly kind: 'retryable' };

/** Null when there is another attempt. */
function whyNoRetry(run: DispatchRun, request: Request, { reason }: Retryable, isLast: boolean) {
  if (request.attempt >= run.mostAttempts) return { why: 'No attempt is left.', ranOut: false };
  // A first truncation is always retried, even at the ceiling; a repeated one needs a larger budget (acceptor 5).
  const wasTruncated = run.attempts.some((earlier) => earlier.reason === 'truncation');
  const grown = grownBudget(request.maxTokens, run.config);
  // An unknown budget can always grow; the ceiling of the provider, or a multiplier of 1, may leave a known one as it is.
  const isAtEnd = grown !== null && grown === request.maxTokens;
  if (reason === 'truncation' && wasTruncated && isAtEnd)
    return { why: 'The budget cannot grow any more.', ranOut: false };
  return isLast ? { why: 'No further response was given.', ranOut: true } : null;
}

function nextRequest(run: DispatchRun, request: Request, { reason, error, fragment }: Retryable): Request {
  const { maxTokens } = request;
  return {
    attempt: request.attempt + 1,
    maxTokens: reason === 'truncation' ? grownBudget(maxTokens, run.config) : maxTokens,
    correctiveFragment: fragment,
    after: { reason, error },
  };
}

/** The message names the code in plain words and nothing that a model or a provider wrote. */
function nodeFailed(
  node: NodeMember,
  code: RefusalCode,
  attempts: number,
  violations: readonly Violation[],
): SimulatedEvent {
  const message = `${code}: ${refusalInfo(code).title}`;
  const error = violations.length === 0 ? { code, message } : { code, message, details: { violations } };
  return { type: 'node.failed', payload: { ...node, error, attempts } };
}

/** Budget × multiplier, rounded down, at most the ceiling, never less than before (acceptor 5). */
function grownBudget(maxTokens: number | null, { multiplier, ceiling }: ReadConfig): number | null {
  if (maxTokens === null) return null;
  return Math.min(Math.floor(maxTokens * multiplier), Math.max(ceiling, maxTokens));
}
