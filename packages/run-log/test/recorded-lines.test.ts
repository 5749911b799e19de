import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRunLog } from '../src/open-run-log.ts';
import { bytesSource } from '../src/source/byte-source.ts';

const recordings = join(import.meta.dirname, '../../../testing/recordings');

test('every recorded event has a line, and no line shows a token', async () => {
  const files = readdirSync(recordings, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?:debug-bundle|poll|snapshot)\.json$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const empty = new Set<string>();
  for (const file of files) {
    const log = openRunLog(bytesSource(file, readFileSync(join(recordings, file))));
    await log.loaded;
    for (const row of await log.rows(
      Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i)),
    )) {
      if (row.summary === '') empty.add(row.type);
      expect(row.summary).not.toMatch(/(?:interrupts|assets)\/[\w-]{5}/);
    }
  }
  expect([...empty]).toEqual([]);
});
