import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommandLine, run } from './run-command-line.ts';
import { eventLine, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();

beforeAll(buildCommandLine, 120_000);
afterAll(() => scratch.remove());

/** A log over the 16 MiB from which a thread scans it for secrets; every third event is recorded again and differs. */
function conflictingLog(): string {
  const filler = 'words and words '.repeat(200);
  const line = (sequence: number, message: string) =>
    eventLine(sequence, { payload: { level: 'info', message } });
  const lines: string[] = [];
  for (let sequence = 0; sequence < 5600; sequence++) {
    lines.push(line(sequence, filler));
    if (sequence % 3 === 0) lines.push(line(sequence, 'other words'));
  }
  return scratch.write('conflicting.ndjson', lines.join('\n'));
}

test('inspect prints the same report in ten processes, each with a thread', async () => {
  const file = conflictingLog();
  const { out } = await run(['inspect', '--json', file]);
  expect(JSON.parse(out).problems.length).toBeGreaterThan(1800);
  for (let round = 0; round < 3; round++) {
    const others = await Promise.all(Array.from({ length: 3 }, () => run(['inspect', '--json', file])));
    expect(others.every((other) => other.out === out)).toBe(true);
  }
}, 120_000);
