/** What real hosts recorded of one run, in several forms: it is the same run in each. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRunLog, type RunLog } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { expect, test } from 'vitest';
import { compareRuns } from '../src/index.ts';
import { firstRun } from './generated-runs.ts';

const recordings = join(import.meta.dirname, '../../../testing/recordings');
const FORMS = ['poll.json', 'sse.debug.sse'];

const folders = readdirSync(recordings, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name === 'debug-bundle.json')
  .map(({ parentPath }) => parentPath);
const pairs = folders.flatMap((folder) =>
  FORMS.filter((form) => existsSync(join(folder, form))).map((form) => [
    join(folder.slice(recordings.length + 1), form),
    join(folder, 'debug-bundle.json'),
    join(folder, form),
  ]),
);

async function read(file: string): Promise<RunLog> {
  const log = openRunLog(await openFile(file));
  await log.loaded;
  return log;
}

test('there are some', () => expect(pairs.length).toBeGreaterThan(50));

test.each(pairs)('%s and the bundle next to it', async (_, bundle = '', other = '') => {
  const [a, b] = [await read(bundle), await read(other)];
  const compared = await compareRuns({ log: a, run: firstRun(a) }, { log: b, run: firstRun(b) });
  // A page of a poll may end before the run does.
  expect(compared?.comparison.counts).toMatchObject({
    changed: 0,
    moved: 0,
    onlyB: 0,
    pairs: b.order.length,
  });
  await a.close();
  await b.close();
});
