import { SourceError } from '@openwop-inspector/run-log';
import { afterAll, expect, test } from 'vitest';
import { captureTerminal } from '../../test/capture-terminal.ts';
import { chainOf, ScratchFolder } from '../../test/scratch-folder.ts';
import { answerFromLog } from './answer-from-log.ts';
import { EXIT, NotInLog, Refusal } from './complain.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());
const file = scratch.write('run.ndjson', chainOf(3));

test.each([
  ['an answer has its own status', async () => EXIT.findings, 1, ''],
  [
    'no answer is status 2 with its reason',
    async () => {
      throw new NotInLog('nothing of that name');
    },
    2,
    `openwop-inspector: ${file}: nothing of that name\n`,
  ],
  [
    'what is wrong with the arguments is said without the file',
    async () => {
      throw new Refusal('the filter is wrong');
    },
    2,
    'openwop-inspector: the filter is wrong\n',
  ],
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
