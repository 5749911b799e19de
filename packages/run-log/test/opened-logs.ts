/** Logs that a test opens, closed when it has ended. */
import { afterEach } from 'vitest';
import { openRunLog, type RunLog, textSource } from '../src/index.ts';
import { openFile } from '../src/node/index.ts';
import { type GivenEvent, openGiven } from './given-log.ts';

const opened: RunLog[] = [];

afterEach(async () => {
  for (const log of opened.splice(0)) await log.close();
});

/** Opens files as one log and waits until it is read. */
export async function openPath(...paths: readonly string[]): Promise<RunLog> {
  const sources = await Promise.all(paths.map((path) => openFile(path)));
  return read(openRunLog(sources));
}

/** Opens a text as a log and waits until it is read. */
export function openString(text: string, name = 'log.ndjson'): Promise<RunLog> {
  return read(openRunLog(textSource(name, text)));
}

/** Opens a log given event by event. */
export async function givenLog(
  events: readonly GivenEvent[],
  header?: Readonly<Record<string, unknown>>,
): Promise<RunLog> {
  return read(await openGiven(events, header));
}

/** A log that a test opened by itself, and perhaps looks at while it is read. */
export function closedAfterwards(log: RunLog): RunLog {
  opened.push(log);
  return log;
}

async function read(log: RunLog): Promise<RunLog> {
  await closedAfterwards(log).loaded;
  return log;
}
