import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';

/**
 * The attempt worth seeing beside the chosen one: the nearest before it that was refused for what it said. One that was
 * cut off says nothing about the form. Null when there is none.
 */
export function sideAttempt(
  { attempts }: Pick<LogicalEnvelope, 'attempts'>,
  chosen: EnvelopeAttempt,
): EnvelopeAttempt | null {
  const before = attempts.filter(({ number }) => number < chosen.number);
  return before.findLast(({ state }) => state === 'invalid' || state === 'refused') ?? null;
}
