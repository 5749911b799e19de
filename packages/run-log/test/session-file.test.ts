/** A session file: its first line is what the user stored, and the log after it is read as if it were alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource, openRunLog, type RunLog, sessionSummary } from '../src/index.ts';
import { openString } from './opened-logs.ts';
import { CAPTURE_TEXT } from './small-capture.ts';
import { EVENTS, FORMS } from './small-logs.ts';

const HEAD = {
  form: 'openwop-inspector-session/1',
  log: { name: 'run.ndjson' },
  notes: [{ text: 'a "}" b' }],
};
const encoder = new TextEncoder();
const joined = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));

async function open(bytes: Uint8Array): Promise<RunLog> {
  const log = openRunLog(bytesSource('saved.owopsession', bytes));
  await log.loaded;
  return log;
}

/** All that the user sees of a log, with places counted from where the log begins. */
async function seen(log: RunLog) {
  const from = log.logBytes?.from ?? 0;
  const rows = await log.rows(Array.from({ length: log.order.length }, (_, at) => log.order.ordinalAt(at)));
  const problems = await log.allProblems();
  const { sessionFile: _, name: __, sizeBytes, loadMs: ___, ...summary } = await sessionSummary(log);
  return {
    summary: { ...summary, sizeBytes: sizeBytes - from },
    // Frames whose data goes over several lines stand in a source of their own.
    rows: rows.map((row) => ({
      ...row,
      byteOffset: row.byteOffset - (log.index.columns.source[row.ordinal] === 0 ? from : 0),
    })),
    lines: rows.map(({ ordinal }) =>
      Math.max(0, (log.index.columns.line[ordinal] as number) - (from === 0 ? 0 : 1)),
    ),
    problems: problems.map(({ code, pointer }) => [code, pointer]),
  };
}

const HEADS = [
  ['as it is written', JSON.stringify(HEAD)],
  ['with blanks in it', `{ "form" : ${JSON.stringify(HEAD).slice(8)}`],
  ['longer than what identifies a form', JSON.stringify({ ...HEAD, trial: { text: 'x'.repeat(200_000) } })],
  ['over several lines', JSON.stringify(HEAD, null, 2)],
] as const;

describe.each([...FORMS, { name: 'capture', bytes: encoder.encode(CAPTURE_TEXT) }])(
  '$name',
  ({ name, bytes }) => {
    test.each(HEADS.slice(0, 3))('behind a head %s it is what it is alone', async (_, head) => {
      const [alone, stored] = [await open(bytes), await open(joined(head, '\n', bytes))];
      // A packed log cannot stand behind a line of text.
      if (name.includes('gzip')) return expect(stored.sessionHead).not.toBeNull();
      expect(await seen(stored)).toEqual(await seen(alone));
      expect((await sessionSummary(stored)).sessionFile).toEqual({ logName: 'run.ndjson', holdsLog: true });
    });
  },
);

test('the lines of the log are those of the file', async () => {
  const events = EVENTS.map((event) => JSON.stringify(event));
  const log = await openString([JSON.stringify(HEAD), events[0], 'no JSON', events[1]].join('\n'));
  expect((await log.allProblems()).find(({ code }) => code === 'bad_line')?.message).toContain('Line 3');
  expect(log.index.columns.line[1]).toBe(4);
});

test.each(HEADS)('a head %s is parsed, whole', async (_, head) => {
  const log = await openString(`${head}\n${JSON.stringify(EVENTS[0])}\n`);
  expect(log.sessionHead?.value).toEqual(JSON.parse(head));
  expect(log.index.events).toBe(1);
  expect(log.index.unreadable).toBe(0);
});

test('without a log it says which log it wants', async () => {
  for (const end of ['', '\n', '\n \n']) {
    const log = await openString(JSON.stringify(HEAD) + end, 'saved.owopsession');
    const summary = await sessionSummary(log);
    expect(summary).toMatchObject({ format: 'session', events: 0 });
    expect(summary.sessionFile).toEqual({ logName: 'run.ndjson', holdsLog: false });
    expect(summary.explanation).toBe(
      'This session file holds no log: it was saved from run.ndjson, which has to be opened',
    );
  }
});

test('its name of a log is displayed masked, on one line, and may be missing', async () => {
  const named = async (log: unknown) =>
    (await sessionSummary(await openString(JSON.stringify({ ...HEAD, log })))).sessionFile?.logName;
  expect(await named({ name: `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}.ndjson` })).toContain('[masked');
  expect(await named({ name: 'a\n\u202eb' })).not.toMatch(/[\n\u202e]/);
  for (const log of [null, 7, {}, { name: ['x'] }]) expect(await named(log)).toBe('a log');
});

test('a head that is not JSON or not whole is reported', async () => {
  const head = JSON.stringify(HEAD);
  for (const text of [head.slice(0, -3), `${head.slice(0, -1)},}\n${JSON.stringify(EVENTS[0])}`]) {
    const log = await openString(text);
    expect((await log.allProblems()).map(({ code }) => code)).toContain('unknown_format');
    expect(log.sessionHead).toBeNull();
  }
});

test('a session file in a session file is no second session', async () => {
  const head = JSON.stringify(HEAD);
  const log = await openString(`${head}\n${head}\n${JSON.stringify(EVENTS[0])}\n`);
  expect([log.index.events, log.index.unreadable]).toEqual([1, 1]);
});

test('reads the same in pieces of any size', async () => {
  const bytes = joined(JSON.stringify(HEAD), '\n', ...EVENTS.map((event) => `${JSON.stringify(event)}\n`));
  const whole = await seen(await open(bytes));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 8 }),
      async (sizes) => {
        let turn = 0;
        const source = bytesSource('saved.owopsession', bytes);
        const log = openRunLog({
          ...source,
          read: (offset, length) => source.read(offset, Math.min(length, sizes[turn++ % sizes.length] ?? 1)),
        });
        await log.loaded;
        expect(log.index.events).toBe(EVENTS.length);
        expect(log.sessionHead?.value).toEqual(HEAD);
        expect(log.logBytes?.from).toBe(JSON.stringify(HEAD).length + 1);
      },
    ),
    { numRuns: 40, seed: 11 },
  );
  expect(whole.rows).toHaveLength(EVENTS.length);
});
