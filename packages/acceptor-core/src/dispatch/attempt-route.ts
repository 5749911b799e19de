import type { RefusalCode } from '@openwop-inspector/protocol';
import { isRefusal } from '../accept-parts.ts';
import type { AcceptResult } from '../accept-result.ts';
import { stepInfo } from '../steps/list.ts';
import type { RetryReason } from '../steps/step.ts';

/** Where the envelopes of one answer lead, and the result that decided it. */
export type AttemptRoute =
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
export function attemptRoute(results: readonly AcceptResult[]): AttemptRoute {
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

export function failsNode(result: AcceptResult): boolean {
  return result.events.some((event) => event.type === 'node.failed');
}

/** Defects of form end as `envelope_invalid`; kind and version keep their own code (acceptor 5). */
function exhaustedCode({ code }: AcceptResult): RefusalCode {
  return code === null || code === 'invalid_envelope_shape' ? 'envelope_invalid' : code;
}
