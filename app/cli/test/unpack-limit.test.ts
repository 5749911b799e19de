import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommandLine, run } from './run-command-line.ts';
import { eventLine, ScratchFolder } from './scratch-folder.ts';

/** What unpacks to far more than it is stops with a message, and continues only when requested (security S-12). */

const scratch = new ScratchFolder();
let file = '';
beforeAll(async () => {
  await buildCommandLine();
  const message = 'x'.repeat(100_000);
  const events = Array.from({ length: 700 }, (_, at) =>
    eventLine(at, { payload: { level: 'info', message } }),
  );
  file = scratch.write('bomb.ndjson.gz', gzipSync(events.join('\n')));
});
afterAll(() => scratch.remove());

const spools = () => readdirSync(tmpdir()).filter((name) => name.startsWith('openwop-inspector-spool-'));

test('inspect stops, says how to go on, keeps what it read and leaves nothing behind', async () => {
  const before = spools();
  const { status, out } = await run(['inspect', file, '--no-checks']);
  expect(status).toBe(1);
  expect(out).toContain('Not all of the packed data was unpacked');
  expect(out).toContain('--unpack-limit');
  expect(spools()).toEqual(before);
});

test('with a limit that is large enough all of it is read', async () => {
  const { out } = await run(['inspect', file, '--no-checks', '--json', '--unpack-limit', '1GB']);
  expect(JSON.parse(out)).toMatchObject({ events: 700 });
  expect(out).not.toContain('unpack_stopped');
});
