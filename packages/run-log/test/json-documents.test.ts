import { describe, expect, test } from 'vitest';
import { bytesSource, openRunLog, type RunLog } from '../src/index.ts';
import { BROKEN, EITHER, rowsOf, WHOLE } from './json-documents.ts';

/**
 * Whatever is in a file: everything readable is displayed, what is wrong is reported with its code, byte and line, and a
 * well-formed file has no problem of its text (bundles section 1).
 */

const OF_TEXT = [
  'bad_line',
  'trailing_data',
  'unreadable_entry',
  'ends_early',
  'invalid_utf8',
  'duplicate_key',
  'too_deep',
  'unknown_format',
];

const event = (sequence: number, payload = '{}'): string =>
  `{"eventId":"e${sequence}","runId":"r","type":"node.started","sequence":${sequence},"timestamp":"2026-05-18T10:00:00Z","payload":${payload}}`;
const [first, second] = [event(0), event(1)];

async function open(text: string | Uint8Array): Promise<RunLog> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const log = openRunLog(bytesSource('input', bytes));
  await log.loaded;
  return log;
}

async function problemsOf(log: RunLog): Promise<Awaited<ReturnType<RunLog['allProblems']>>> {
  return (await log.allProblems()).filter(({ code }) => OF_TEXT.includes(code));
}

async function sequencesOf(log: RunLog): Promise<(number | null)[]> {
  const rows = await log.rows(Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i)));
  return rows.map(({ sequence }) => sequence);
}

/** Places for a value, with the events around it. */
const PLACES: Readonly<Record<string, (value: string) => string>> = {
  'between the entries of an array': (value) => `[\n${first},\n${value}\n,${second}\n]`,
  'between the entries of a list of events': (value) =>
    `{"events":[${first},${value}\n,${second}],"isComplete":true}`,
  'in a member before the events': (value) => `{"run":\n${value}\n,"events":[${first},${second}]}`,
  'in a member behind the events': (value) => `{"events":[${first},${second}],\n"metrics":${value}\n}`,
  'on a line between events': (value) => `${first}\n${value.replaceAll('\n', ' ')}\n${second}\n`,
};

describe.each(Object.entries(PLACES))('%s', (name, at) => {
  const isEntry = name.startsWith('between') || name.startsWith('on a line');

  test.each(rowsOf(WHOLE))('%s: %j has no problem', async (_kind, value) => {
    const log = await open(isEntry ? at(event(2, value)) : at(value));
    expect((await sequencesOf(log)).slice(0, 2)).toEqual([0, 1]);
    expect(await problemsOf(log)).toEqual([]);
  });

  test.each(rowsOf(EITHER))('%s: %j costs no event', async (_kind, value) => {
    const log = await open(isEntry ? at(event(2, value)) : at(value));
    expect((await sequencesOf(log)).slice(0, 2)).toEqual([0, 1]);
    expect((await problemsOf(log)).map(({ code }) => code)).not.toContain('bad_line');
  });

  test.each(rowsOf(BROKEN))('%s: %j is placed and costs nothing else', async (_kind, value) => {
    const text = at(value);
    const log = await open(text);
    const sequences = await sequencesOf(log);
    expect(sequences.filter((sequence) => sequence !== null)).toEqual([0, 1]);
    const problems = await problemsOf(log);
    expect(problems.length).toBeGreaterThan(0);
    const bytes = new TextEncoder().encode(text);
    for (const { byteOffset = -1, line, severity, message } of problems) {
      expect(byteOffset, message).toBeGreaterThanOrEqual(0);
      expect(byteOffset, message).toBeLessThanOrEqual(bytes.length);
      const before = bytes.subarray(0, byteOffset);
      expect(line, message).toBe(before.filter((byte) => byte === 0x0a).length + 1);
      expect(severity).not.toBe('note');
    }
  });
});

