import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { foundFiles } from '../src/open/found-files.ts';
import { events } from '../src/verbs/events.ts';
import { inspect } from '../src/verbs/inspect.ts';
import { runs } from '../src/verbs/runs.ts';
import { type CaptureOptions, captureTerminal } from './capture-terminal.ts';
import { eventLine, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

async function ran(
  paths: readonly string[],
  options: CaptureOptions & { json?: boolean; failed?: boolean } = {},
) {
  const stored = captureTerminal(options);
  const { json = true, failed = false } = options;
  const status = await runs(paths, { json, failed }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

const listed = (out: string): readonly string[] =>
  JSON.parse(out).runs.map(({ runId }: { readonly runId: string }) => runId);

const log = (runId: string, ms: number, type = 'run.completed'): string =>
  [
    eventLine(0, {
      runId,
      eventId: `${runId}-0`,
      type: 'run.started',
      payload: {},
      timestamp: new Date(ms).toISOString(),
    }),
    eventLine(1, {
      runId,
      eventId: `${runId}-1`,
      type,
      payload: {},
      timestamp: new Date(ms + 1500).toISOString(),
    }),
  ].join('\n');

/** A folder with logs in it and in a folder below, and with other things. */
function folder(): string {
  for (const name of ['logs', 'logs/below', 'logs/.hidden', 'logs/empty'])
    mkdirSync(join(scratch.path, name), { recursive: true });
  scratch.write('logs/a10.ndjson', log('late', 9000, 'run.failed'));
  scratch.write('logs/a9.ndjson', log('fine', 1000));
  scratch.write('logs/below/b.ndjson', log('early', 5000, 'run.failed'));
  scratch.write('logs/.hidden/c.ndjson', log('hidden', 1));
  scratch.write('logs/notes.md', '# No log\n');
  scratch.write('logs/picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]));
  try {
    symlinkSync(join(scratch.path, 'logs'), join(scratch.path, 'logs', 'circle'));
  } catch {
    // It is there from the test before.
  }
  return join(scratch.path, 'logs');
}

describe('runs', () => {
  test('of a folder: the failed ones first, then by start; what is below it too, what is hidden or linked not', async () => {
    const { status, out, err } = await ran([folder()]);
    expect(status).toBe(0);
    expect(listed(out)).toEqual(['early', 'late', 'fine']);
    expect(JSON.parse(out).files).toBe(5);
    expect(JSON.parse(out).runs[0]).toMatchObject({
      status: 'failed',
      startMs: 5000,
      tookMs: 1500,
      events: 2,
    });
    expect(err).toContain('2 of them hold no run');
    expect(err).toContain('notes.md');
    expect(err).not.toContain('hidden');
  });

  test('--failed leaves the others out', async () => {
    expect(listed((await ran([folder()], { failed: true })).out)).toEqual(['early', 'late']);
  });

  test('of files: each run of each, in a table that fits the terminal', async () => {
    const files = ['acme-prd-draft.bundle.json', 'fan-out.ndjson.gz', 'repaired-ticket.ndjson'].map(sample);
    const { status, out } = await ran(files, { json: false, columns: '100' });
    expect(status).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^STATUS +RUN +FAILURE +FILE +EVENTS +TOOK$/);
    expect(lines[1]).toMatch(/^failed +prd-5f2c +#216 draft/);
    expect(lines.at(-1)).toBe('6 runs in 3 files: 4 completed, 2 failed');
    for (const one of lines) expect(one.length).toBeLessThanOrEqual(100);
  });

  test('a file that was named and holds no run is complained of, the others are listed', async () => {
    const { status, out, err } = await ran([sample('index.json'), sample('repaired-ticket.ndjson')]);
    expect(status).toBe(2);
    expect(listed(out)).toEqual(['ticket-41ae']);
    expect(err).toContain('index.json');
  });

  test.each([
    ['a folder without a file', join(scratch.path, 'nothing'), 'there is no file in this folder'],
    ['a path that is not there', join(scratch.path, 'gone'), 'there is no such file'],
  ])('%s is reported and ends with 2', async (_, path, why) => {
    mkdirSync(join(scratch.path, 'nothing'), { recursive: true });
    const { status, err } = await ran([path]);
    expect(status).toBe(2);
    expect(err).toContain(why);
  });

  test('a stop lists what was read until then and says so', async () => {
    const stop = new AbortController();
    const stored = captureTerminal({
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await runs([folder()], { json: true, failed: false }, stored.surroundings);
    expect(stored.err()).toContain('stopped after');
  });

  test('secrets in names of runs are masked', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const file = scratch.write('secret.ndjson', log(token, 1));
    for (const json of [true, false]) expect((await ran([file], { json })).out).not.toContain(token);
  });
});

test('inspect of a folder reports each of its logs, and what is no log does not count', async () => {
  const stored = captureTerminal();
  const status = await inspect([folder()], { json: true, checks: false }, stored.surroundings);
  const documents = stored
    .out()
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(documents.map(({ file }) => file.slice(scratch.path.length))).toEqual([
    '/logs/a9.ndjson',
    '/logs/a10.ndjson',
    '/logs/below/b.ndjson',
    '/logs/notes.md',
    '/logs/picture.png',
  ]);
  expect(status).toBe(0);
});

test('events of a folder are one list, run by run; a row says which file it is from', async () => {
  const stored = captureTerminal();
  const options = { filter: 'is:failed', limit: null, offset: 0, checks: false, json: true };
  const status = await events([folder()], options, stored.surroundings);
  const { rows, total } = JSON.parse(stored.out());
  expect([status < 2, total]).toEqual([true, 2]);
  const reported = rows.map(({ runId, file }: { readonly runId: string; readonly file: string }) => [
    runId,
    file.slice(scratch.path.length),
  ]);
  expect(reported.sort()).toEqual([
    ['early', '/logs/below/b.ndjson'],
    ['late', '/logs/a10.ndjson'],
  ]);
  const table = captureTerminal({ columns: '100' });
  await events([folder()], { ...options, json: false }, table.surroundings);
  expect(table.out()).toMatch(/RUN/);
  expect(table.out()).toContain('2 events of 6 match');
});

test('standard input is a file like another', async () => {
  const captured = captureTerminal();
  const files = await foundFiles(['-', sample('fan-out.ndjson.gz')], captured.surroundings.terminal);
  expect(files).toEqual([
    { path: '-', isFromFolder: false },
    { path: sample('fan-out.ndjson.gz'), isFromFolder: false },
  ]);
  expect(captured.err()).toBe('');
});
