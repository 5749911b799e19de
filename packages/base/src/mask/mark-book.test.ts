import { expect, test } from 'vitest';
import { isRedacted, MarkBook } from './mark.ts';
import { masker } from './masker.ts';

const long = 'x'.repeat(600);

test.each([
  ['the same secret', ['hunter2hunter2', 'name'], ['hunter2hunter2', 'github'], true],
  ['another', ['hunter2hunter2', 'name'], ['hunter2hunter3', 'name'], false],
  ['after a scheme', ['Bearer abcdefgh', 'authorization'], ['abcdefgh', 'name'], true],
  ['long ones that differ at the end', [`${long}1`, 'name'], [`${long}2`, 'name'], false],
] as const)('%s', (_, one, other, isSame) => {
  const book = new MarkBook();
  const bare = (mark: string) => mark.replace('Bearer ', '');
  expect(bare(book.markOf(one[0], one[1])) === bare(book.markOf(other[0], other[1]))).toBe(isSame);
  expect(book.size).toBe(isSame ? 1 : 2);
});

test('a mark shows no character of its secret, is one for all maskers, and is not marked again', () => {
  const book = new MarkBook();
  const mark = book.markOf('abcdefghijklmnop', 'name');
  expect(mark).toBe('…[masked:name #1]');
  for (const displayed of [mark, book.markOf('Bearer abcdefghijklmnopq', 'bearer')]) {
    expect(isRedacted(displayed)).toBe(true);
    expect(masker.text(displayed, 'password')).toBe(displayed);
    expect(masker.json(JSON.stringify({ token: displayed, text: `a ${displayed} b` })).masked).toBe(0);
    expect(book.markOf(displayed, 'name')).toBe(displayed);
  }
});
