import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  documentLists,
  documentWith,
  longest,
  MAX_BYTES,
  MAX_CHARACTERS,
  type Printed,
  pagedMembers,
} from './call-tool.ts';

const printed = (document: unknown, rest: Partial<Printed> = {}): Printed => ({
  isCut: false,
  totalOf: null,
  json: `${JSON.stringify(document)}\n`,
  ...rest,
});

interface Members {
  readonly page?: { readonly offset: number; readonly count: number; readonly total: number };
  readonly next: { readonly offset?: number; readonly textOffset?: number } | null;
  readonly document?: Record<string, unknown>;
  readonly text?: string;
}

/** Answers until there is no next; a tool that leaves out items itself is given as a function of the offset. */
function walk(of: (offset: number) => Printed, limit: number | null): readonly Members[] {
  const all: Members[] = [];
  for (let next: Members['next'] = {}; next !== null; next = all.at(-1)?.next ?? null) {
    const { offset = 0, textOffset = 0 } = next;
    const rows = limit === null ? null : { offset, limit };
    const text = `{${pagedMembers(of(offset), { rows, textOffset })}}`;
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES + 1024);
    all.push(JSON.parse(text));
    expect(all.length).toBeLessThan(10_000);
  }
  return all;
}

/** The items of a list over all answers, those that came in pieces of text too. */
function itemsOf(answers: readonly Members[], name: string): readonly unknown[] {
  const items: unknown[] = [];
  let pieces = '';
  for (const { document, text, next } of answers) {
    if (text !== undefined) pieces += text;
    const isWhole = text !== undefined && next?.textOffset === undefined;
    const one = isWhole ? JSON.parse(pieces) : document;
    if (isWhole) pieces = '';
    const list: unknown = one?.[name];
    if (Array.isArray(list)) items.push(...list);
  }
  return items;
}

describe('a document is taken apart at the lists of its first level', () => {
  test.each([
    ['{}', 0],
    ['[]', 0],
    ['{"a":[]}', 0],
    ['{"a":[1],"b":{"c":[1,2,3]},"d":[[1,2],{"e":[3]}]}', 2],
    ['{"a":"[1,2]","b":["],[",",","\\"]"],"c":null}', 3],
    ['{"a":[1,2', 0],
    ['', 0],
  ])('%s', (text, most) => {
    const lists = documentLists(text);
    expect([documentWith(lists, 0, 100), longest(lists)]).toEqual([text, most]);
  });

  test('put together again, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
        const text = JSON.stringify(document);
        expect(documentWith(documentLists(text), 0, 1e9)).toBe(text);
      }),
    );
  });
});

describe('going on by next gives every item once', () => {
  const item = fc.oneof(fc.integer(), fc.string({ maxLength: 30 }), fc.constant('é\u{1f702}"'.repeat(9000)));

  test('of lists that were printed whole', () => {
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 40 }),
        fc.array(item, { maxLength: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (a, b, limit) => {
          const answers = walk(() => printed({ a, n: 1, b }), limit);
          expect(itemsOf(answers, 'a')).toEqual(a);
          expect(itemsOf(answers, 'b')).toEqual(b);
        },
      ),
      { numRuns: runsOf(50, 15) },
    );
  });

  test('of a list that the command gives from an offset on, with the total behind it', () => {
    const rows = Array.from({ length: 25 }, (_, at) => at);
    const of = (offset: number): Printed =>
      printed(
        { rows: rows.slice(offset, offset + 10), total: rows.length },
        { isCut: true, totalOf: () => rows.length },
      );
    const answers = walk(of, 10);
    expect(itemsOf(answers, 'rows')).toEqual(rows);
    expect(answers.map(({ page }) => page)).toEqual([
      { offset: 0, count: 10, total: 25 },
      { offset: 10, count: 10, total: 25 },
      { offset: 20, count: 5, total: 25 },
    ]);
  });

  test('of a document without lists that does not fit, in pieces that cut no character', () => {
    const document = { text: '\u{1f702}'.repeat(MAX_CHARACTERS) };
    const answers = walk(() => printed(document), null);
    const pieces = answers.map(({ text }) => text ?? '');
    expect(JSON.parse(pieces.join(''))).toEqual(document);
    for (const one of pieces) expect(one).not.toMatch(/[\ud800-\udfff]/u);
  });
});

test('an offset behind the end, and a place behind the text, are the end', () => {
  const far = pagedMembers(printed({ a: [1, 2] }), { rows: { offset: 9, limit: 5 }, textOffset: 0 });
  expect(JSON.parse(`{${far}}`)).toEqual({
    page: { offset: 9, count: 0, total: 2 },
    next: null,
    document: { a: [] },
  });
  const behind = pagedMembers(printed({ a: 'x'.repeat(MAX_BYTES) }), { rows: null, textOffset: 1e9 });
  expect(JSON.parse(`{${behind}}`)).toMatchObject({ next: null, text: '' });
});
