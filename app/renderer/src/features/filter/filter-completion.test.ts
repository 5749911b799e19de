import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chipsOf, suggestionsFor, take, termAt, withNegated, withoutChip } from './filter-completion.ts';

/** The caret is at the bar. */
const at = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const VALUES = {
  type: ['node.started', 'node.failed', 'run.failed'],
  node: ['draft', 'ask a reviewer'],
  trust: ['untrusted', 'trusted'],
};

describe('the term around the caret', () => {
  test.each([
    ['|', null, ''],
    ['ty|', null, 'ty'],
    ['type:no|', 'type', 'no'],
    ['-type:no|', 'type', 'no'],
    ['node:draft ty|pe', null, 'ty'],
    ['(node:dr|', 'node', 'dr'],
    ['seq:>=1|', 'seq', '>=1'],
  ])('%s is in field %s with %s typed', (marked, field, typed) => {
    const { text, caret } = at(marked);
    expect(termAt(text, caret)).toMatchObject({ field, typed });
  });

  test('inside quotes there is nothing to complete', () => {
    const { text, caret } = at('node:a "some wo|rds"');
    expect(termAt(text, caret)).toBeNull();
  });
});

describe('suggestions', () => {
  const offered = (marked: string) => {
    const { text, caret } = at(marked);
    const term = termAt(text, caret);
    return term === null ? [] : suggestionsFor(term, VALUES, 8).map(({ label }) => label);
  };
  test.each([
    ['t|', ['type:', 'trust:', 'time:']],
    ['type:fail|', ['node.failed', 'run.failed']],
    ['type:node.*|', ['node.started', 'node.failed']],
    ['trust:|', ['untrusted', 'trusted']],
    ['colour:|', []],
    ['constructor:|', []],
  ])('%s offers %j', (marked, expected) =>
    expect(offered(marked).filter((label) => expected.length === 0 || expected.includes(label))).toEqual(
      expected,
    ),
  );
});

describe('accepting a suggestion', () => {
  const taken = (marked: string, label: string) => {
    const { text, caret } = at(marked);
    const term = termAt(text, caret);
    const suggestion =
      term === null ? undefined : suggestionsFor(term, VALUES, 20).find((s) => s.label === label);
    if (term === null || suggestion === undefined) return null;
    const next = take(text, term, suggestion);
    return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`;
  };
  test.each([
    ['ty|', 'type:', 'type:|'],
    ['-ty| node:draft', 'type:', '-type:| node:draft'],
    ['-type:no|', 'node.failed', '-type:node.failed |'],
    ['type:no|de.x run:r', 'node.failed', 'type:node.failed |run:r'],
    ['node:as|', 'ask a reviewer', 'node:"ask a reviewer" |'],
  ])('%s with %s gives %s', (marked, label, expected) => expect(taken(marked, label)).toBe(expected));

  test('text outside the term is unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, place) => {
        const term = termAt(text, place % (text.length + 1));
        if (term === null) return;
        const [suggestion] = suggestionsFor({ ...term, field: null, typed: '' }, {}, 1);
        if (suggestion === undefined) return;
        const next = take(text, term, suggestion);
        expect(next.text.startsWith(text.slice(0, term.from))).toBe(true);
        expect(next.text.endsWith(text.slice(term.to))).toBe(true);
      }),
    );
  });
});

test('a filter has a chip for each required part', () => {
  expect(chipsOf('node:draft (a or b) -is:stream').map(({ text }) => text)).toEqual([
    'node:draft',
    '(a or b)',
    '-is:stream',
  ]);
  expect(chipsOf('is:')).toEqual([]);
});

test('a chip knows its term without the negation', () => {
  expect(chipsOf('a -is:stream not(b c) --flag').map(({ term }) => term)).toEqual([
    'a',
    'is:stream',
    '(b c)',
    '-flag',
  ]);
});

describe('a chip', () => {
  test.each<[string, number, string]>([
    ['a b c', 1, 'a c'],
    ['a and b', 0, 'b'],
    ['a or b', 0, ''],
    ['a (b or c)', 1, 'a'],
    ['a', 7, 'a'],
  ])('of %j, the one at %i, is removed', (text, at, rest) => expect(withoutChip(text, at)).toBe(rest));

  test.each<[string, number, string]>([
    ['a b', 1, 'a -b'],
    ['a -b', 1, 'a b'],
    ['a not b', 1, 'a b'],
    ['not(a b) c', 0, '(a b) c'],
    ['a or b', 0, '-(a or b)'],
    ['(a or b) c', 0, '-(a or b) c'],
    ['--flag', 0, '"-flag"'],
    ['is:', 0, 'is:'],
  ])('of %j, the one at %i, is negated, and back', (text, at, other) => {
    expect(withNegated(text, at)).toBe(other);
  });
});
