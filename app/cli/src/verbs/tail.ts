import { join } from 'node:path';
import { errorText } from '@openwop-inspector/base';
import { shellWord } from '@openwop-inspector/base/document';
import { forkSession, goOnAfterErrors, unexpectedText } from '@openwop-inspector/host-client/node';
import type { Options } from '../grammar/options.ts';
import { readHostOptions } from '../open/host-options.ts';
import type { Surroundings } from '../open/open-log.ts';
import {
  type CaptureFile,
  follow,
  storedCapture,
  type TailMeans,
  type TailRequest,
  whyNotWritable,
} from '../tail/follow.ts';
import type { VerbMeans } from '../verb.ts';
import { answering } from './answer-from-log.ts';
import { COMMAND, complain, EXIT, type ExitStatus, Refusal, remark } from './complain.ts';

/** `tail` with the program of sessions that is installed. */
export function tailFromInstallation(
  host: string,
  runId: string | null,
  options: Options<'tail'>,
  means: VerbMeans,
): Promise<ExitStatus> {
  const startSession = forkSession(join(means.installation, 'dist', 'live-session.cjs'));
  return tail({ host, runId }, options, { ...means, startSession });
}

/**
 * `tail HOST [RUN]`: follows a run of a live host, an event a line as it comes, until the run ends. Ends with 0 when the
 * run has completed and all of it is known to be here (or the event of `--until` came), 1 when it failed or was cancelled
 * or when something of it may be lost, 2 when it could not be followed.
 */
export const tail = answering<
  { readonly host: string; readonly runId: string | null },
  Options<'tail'>,
  TailMeans
>(async (target, options, means) => {
  const { terminal } = means;
  const named = await readHostOptions(target.host, options, means);
  const runId = target.runId ?? named.address.runId;
  if (runId === null)
    throw new Refusal(`no run is named. Give it after the host: tail ${named.address.baseUrl} RUN`);
  const requested = { ...options, ...named, runId };
  // Checked before the session, so that hours of it are not lost for a path that cannot be written.
  const why = options.keep === null ? null : await whyNotWritable(options.keep);
  if (why !== null) throw new Refusal(`the capture cannot be written to ${options.keep}: ${why}`);
  const capture = await storedCapture(requested.runId);
  const stopGoingOn = goOnAfterErrors((error) =>
    remark(terminal, `${unexpectedText(error)}; tail continues`),
  );
  let isNeeded = false;
  try {
    const { status, wasStopped } = await follow(requested, capture, means);
    terminal.progress(null);
    const isStored = await saveCapture(capture, options.keep, means);
    isNeeded = !isStored || (wasStopped && options.keep === null && capture.size() > 0);
    if (wasStopped) offerAgain(requested, isNeeded ? capture.path : null, means);
    return isStored ? status : EXIT.failed;
  } finally {
    terminal.progress(null);
    await capture.close(!isNeeded);
    stopGoingOn();
  }
});

/** Where what was captured is, and how to go on. `path` is null where it was copied or there is nothing. */
function offerAgain(
  { address, runId, tokenEnv }: TailRequest & Pick<Options<'tail'>, 'tokenEnv'>,
  path: string | null,
  { terminal }: Surroundings,
): void {
  if (path !== null) remark(terminal, `what was captured is in ${path}${asCommand('open it', path)}`);
  const again = asCommand('attach again', 'tail', address.baseUrl, runId);
  const option = tokenEnv === null || again === '' ? '' : ` --token-env ${shellWord(tokenEnv) ?? 'NAME'}`;
  remark(terminal, `the host is not contacted again${again}${option}`);
}

/** A command to copy; nothing where one of its words cannot be displayed as it is. */
function asCommand(what: string, ...words: readonly string[]): string {
  const displayed = words.map(shellWord);
  return displayed.includes(null) ? '' : `; ${what}: ${COMMAND} ${displayed.join(' ')}`;
}

/** Copies the capture to `path`, if any; false when that failed, which has been reported. */
async function saveCapture(capture: CaptureFile, path: string | null, { terminal }: Surroundings) {
  // Without a byte there was no session.
  if (path === null || capture.size() === 0) return true;
  try {
    await capture.saveAs(path);
    remark(terminal, `the capture is in ${path}`);
    return true;
  } catch (error) {
    const why = errorText(error);
    complain(terminal, `the capture cannot be written to ${path}: ${why}`);
    remark(terminal, `the capture is left in ${capture.path}`);
    return false;
  }
}
