import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect } from '../src/verbs/inspect.ts';
import { captureTerminal } from './capture-terminal.ts';
import { buildCommandLine } from './run-command-line.ts';
import { eventLine, repository, ScratchFolder } from './scratch-folder.ts';

/** Secrets of a large file are searched for in a thread next to the reading. */

const scratch = new ScratchFolder();
const program = join(repository, 'dist', 'cli', 'look-thread.mjs');

beforeAll(buildCommandLine, 120_000);
afterAll(() => scratch.remove());

/** A log over the 16 MiB from which a thread is started; every 500th event holds a credential. */
function largeLog(): string {
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const filler = 'words and words '.repeat(120);
  const lines = Array.from({ length: 9000 }, (_, sequence) =>
    eventLine(sequence, { payload: { level: 'info', message: sequence % 500 === 3 ? token : filler } }),
  );
  return scratch.write('large.ndjson', lines.join('\n'));
}

test('a large file has the same report with the thread, without it, and where it cannot start', async () => {
  const file = largeLog();
  const report = async (lookProgram?: string) => {
    const { surroundings, out } = captureTerminal();
    const means = lookProgram === undefined ? surroundings : { ...surroundings, lookProgram };
    const status = await inspect([file], { json: true, checks: true }, means);
    return { status, ...JSON.parse(out()) };
  };
  const without = await report();
  expect(without).toMatchObject({ events: 9000, problemCounts: { error: 18 } });
  expect(await report(program)).toEqual(without);
  expect(await report(join(repository, 'dist', 'cli', 'gone.mjs'))).toEqual(without);
});