describe('alone', () => {
  test.each(rowsOf(WHOLE))('%s: %j is recognized as no run', async (_kind, value) => {
    const log = await open(value);
    expect(log.index.events).toBe(0);
    expect((await problemsOf(log)).map(({ code }) => code)).not.toContain('bad_line');
    expect(log.results[0]?.explanation).toMatch(/[a-z]{3,} [a-z]/);
  });

  test.each(rowsOf(BROKEN))('%s: %j gets a reason', async (_kind, value) => {
    const log = await open(value);
    expect(log.index.events).toBe(0);
    expect(log.results[0]?.explanation).toMatch(/[a-z]{3,} [a-z]/);
    expect(await problemsOf(log)).not.toEqual([]);
  });
});

/** One fault, the words for it, and the byte that it is reported at: that of the mark `|`, which is taken out. */
describe('each fault has its own words', () => {
  test.each([
    ['a comma with nothing after it', `[${first}|,]`],
    ['a comma with nothing after it', `{"events":[${first}]|,\n}`],
    ['a comma with nothing after it', `{"run":{"a":[1|,]},"events":[${first}]}`],
    ['a comma with no value before it', `[|,${first}]`],
    ['a comma with no value before it', `{"a":[1,|,2],"events":[${first}]}`],
    ['a comma is missing', `[${first} |${second}]`],
    ['a comma is missing', `{"isComplete":true |"events":[${first}]}`],
    ['a colon is missing', `{"events":[${first}],"run" |{}}`],
    ['a value is missing', `{"run":|,"events":[${first}]}`],
    ['a value is missing', `{"run":{"a":|},"events":[${first}]}`],
    ['a comment', `[${first}, |/* old */ ${second}]`],
    ['a comment', `|// by hand\n[${first}]`],
    ['a string in single quotes', `{"a":|'x',"events":[${first}]}`],
    ['a name without quotes', `{"events":[${first}],|a:1}`],
    ['a word that is no JSON value', `{"a":|True,"events":[${first}]}`],
    ['NaN and Infinity are no JSON numbers', `{"a":[|NaN],"events":[${first}]}`],
    ['a number that starts with a zero', `{"a":|01,"events":[${first}]}`],
    ['a number in a form that JSON does not have', `{"a":|0x1F,"events":[${first}]}`],
    ['a control character inside a string', `{"a":"x|\ty","events":[${first}]}`],
    ['a line break inside a string', `[${first},{"a":"x|\ny"},${second}]`],
    ['a closing bracket of the other kind', `{"events":[${first}|}`],
    ['a closing bracket that nothing opened', `[${first}|},${second}]`],
    ['a NUL byte', `[${first},|\u0000${second}]`],
    ['a character that JSON does not allow there', `[${first},|\u00a0${second}]`],
    ['a byte order mark inside the text', `${first}\n|\ufeff${second}\n`],
  ])('%s: %j', async (words, marked) => {
    const [before = '', behind = ''] = marked.split('|');
    const log = await open(before + behind);
    const problems = await problemsOf(log);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: 'bad_line',
      byteOffset: new TextEncoder().encode(before).length,
    });
    expect(problems[0]?.message).toContain(words);
  });
});

test('a fault far behind the first window has its line', async () => {
  const many = Array.from({ length: 4_000 }, (_, i) => event(i, `{"text":"${'x'.repeat(200)}"}`)).join(',\n');
  const log = await open(`[\n${many},\n]`);
  expect(log.index.events).toBe(4_000);
  expect((await problemsOf(log)).map(({ line }) => line)).toEqual([4_001]);
});

test('a broken entry larger than a window costs itself alone', async () => {
  const broken = `{"a":"${'x'.repeat(3_000_000)}" nonsense ,,`;
  const log = await open(`[${first},${broken},${second}]`);
  expect(await sequencesOf(log)).toEqual([0, 1]);
});

test('lists and objects that never end are reported and cost no time that grows with their square', async () => {
  for (const text of [
    '['.repeat(200_000),
    '{"a":'.repeat(200_000),
    '[{"a":'.repeat(100_000),
    '{'.repeat(200_000),
  ]) {
    const log = await open(text);
    expect(log.index.events).toBe(0);
    expect(await problemsOf(log)).not.toEqual([]);
  }
});
