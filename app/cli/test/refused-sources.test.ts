/** Files that are none: each is refused at once, as a fault of the file and by its name. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { openSource } from '../src/open/open-log.ts';
import { Refusal } from '../src/verbs/complain.ts';
import { ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());
const pipe = join(scratch.path, 'pipe');
const link = join(scratch.path, 'link');
execFileSync('mkfifo', [pipe]);
symlinkSync('pipe', link);

test.each([
  ['a named pipe', pipe, 'named pipe'],
  ['a link to a named pipe', link, 'named pipe'],
  ['a device without an end', '/dev/zero', 'not a plain file'],
  ['a device without content', '/dev/null', 'not a plain file'],
  ['a folder', scratch.path, 'a directory'],
  ['a file that is not there', join(scratch.path, 'none'), 'no such file'],
])('%s', async (_, file, why) => {
  const refusal = await openSource(file, Readable.from([]), new AbortController().signal).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ message: expect.stringContaining(why) });
  expect(refusal).toMatchObject({ message: expect.stringContaining(file) });
});

test.runIf(process.platform === 'linux')('a read that fails is the fault of the file', async () => {
  const source = await openSource('/proc/self/mem', Readable.from([]), new AbortController().signal);
  const large = { ...source, read: source.readInto?.bind(source) };
  await expect(large.read?.(new Uint8Array(8), 0, 8, 0)).rejects.toMatchObject({ code: 'source_unreadable' });
  await source.close?.();
});
