import { cutText } from '@openwop-inspector/base';
import { type RefusalCode, refusalInfo } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { AcceptResult } from '../accept-result.ts';
import type { RetryReason } from '../steps/step.ts';

/** One violation without the value that caused it: an answer of the model is never repeated (SR-1). */
export type Violation = Pick<OutcomeDetail, 'instancePath' | 'schemaPath' | 'keyword'>;

const MAX_VIOLATIONS = 10;
const MAX_PATH = 200;

/** The first violations of a refusal, masked by the acceptor already, long paths cut. */
export function violationsOf(result: AcceptResult | null): readonly Violation[] {
  return (result?.outcome?.details ?? []).slice(0, MAX_VIOLATIONS).map((detail) => ({
    instancePath: cutText(detail.instancePath, MAX_PATH),
    schemaPath: cutText(detail.schemaPath, MAX_PATH),
    keyword: cutText(detail.keyword, MAX_PATH),
  }));
}

/**
 * What the next request says, from the words of the validator only: no text of the answer, no values (acceptor 5).
 * The wording is ours; hosts choose their own.
 */
export function correctiveFragment(by: AcceptResult, reason: RetryReason): string {
  const lines = violationsOf(by).map(
    ({ instancePath, keyword }) => `- ${instancePath === '' ? 'at the top' : instancePath}: ${keyword}`,
  );
  return [`${opening(by, reason)} Answer again with one JSON envelope.`, ...lines].join('\n');
}

function opening({ code }: AcceptResult, reason: RetryReason): string {
  if (reason === 'parse-error') return 'The answer contained no JSON envelope.';
  return code === null ? 'The envelope was refused.' : `${refusalInfo(code).title} (${code}).`;
}

/** `previousError` and `finalError`: the code and the keywords that failed, nothing of prompt or answer. */
export function shortError(by: AcceptResult, code: RefusalCode): string {
  const keywords = [...new Set(violationsOf(by).map(({ keyword }) => keyword))];
  return keywords.length === 0 ? code : `${code}: ${keywords.join(', ')}`;
}
