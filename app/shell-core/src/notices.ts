import { masker, words } from '@openwop-inspector/base';
import { goOnAfterErrors, unexpectedText } from '@openwop-inspector/host-client/node';
import type { ShellEvents } from '@openwop-inspector/shell-contract';
import type { Log } from './log.ts';

/** One is told at most so often; the log has a line of each. */
const tellEveryMs = 10_000;

/**
 * Keeps a shell going after errors that nobody caught: a line in the log, a notice in the window. Answers the way to
 * stop doing so.
 */
export function withNotices(log: Log, tell: (notice: ShellEvents['shell-notice']) => void): () => void {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return goOnAfterErrors((error) => {
    log({ event: 'unexpected-error', code: error.name });
    const nowMs = performance.now();
    if (nowMs - reportedAtMs < tellEveryMs) return;
    reportedAtMs = nowMs;
    const what = masker.text(unexpectedText(error).replace(/^a/, 'A'));
    tell({
      message: words`${what}. The inspector goes on; what was just asked for may not have been done.`,
    });
  });
}
