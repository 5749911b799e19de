import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommandLine, run } from './run-command-line.ts';
import { eventLine, ScratchFolder } from './scratch-folder.ts';

/** A log that is larger than the memory it may take is read as far as it fits (bundles-and-transport section 1). */

const scratch = new ScratchFolder();
let file = '';
beforeAll(async () => {
  await buildCommandLine();
  const message = 'x'.repeat(1000);
  const events = Array.from({ length: 20_000 }, (_, at) =>
    eventLine(at, { payload: { level: 'info', message } }),
  );
  file = scratch.write('large.ndjson', events.join('\n'));
});
afterAll(() => scratch.remove());

test('inspect reads what fits, says so and how to read more', async () => {
  const { status, out } = await run(['inspect', file, '--no-checks', '--memory', '1MB']);
  expect(status).toBe(1);
  expect(out).toMatch(/The memory for this log was full after [\d,]+ events/);
  expect(out).toContain('The log is larger than the memory it may take');
  expect(out).toContain('--memory');
});

test('with more memory all of it is read', async () => {
  const { out } = await run(['inspect', file, '--no-checks', '--json', '--memory', '1GB']);
  expect(JSON.parse(out)).toMatchObject({ events: 20_000, complete: true });
});
