import type { RefusalCode } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../../accept-context.ts';
import type { Refused } from '../../pipeline/ending.ts';
import type { Work } from '../../pipeline/work.ts';

/**
 * An `invalid` ending in the words of the reference host: what it says stands before the first colon, our code after
 * it, so that the reason contains the code as everywhere.
 */
export function referenceInvalid(
  work: Work,
  code: RefusalCode,
  words: string,
  details: readonly OutcomeDetail[],
): Refused {
  const reason = `${work.settings.redactor.text(words)}: ${code}`;
  return { status: 'invalid', code, reason, details, capKind: null, cap: 0, gate: null };
}
