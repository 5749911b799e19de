/** What the parts of a log are called wherever it is displayed. */
import { capital } from '@openwop-inspector/base';

/** One of each, in lower case. */
export interface LogText {
  readonly run: string;
  readonly event: string;
  readonly node: string;
}

export const WORDS_OF_RUNS: LogText = { run: 'run', event: 'event', node: 'node' };
/** A channel takes the place of a run, an interaction that of a node (agh 2, 5). */
export const WORDS_OF_CHANNELS: LogText = { run: 'channel', event: 'message', node: 'interaction' };

/** What of a summary decides the words. */
export interface CountedRows {
  readonly events: number;
  readonly conversation?: { readonly messages: number };
}

/** Those of a conversation where messages are all that a log, or the selected run, has; of runs while nothing is known. */
export const textOfLog = (summary: CountedRows | null | undefined): LogText =>
  summary != null && summary.conversation?.messages === summary.events ? WORDS_OF_CHANNELS : WORDS_OF_RUNS;

/** "Runs", as a title. */
export const titleOf = (word: string): string => `${capital(word)}s`;

/** The id of a run or channel, or that it has none. */
export const idOrNone = ({ run }: LogText, id: string): string =>
  id === '' ? `(no ${run === 'run' ? 'runId' : run})` : id;

/** Statuses of a channel, which come of its interactions (agh 5). */
const OF_CHANNEL: Readonly<Record<string, string>> = {
  running: 'open',
  'waiting-input': 'waiting for input',
  unknown: 'no interaction',
};

/** The status of a run as recorded; that of a channel in words of its protocol. */
export const statusWord = ({ run }: LogText, status: string): string =>
  run === 'channel' ? (OF_CHANNEL[status] ?? status) : status;
