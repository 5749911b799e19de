/** Rules by which single events are abnormal, read from their payloads. */
import { isRecord, member } from '@openwop-inspector/base';
import type { AbnormalRule } from '../description.ts';
import { failureOf } from '../failure.ts';

/** A failure says by its code whether time ran out or an answer was in conflict. */
export function failedBy(payload: unknown): AbnormalRule {
  const { code } = failureOf(payload);
  if (/time_?d?_?-?out|deadline/i.test(code)) return 'timeout';
  return code === 'envelope_correlation_conflict' ? 'conflict' : 'failure';
}

/** An answer was a no, or none came in time. */
export function answeredBy(payload: unknown): AbnormalRule | null {
  const answer = member(payload, 'resumeValue');
  return ruleIn(isRecord(answer) ? answer : payload, 'action', { reject: 'refusal', timeout: 'timeout' });
}

/** The rule that a member gives by its word; null for any other word. */
export function ruleIn(
  payload: unknown,
  key: string,
  rules: Readonly<Record<string, AbnormalRule>>,
): AbnormalRule | null {
  const word = member(payload, key);
  return (typeof word === 'string' && Object.hasOwn(rules, word) ? rules[word] : null) ?? null;
}
