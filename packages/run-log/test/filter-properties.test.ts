import { filterLog } from '@openwop-inspector/testing/filters';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource, isFilterError, openRunLog, parseFilter, type RunLog, runFilter } from '../src/index.ts';
import { planForText } from '../src/query/filter/search-plan.ts';
import { takeSearch } from '../src/query/filter/sweep.ts';

const running = { isCancelled: () => false };
const encoder = new TextEncoder();

async function opened(bytes: Uint8Array): Promise<RunLog> {
  const log = openRunLog(bytesSource('log.ndjson', bytes));
  await log.loaded;
  return log;
}

async function rowsOf(log: RunLog, text: string): Promise<readonly number[]> {
  const filter = await parseFilter(text, log);
  if (isFilterError(filter)) throw new Error(`${text}: ${filter.message}`);
  return [...((await runFilter(filter, log, running)) ?? [])];
}

/** What a text has always meant: decode, lower-case, look. */
async function rowsWithText(log: RunLog, text: string): Promise<readonly number[]> {
  const rows: number[] = [];
  for (let i = 0; i < log.order.length; i++) {
    const row = log.order.ordinalAt(i);
    const decoded = new TextDecoder().decode(await log.read(row));
    if (decoded.toLowerCase().includes(text.toLowerCase())) rows.push(row);
  }
  return rows;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Characters whose case, bytes or escapes are unlike those of others. */
const hard = fc.constantFrom(
  'a',
  'K',
  'k',
  '\u212a',
  'i',
  'I',
  '\u0130',
  '\u0131',
  '\u0307',
  's',
  'S',
  '\u017f',
  'ß',
  '\u1e9e',
  'é',
  'É',
  'Σ',
  'σ',
  'ς',
  'å',
  '\u212b',
  'ǅ',
  'ǆ',
  '😀',
  '\ud83d',
  '\ude00',
  '\ufffd',
  '\ufeff',
  '"',
  '\\',
  '/',
  '\n',
  '\0',
  ' ',
  '中',
  '𐐀',
  '𐐨',
);
const hardText = fc.array(hard, { maxLength: 12 }).map((all) => all.join(''));

/** Lines of events, some with bytes that are no UTF-8 and some with escapes for every character. */
const hostileLines = fc
  .array(fc.tuple(hardText, fc.constantFrom('plain', 'escaped', 'broken')), { minLength: 1, maxLength: 8 })
  .map((events) => {
    const parts = events.flatMap(([text, how], sequence) => {
      const written = how === 'escaped' ? escaped(text) : JSON.stringify(text);
      const line = encoder.encode(
        `{"eventId":"e${sequence}","runId":"r","sequence":${sequence},"type":"log.appended","payload":{"message":${written}}}`,
      );
      const at = line.length - 3;
      const broken =
        how === 'broken'
          ? [line.subarray(0, at), Uint8Array.of(0xc3, 0xe2, 0x84), line.subarray(at)]
          : [line];
      return [...broken, encoder.encode('\n')];
    });
    return Uint8Array.from(parts.flatMap((part) => [...part]));
  });

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, '0'),
  );
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
}

/** A text as a pattern that RE2 and the platform read alike. */
function patternFor(text: string): string {
  const characters = Array.from(text.replace(/[\ud800-\udfff]/gu, ''), (character) => {
    const code = character.charCodeAt(0);
    const isPlain = /[A-Za-z]/.test(character) || code >= 0xd800;
    return isPlain ? character : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return characters.join('');
}

test('a pattern selects what the platform finds in every decoded event of hostile logs', async () => {
  await fc.assert(
    fc.asyncProperty(
      hostileLines,
      fc.array(hardText.map(patternFor), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (bytes, alternatives, ignoresCase) => {
        const source = `m${alternatives.join('|m?')}`;
        const log = await opened(bytes);
        const wanted: number[] = [];
        for (let i = 0; i < log.order.length; i++) {
          const row = log.order.ordinalAt(i);
          const text = new TextDecoder().decode(await log.read(row));
          if (new RegExp(source, ignoresCase ? 'iu' : 'u').test(text)) wanted.push(row);
        }
        expect([source, await rowsOf(log, `/${source}/${ignoresCase ? 'i' : ''}`)]).toEqual([source, wanted]);
      },
    ),
    { numRuns: runsOf(400) },
  );
});

describe('a text selects what decoding and lower-casing every event selects', () => {
  test('in hostile logs', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostileLines,
        hardText.filter((text) => text !== ''),
        async (bytes, text) => {
          const log = await opened(bytes);
          expect([text, await rowsOf(log, quoted(text))]).toEqual([text, await rowsWithText(log, text)]);
        },
      ),
      { numRuns: runsOf(400) },
    );
  });

  test('for every piece of every event of the log of the table', async () => {
    const log = await opened(encoder.encode(filterLog()));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(20),
        fc.nat(400),
        fc.integer({ min: 1, max: 12 }),
        async (event, from, length) => {
          const text = new TextDecoder()
            .decode(await log.read(log.order.ordinalAt(event)))
            .slice(from, from + length);
          if (text === '') return;
          expect([text, await rowsOf(log, quoted(text))]).toEqual([text, await rowsWithText(log, text)]);
        },
      ),
    );
  });

  test('when it is longer than a needle, or an event larger than the room', async () => {
    const long = 'x'.repeat(300);
    const event = (sequence: number, message: string): string =>
      `${JSON.stringify({ eventId: `e${sequence}`, runId: 'r', sequence, type: 'log.appended', payload: { message } })}\n`;
    const log = await opened(
      encoder.encode(
        [
          event(0, `${long}a`),
          event(1, `${'y'.repeat(3_000_000)}${long}b`),
          event(2, long),
          event(3, 'end'),
        ].join(''),
      ),
    );
    for (const text of [`${long}a`, `${long}b`, long, 'end"', 'y'.repeat(250)])
      expect(await rowsOf(log, text.includes('"') ? quoted(text) : text)).toEqual(
        await rowsWithText(log, text),
      );
  });
});

