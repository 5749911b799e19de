/** A file that is saved in parts takes its place when it ends whole, and leaves nothing otherwise. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileSaver } from './save-file.ts';
import { createPartsSaver } from './shell-calls.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

function saver(answer: string | null) {
  return createPartsSaver(
    createFileSaver(
      async () => answer,
      'linux',
      () => undefined,
    ),
  );
}

async function begun(parts: ReturnType<typeof saver>): Promise<string> {
  const reply = await parts.begin('run.ndjson');
  if (!reply.begun) throw new Error(reply.reason);
  return reply.saveId;
}

test('parts stand one after the other, and the file is in its place only at the end', async () => {
  const parts = saver(join(folder, 'run.ndjson'));
  const saveId = await begun(parts);
  for (const text of ['one\n', 'two\n', '', 'three\n'])
    expect(await parts.part({ saveId, bytes: bytes(text) })).toBe(true);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^run\.ndjson\..*\.new$/)]);
  expect(await parts.end({ saveId, isWhole: true })).toEqual({ saved: true, name: 'run.ndjson' });
  expect(await readdir(folder)).toEqual(['run.ndjson']);
  expect(await readFile(join(folder, 'run.ndjson'), 'utf8')).toBe('one\ntwo\nthree\n');
});

test.each([
  [
    'it is given up',
    (parts: ReturnType<typeof saver>, saveId: string) => parts.end({ saveId, isWhole: false }),
  ],
  ['the window goes', (parts: ReturnType<typeof saver>) => parts.dropAll()],
  ['another is begun', (parts: ReturnType<typeof saver>) => parts.begin('other.ndjson')],
])('nothing of it is left when %s', async (_, act) => {
  const parts = saver(join(folder, 'run.ndjson'));
  const saveId = await begun(parts);
  await parts.part({ saveId, bytes: bytes('one') });
  await act(parts, saveId);
  await expect.poll(async () => (await readdir(folder)).filter((name) => name === 'run.ndjson')).toEqual([]);
  expect(await parts.part({ saveId, bytes: bytes('two') })).toBe(false);
  expect(await parts.end({ saveId, isWhole: true })).toMatchObject({ saved: false, reason: 'not-written' });
  parts.dropAll();
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test('a dialog that was cancelled, a shell without one and a folder that is not there begin nothing', async () => {
  expect(await saver(null).begin('a')).toEqual({ begun: false, saved: false, reason: 'cancelled' });
  const none = createPartsSaver(createFileSaver(null, 'linux', () => undefined));
  expect(await none.begin('a')).toMatchObject({ begun: false, reason: 'no-dialog' });
  const parts = saver(join(folder, 'not', 'there'));
  const saveId = await begun(parts);
  await expect.poll(() => parts.part({ saveId, bytes: bytes('x') })).toBe(false);
  expect(await parts.end({ saveId, isWhole: true })).toMatchObject({ saved: false, reason: 'not-written' });
});
