import type { CauseRule } from '@openwop-inspector/run-log';

/** The rule by which an event is abnormal, in words that stand behind it. */
export const RULES: Readonly<Record<CauseRule, string>> = {
  failure: 'a failure',
  refusal: 'a refusal',
  limit: 'a limit that was reached',
  truncation: 'an answer that was cut off',
  untrusted: 'untrusted content that was used',
  timeout: 'a time that ran out',
  conflict: 'an answer that contradicts another',
};
