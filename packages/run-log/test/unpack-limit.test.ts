import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesSource, openRunLog, type UnpackFacts } from '../src/index.ts';
import { fileSpool } from '../src/node/file-source.ts';

/** A gzip file may become far larger than it is: whoever opens it confirms first (bundles 1, security S-12). */

const MIB = 1024 * 1024;
const line = (sequence: number, message: string): string =>
  `${JSON.stringify({ eventId: `e${sequence}`, runId: 'r', type: 'log.appended', sequence, timestamp: '2026-05-18T10:00:00Z', payload: { message } })}\n`;

/** 0.1 MB that unpack to about 110 MiB. */
const bomb = gzipSync(
  Array.from({ length: 1100 }, (_, sequence) => line(sequence, 'x'.repeat(100_000))).join(''),
);

async function opened(mayUnpack?: (facts: UnpackFacts) => Promise<number>) {
  const log = openRunLog(bytesSource('bomb.gz', bomb), mayUnpack === undefined ? {} : { mayUnpack });
  await log.loaded;
  const codes = log.problemGroups().map(({ code }) => code);
  const { events } = log.index;
  await log.close();
  return { codes, events, endsEarly: log.endsEarly, size: log.sizeBytes };
}

test('without an answer it is unpacked to 64 MiB, what was read is displayed, and a problem says why', async () => {
  const { codes, events, endsEarly, size } = await opened();
  expect(codes).toContain('unpack_stopped');
  expect(endsEarly).toBe(true);
  expect(events).toBeGreaterThan(600);
  expect(size).toBeLessThanOrEqual(64 * MIB);
});

test('the question has both sizes, and an answer that allows no more stops it there', async () => {
  const requested: UnpackFacts[] = [];
  const { codes, size } = await opened(async (facts) => {
    requested.push(facts);
    return 0;
  });
  expect(requested).toHaveLength(1);
  expect(requested[0]?.unpackedBytes).toBeGreaterThan(64 * MIB);
  expect(requested[0]?.packedBytes).toBeLessThanOrEqual(bomb.length);
  expect(codes).toContain('unpack_stopped');
  expect(size).toBeLessThanOrEqual(64 * MIB);
});

test('a limit is respected, and one question that allows enough returns all of it', async () => {
  const some = await opened(async () => 80 * MIB);
  expect(some.codes).toContain('unpack_stopped');
  expect(some.size).toBeGreaterThan(64 * MIB);
  expect(some.size).toBeLessThanOrEqual(80 * MIB);
  let requested = 0;
  const all = await opened(async () => {
    requested++;
    return 1024 * MIB;
  });
  expect([requested, all.events, all.endsEarly]).toEqual([1, 1100, false]);
  expect(all.codes).not.toContain('unpack_stopped');
});

test('a spool has no name while it is used, so that a process that dies leaves nothing', async () => {
  const before = new Set(readdirSync(tmpdir()));
  const spool = await fileSpool();
  await spool.append(new Uint8Array([1, 2, 3]));
  const own = readdirSync(tmpdir()).filter((name) =>
    name.startsWith(`openwop-inspector-spool-${process.pid}-`),
  );
  expect(own.filter((name) => !before.has(name))).toHaveLength(process.platform === 'win32' ? 1 : 0);
  expect(await spool.read(0, 3)).toEqual(new Uint8Array([1, 2, 3]));
  await spool.close?.();
});

test('what processes that are gone have left is removed, and nothing else', async () => {
  const { removeLeftSpools } = await import('../src/node/file-source.ts');
  const folder = mkdtempSync(join(tmpdir(), 'inspector-spools-'));
  const gone = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();
  const names = [
    `openwop-inspector-spool-${gone}-abc`,
    `openwop-inspector-spool-${process.pid}-abc`,
    'openwop-inspector-other',
  ];
  for (const name of names) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'spool'), 'x');
  }
  await removeLeftSpools(folder);
  expect(names.map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
  rmSync(folder, { recursive: true });
});
