import { goOnAfterErrors, unexpectedWords } from '@openwop-inspector/host-client/node';
import { Option } from 'commander';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { type Asked, readAsked } from '../tail/asked.ts';
import { follow } from '../tail/follow.ts';
import { type KeptCapture, keptCapture, whyNotWritable } from '../tail/kept-capture.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { CA, FILTER, flag, given, type OptionsOf, text, type VerbMeans, verb } from '../verb.ts';
import { COMMAND, complain, remark } from './complain.ts';

const OPTIONS = {
  filter: FILTER,
  /** `terminal`, or a type of events. */
  until: given(
    'terminal',
    new Option('-u, --until <what>', 'terminal, or a type of events that ends it').default('terminal'),
  ),
  /** Name of the environment variable that holds the token; null for none. */
  tokenEnv: text('--token-env <name>', 'environment variable with the token for this host'),
  /** File that the capture is copied to at the end; null for none. */
  keep: text('--keep <file>', 'copy the capture of the session to a file at the end'),
  /** File with the certificate authority of the host; null for the public ones alone. */
  ca: CA,
  /** One event document a line. */
  json: flag('--json', 'print one event document a line'),
};

export type TailOptions = OptionsOf<typeof OPTIONS>;

/** What a tail is given of the process it runs in. */
type TailMeans = Pick<VerbMeans, 'readVariable' | 'startSession'>;

/**
 * `tail HOST [RUN]`: follows a run of a live host, an event a line as it comes, until the run ends. Ends with 0 when the
 * run has completed and all of it is known to be here (or the event of `--until` came), 1 when it failed or was cancelled
 * or when something of it may be lost, 2 when it could not be followed.
 */
export async function tail(
  host: string,
  runId: string | null,
  options: TailOptions,
  means: TailMeans,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { until, tokenEnv, ca } = options;
  const { terminal } = surroundings;
  const asked = await readAsked({ host, runId, until, tokenEnv, ca }, means.readVariable, terminal);
  if (asked === null || !(await mayKeep(options.keep, surroundings))) return EXIT.failed;
  const capture = await keptCapture(asked.runId);
  const stopGoingOn = goOnAfterErrors((error) => remark(terminal, `${unexpectedWords(error)}; tail goes on`));
  let isNeeded = false;
  try {
    const { status, wasStopped } = await follow(asked, options, capture, means, surroundings);
    terminal.progress(null);
    const isKept = await keep(capture, options.keep, surroundings);
    isNeeded = !isKept || (wasStopped && options.keep === null && capture.size() > 0);
    if (wasStopped) offerAgain(asked, options, isNeeded ? capture.path : null, surroundings);
    return isKept ? status : EXIT.failed;
  } finally {
    terminal.progress(null);
    await capture.close(!isNeeded);
    stopGoingOn();
  }
}

/** Where what was captured is, and how to go on. `path` is null where it was copied or there is nothing. */
function offerAgain(
  { address, runId }: Asked,
  { tokenEnv }: TailOptions,
  path: string | null,
  { terminal }: Surroundings,
): void {
  if (path !== null) remark(terminal, `what was captured is in ${path}${asCommand('open it', path)}`);
  const again = asCommand('attach again', 'tail', address.baseUrl, runId);
  const option = tokenEnv === null || again === '' ? '' : ` --token-env ${shellWord(tokenEnv) ?? 'NAME'}`;
  remark(terminal, `nothing more is asked of the host${again}${option}`);
}

/** A command to copy; nothing where one of its words cannot be shown as it is. */
function asCommand(what: string, ...words: readonly string[]): string {
  const shown = words.map(shellWord);
  return shown.includes(null) ? '' : `; ${what}: ${COMMAND} ${shown.join(' ')}`;
}

/** Finds out at the start whether the capture can be written; a session of hours is not to be lost for it. */
async function mayKeep(path: string | null, { terminal }: Surroundings): Promise<boolean> {
  const why = path === null ? null : await whyNotWritable(path);
  if (why !== null) complain(terminal, `the capture cannot be written to ${path}: ${why}`);
  return why === null;
}

/** False when it was to be kept and cannot be. */
async function keep(capture: KeptCapture, path: string | null, { terminal }: Surroundings): Promise<boolean> {
  // Without a byte there was no session.
  if (path === null || capture.size() === 0) return true;
  try {
    await capture.saveAs(path);
    remark(terminal, `the capture is in ${path}`);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    complain(terminal, `the capture cannot be written to ${path}: ${why}`);
    remark(terminal, `the capture is left in ${capture.path}`);
    return false;
  }
}

const EXAMPLES = `
Examples:
  openwop-inspector tail http://127.0.0.1:3801 r1 --token-env HOST_KEY
  openwop-inspector tail http://127.0.0.1:3801/v1/runs/r1 --filter 'type:node.*'
  openwop-inspector tail http://127.0.0.1:3801 r1 --until interrupt.requested --json | jq .payload

The stream is resumed when it breaks, and what it left out is fetched from the JSON log. The token is read
from the variable and sent to this host alone. Exit status: 0 the run completed or the event of --until
came, 1 the run failed or was cancelled, 2 it could not be followed.
`;

export const tailVerb = verb({
  name: 'tail',
  description: 'follow a run of a live host, an event a line as it comes',
  arguments: [
    ['<host>', 'base URL, URL of a run or of its events'],
    ['[run]', 'runId, unless the URL names it'],
  ],
  options: OPTIONS,
  examples: EXAMPLES,
  run: ([host, runId], options, means) => tail(host, runId, options, means, means),
});
