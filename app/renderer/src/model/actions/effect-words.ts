/** What a fork runs again, in words (bundles-and-transport.md section 9). */

import { countOf, formatCount } from '@openwop-inspector/base';
import type { EffectKind, EffectLedger } from '@openwop-inspector/run-log';
import type { IconName } from '@openwop-inspector/ui';

const NAMES: Readonly<Record<EffectKind, readonly [singular: string, plural: string, icon: IconName]>> = {
  'tool-call': ['tool call', 'tool calls', 'tool'],
  'model-call': ['model call', 'model calls', 'model'],
  approval: ['approval', 'approvals', 'approval'],
  clarification: ['clarification', 'clarifications', 'ask'],
  media: ['media item', 'media items', 'artifact'],
  'child-run': ['child run', 'child runs', 'dispatch'],
  memory: ['memory write', 'memory writes', 'memory'],
  artifact: ['artifact', 'artifacts', 'artifact'],
};

/** "3 tool calls". */
export function effectCount(kind: EffectKind, count: number): string {
  const [singular, plural] = NAMES[kind];
  return countOf(count, singular, plural);
}

export const effectIcon = (kind: EffectKind): IconName => NAMES[kind][2];

/** "12,300 tokens in, 4,870 out, 0.21 USD" of the model calls; null when the log does not tell. */
export function spentWords({ inputTokens, outputTokens, costUsd }: EffectLedger): string | null {
  const parts = [
    inputTokens === null ? null : `${formatCount(inputTokens)} tokens in`,
    outputTokens === null ? null : `${formatCount(outputTokens)} out`,
    costUsd === null ? null : `${Number(costUsd.toPrecision(3))} USD`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The ledger in one sentence. */
export function effectSentence(ledger: EffectLedger, mode: 'replay' | 'branch'): string {
  const { kinds, events, fromSequence } = ledger;
  const from = `from #${fromSequence} on, ${countOf(events, 'event')}`;
  if (kinds.length === 0) return `The run has no effects ${from}.`;
  const counts = kinds.map(({ kind, count }) => effectCount(kind, count)).join(', ');
  return mode === 'branch'
    ? `A branch does these again, ${from}: ${counts}.`
    : `Recorded ${from}: ${counts}. A replay must not do them again.`;
}
