import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { onEnter } from './on-enter.ts';

/** What a terminal gives for lines that the user ends with Enter. */
const terminal = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });

test('each Enter counts, until it is stopped', async () => {
  const input = terminal(true);
  let count = 0;
  const stop = onEnter(input, () => count++);
  input.write('\n');
  input.write('words\n\n');
  await expect.poll(() => count).toBe(3);
  stop();
  input.write('\n');
  expect([count, input.isPaused()]).toEqual([3, true]);
});

test('a pipe is left to others', () => {
  const input = terminal(false);
  onEnter(input, () => undefined);
  input.write('\n');
  expect(input.readableLength).toBe(1);
});
