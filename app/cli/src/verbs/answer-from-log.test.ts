import { SourceError } from '@openwop-inspector/run-log';
import { afterAll, expect, test } from 'vitest';
import { captureTerminal } from '../../test/capture-terminal.ts';
import { chainOf, ScratchFolder } from '../../test/scratch-folder.ts';
import { ANSWERED, answerFromLog } from './answer-from-log.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());
const file = scratch.write('run.ndjson', chainOf(3));

test.each([
  ['an answer is status 0', async () => ANSWERED, 0, ''],
  [
    'no answer is status 2 with its reason',
    async () => ({ kind: 'not-answered', message: 'nothing of that name' }) as const,
    2,
    `openwop-inspector: ${file}: nothing of that name\n`,
  ],
  ['what was said already is not said again', async () => ({ kind: 'said' }) as const, 2, ''],
  [
    'a file that vanishes while it is read is status 2',
    async () => {
      throw new SourceError('source_vanished', 'run.ndjson was removed while it was open');
    },
    2,
    `openwop-inspector: ${file}: run.ndjson was removed while it was open\n`,
  ],
])('%s', async (_what, answer, status, said) => {
  const stored = captureTerminal();
  expect(await answerFromLog(file, { checks: false }, stored.surroundings, answer)).toBe(status);
  expect(stored.err()).toBe(said);
});

test('a mistake of ours is not taken for one of the file', async () => {
  const mistake = async (): Promise<never> => {
    throw new TypeError('x is undefined');
  };
  await expect(
    answerFromLog(file, { checks: false }, captureTerminal().surroundings, mistake),
  ).rejects.toThrow(TypeError);
});
