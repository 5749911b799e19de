import { describe, expect, test } from 'vitest';
import { dim, line, name } from './document.ts';
import { cutToWidth, padToWidth, textWidth } from './safe-text.ts';
import { cutLine, lineWidth, paintLine, wrapLine } from './terminal.ts';

const displayed = (spans: Parameters<typeof paintLine>[0]): string => paintLine(spans, false).trimEnd();

describe('textWidth', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['한', 2],
    ['👍', 2],
    ['…–✓', 3],
  ])('of %s is %i', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe('cutToWidth', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['abcdef', 1, '…'],
    ['abcdef', 0, ''],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
  ])('%s to %i is %s', (text, width, cut) => {
    expect(cutToWidth(text, width)).toBe(cut);
  });

  test('a padded text fills its column, wide characters counted twice', () => {
    expect(padToWidth('日本', 6)).toBe('日本  ');
    expect(padToWidth('7', 3, 'right')).toBe('  7');
  });
});

describe('a line', () => {
  const long = line('one ', name('two'), dim(' three'), ' four');

  test.each([
    [null, 'one two three four'],
    [18, 'one two three four'],
    [17, 'one two three fo…'],
    [14, 'one two three…'],
    [7, 'one tw…'],
    [4, 'one…'],
  ])('cut to %s columns is "%s"', (width, text) => {
    expect(displayed(cutLine(long, width))).toBe(text);
  });

  test.each([3, 5, 9, 13, 17])(
    'wrapped to %i columns is never wider, and loses no word that fits',
    (width) => {
      const lines = wrapLine(long, width, 2);
      for (const one of lines) expect(lineWidth(one.slice(0, -1))).toBeLessThanOrEqual(width);
      for (const one of lines) expect(displayed(one).length).toBeLessThanOrEqual(width);
      if (width > 7) expect(lines.map(displayed).join(' ').replace(/\s+/g, ' ')).toBe('one two three four');
    },
  );

  test('holds content that cannot colour or move anything', () => {
    expect(paintLine(line('\u001b[31mred'), true)).toBe('[U+001B][31mred\n');
    expect(paintLine(line({ text: 'x\u001b[0m', style: 'error' }), true)).toBe(
      '\u001b[1;31mx[U+001B][0m\u001b[0m\n',
    );
  });

  test('has no colour without a terminal that takes it', () => {
    expect(paintLine(line({ text: 'x', style: 'error' }), false)).toBe('x\n');
  });
});
