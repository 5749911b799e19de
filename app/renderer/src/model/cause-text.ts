/** The start and the cause of a causal chain, in words. Pure. */
import { formatSequence } from '@openwop-inspector/base';
import type { CausalChain, CauseRule, ChainEnding } from '@openwop-inspector/run-log';

/** The rule by which an event is abnormal. */
export const RULE_WORDS: Readonly<Record<CauseRule, string>> = {
  failure: 'a failure',
  refusal: 'a refusal',
  limit: 'a limit that was reached',
  truncation: 'an answer that was cut off',
  untrusted: 'untrusted content that was used',
  timeout: 'a time that ran out',
  conflict: 'an answer that contradicts another',
};

/** What precedes the event that a chain starts at; empty when nothing does. */
const BEYOND: Readonly<Partial<Record<ChainEnding, string>>> = {
  self: ', which names itself as its cause',
  otherRun: '; its cause is in another run',
  external: '; its cause is on another host',
  trigger: '; its cause is a trigger delivery',
  dangling: '; its cause is not in this log',
};

/** The start and the cause of a chain, a sentence each; empty for an event without causes. */
export function originSentences(chain: CausalChain): readonly string[] {
  if (chain.causationOmitted || !chain.ancestors.some(({ node }) => node.kind === 'event')) return [];
  const { chainStart, cause, ending } = chain;
  const start =
    chainStart?.kind === 'event'
      ? `Chain starts at ${formatSequence(chainStart.row.sequence)}${BEYOND[ending] ?? ''}.`
      : 'The causes lead in a circle: the chain has no start.';
  const words =
    cause?.node.kind === 'event'
      ? `Cause: ${formatSequence(cause.node.row.sequence)}, ${RULE_WORDS[cause.rule]}.`
      : 'No cause found: no earlier event of this chain is abnormal.';
  return [start, words];
}
