import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { masker, words } from '@openwop-inspector/base';
import { goOnAfterErrors, unexpectedText } from '@openwop-inspector/host-client/node';
import type { ShellEvents } from '@openwop-inspector/shell-contract';
import { fileErrorCode } from './open-files.ts';
import { makePrivateFolder } from './private-files.ts';

/** What a shell may write down. No paths, no names, no content: codes and numbers only (security.md S-21). */
export interface LogEntry {
  readonly event:
    | 'started'
    | 'stopped'
    | 'call-refused'
    | 'call-failed'
    | 'content-loaded'
    | 'content-not-loaded'
    | 'file-failed'
    | 'file-not-saved'
    | 'folder-not-private'
    | 'action-refused'
    | 'action-sent'
    | 'captures-deleted'
    | 'connection-ended'
    | 'host-examined'
    | 'live-attached'
    | 'live-not-attached'
    | 'live-stopped'
    | 'navigation-refused'
    | 'request-refused'
    | 'store-unusable'
    | 'store-not-written'
    | 'unexpected-error'
    | 'window-crashed'
    | 'window-hangs';
  readonly call?: string;
  readonly code?: string;
  readonly status?: number;
  readonly count?: number;
}

/** Never throws: a log that cannot be written must not stop the work. */
export type Log = (entry: LogEntry) => void;

/** Throws the entries away. */
export const noLog: Log = () => undefined;

/**
 * Appends entries to a file, one JSON document a line. When the file passes `maxBytes` it becomes `<file>.1`, and the
 * former `<file>.1` goes. Written at once rather than gathered, so the last line before a crash is there.
 */
export function createFileLog(file: string, maxBytes = 256 * 1024): Log {
  let isBroken = false;
  return (entry) => {
    if (isBroken) return;
    try {
      makePrivateFolder(dirname(file));
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= maxBytes) {
        rmSync(`${file}.1`, { force: true });
        renameSync(file, `${file}.1`);
      }
      // Field by field, so that nothing else can ride along; codes are cut to plain short words.
      const { event, call, code, status, count } = entry;
      const time = new Date().toISOString();
      const line = { time, event, call: plainWord(call), code: plainWord(code), status, count };
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      isBroken = true;
      process.stderr.write(
        `The log cannot be written (${fileErrorCode(error) ?? 'unknown'}); logging stops.\n`,
      );
    }
  };
}

function plainWord(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return /^[\w/.-]{1,60}$/.test(text) ? masker.text(text) : 'other';
}

/** Minimum ms between two notifications; the log has a line of each. */
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
    tell({ message: words`${what}. The inspector continues; the last action may not have been completed.` });
  });
}
