/** Inferred parents in words: the rule of an edge, and the composition of a forest. Pure. */
import { countOf, formatCount } from '@openwop-inspector/base';
import type { InferredCounts, InferredRule } from '@openwop-inspector/run-log';

/** Heading of everything that is inferred. */
export const INFERRED = 'Inferred, not recorded';

/** The rule of an edge as displayed next to the lower event. */
export const INFERRED_RULE_WORDS: Readonly<Record<InferredRule, string>> = {
  toolCall: 'same callId',
  interrupt: 'same interruptId',
  invocation: 'same invocationId',
  toolSession: 'same sessionId',
  conversation: 'same conversationId',
  attempt: 'start of its attempt',
  retry: 'after this retry',
  modelCall: 'last model call',
  node: 'inside this node',
  run: 'inside this run',
  parentRun: 'started this run',
};

/** `3 below`, `3 below, 12 in all`; empty where nothing is. */
export function belowText({
  children,
  descendants,
}: {
  readonly children: number;
  readonly descendants: number;
}): string {
  if (children === 0) return '';
  const direct = `${formatCount(children)} below`;
  return descendants === children ? direct : `${direct}, ${formatCount(descendants)} in all`;
}

/** Composition of a forest: its trees, its edges by rule, most frequent first. */
export function forestText({ byRule, edges }: InferredCounts, trees: number): string {
  const rules = (Object.entries(byRule) as [InferredRule, number][])
    .sort(([, one], [, other]) => other - one)
    .map(([rule, count]) => `${INFERRED_RULE_WORDS[rule]} ${formatCount(count)}`);
  return [`${countOf(trees, 'tree')}, ${countOf(edges, 'inferred edge')}`, rules.join(', ')]
    .filter((part) => part !== '')
    .join(': ');
}

/** Note where ids were not read; empty where all were. */
export function notReadText({ notRead }: InferredCounts): string {
  return notRead === 0
    ? ''
    : `The ids of ${countOf(notRead, 'event')} were not read: they are shown below their node or run.`;
}