test('lower-casing makes ASCII of two characters beyond it alone, which the search plan knows', () => {
  const found: string[] = [];
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (/[\0-\x7f]/.test(character.toLowerCase())) found.push(character);
  }
  expect(found).toEqual(['\u0130', '\u212a']);
  expect(planForText('spanish')?.length).toBe(1);
});

test('the search finds what a plain comparison of bytes finds', () => {
  const search = takeSearch();
  const letters = fc.constantFrom('a', 'A', 'b', 'z', 'Z', '@', '[', '`', '{', '"', '0', 'é');
  const textOf = (max: number) =>
    fc.array(letters, { minLength: 1, maxLength: max }).map((all) => all.join(''));
  fc.assert(
    fc.property(textOf(60), textOf(3), fc.nat(20), (text, needle, from) => {
      const lowerAscii = (one: string) => one.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      const bytes = encoder.encode(text);
      const wanted = Array.from(encoder.encode(lowerAscii(needle)));
      const folded = Array.from(encoder.encode(lowerAscii(text)));
      search.room.fill(0).set(bytes);
      search.setNeedle(Uint8Array.from(wanted));
      const places = folded
        .map((_, at) => at)
        .filter(
          (at) =>
            at >= from &&
            at + wanted.length <= folded.length &&
            wanted.every((byte, i) => folded[at + i] === byte),
        );
      expect(search.find(from, bytes.length)).toBe(places[0] ?? -1);
    }),
    { numRuns: runsOf(300) },
  );
});

const word = fc.oneof(
  fc.constantFrom(
    'type:node.*',
    'node:plan',
    'seq:>=1',
    '#2',
    'is:failed',
    'trust:absent',
    'at:09:00',
    'size:>1k',
    'x',
    '"a b"',
    '/a+/i',
    'payload.n:>1',
  ),
  fc.constantFrom(
    '(',
    ')',
    'and',
    'or',
    'not',
    '-',
    '"',
    '/',
    '\\',
    ':',
    'payload.',
    'type:',
    'seq:',
    '*',
    '..',
    'cause:e1',
    'under:zz',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

test('any text is a filter, or an error with a column in the text', async () => {
  const log = await opened(encoder.encode(filterLog()));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 10 }), fc.constantFrom('', ' '), async (words, between) => {
      const text = words.join(between);
      const filter = await parseFilter(text, log);
      if (!isFilterError(filter)) return;
      expect(filter.column).toBeGreaterThanOrEqual(0);
      expect(filter.column).toBeLessThanOrEqual(text.length);
      expect(filter.end ?? text.length).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: runsOf(2000) },
  );
});

describe('a filter is bounded', () => {
  test.each([
    ['(', 'Groups and negations nest at most'],
    ['not ', 'Groups and negations nest at most'],
    ['x'.repeat(1000), 'A filter has at most'],
  ])('%#', async (piece, message) => {
    const log = await opened(encoder.encode(filterLog()));
    const filter = await parseFilter(`${piece.repeat(500)}x`, log);
    expect(isFilterError(filter) && filter.message).toContain(message);
  });
});

test('rows come batch by batch in display order, with how far the filter is', async () => {
  const lines = Array.from(
    { length: 70_000 },
    (_, sequence) =>
      `{"eventId":"e${sequence}","runId":"r","sequence":${sequence},"type":"t${sequence % 3}"}`,
  );
  const log = await opened(encoder.encode(lines.join('\n')));
  const filter = await parseFilter('t1 -type:t0', log);
  if (isFilterError(filter)) throw new Error(filter.message);
  const batches: { rows: number[]; done: number; of: number }[] = [];
  const all = await runFilter(filter, log, {
    ...running,
    onBatch: ({ rows, done, of }) => void batches.push({ rows: [...rows], done, of }),
  });
  expect(batches.length).toBeGreaterThan(1);
  expect(batches.flatMap(({ rows }) => rows)).toEqual([...(all ?? [])]);
  expect(batches.at(-1)).toMatchObject({ done: 70_000, of: 70_000 });
  expect(all?.length).toBe(23_333);
});

test('a pattern that is slow over one long event lets others in, and is cancelled there', async () => {
  let seed = 7;
  const letters = Array.from({ length: 400_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 2 === 0 ? 'a' : 'b';
  });
  const event = { eventId: 'e', runId: 'r', sequence: 0, type: 't', payload: letters.join('') };
  const log = await opened(encoder.encode(JSON.stringify([event])));
  const filter = await parseFilter('/a[ab]{900}c/', log);
  if (isFilterError(filter)) throw new Error(filter.message);
  let turns = 0;
  const isCancelled = (): boolean => ++turns > 2;
  expect(await runFilter(filter, log, { isCancelled })).toBeNull();
  expect(turns).toBeLessThan(8);
});
