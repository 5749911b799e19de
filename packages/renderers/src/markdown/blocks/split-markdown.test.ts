import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineCost, MOST_COST } from './block-cost.ts';
import type { MarkdownBlock } from './markdown-block.ts';
import { splitMarkdown } from './split-markdown.ts';

const kinds = (text: string) => splitMarkdown(text).blocks.map(({ kind }) => kind);
const textIn = (block: MarkdownBlock) =>
  block.kind === 'flow'
    ? block.source
    : block.kind === 'table'
      ? [block.head, ...block.rows].join('\n')
      : block.text;

describe('a document in parts (CommonMark 0.31, GFM)', () => {
  test.each([
    ['', []],
    ['a\n\nb', ['flow']],
    ['a\n```js\nx\n```\nb', ['flow', 'fence', 'flow']],
    ['```\nnever closed', ['fence']],
    ['~~~\n```\n~~~', ['fence']],
    ['- a\n  ```\n  x\n  ```\n- b', ['flow']],
    ['$$\nx\n$$', ['math']],
    ['$$ x $$', ['math']],
    ['$$ never closed\n\na', ['flow']],
    ['<!-- a\n\n# b\n\n-->\nc', ['html', 'flow']],
    ['<script>\n\nalert(1)\n</script>', ['html']],
    ['<div>\n\n# a\n\n</div>', ['flow']],
    [`|a|b|\n|-|-|\n${'|1|2|\n'.repeat(21)}\nx`, ['table', 'flow']],
    [`|a|b|\n|-|-|\n${'|1|2|\n'.repeat(5)}`, ['flow']],
    [`${'> '.repeat(17)}a`, ['source']],
    [`${'- '.repeat(500)}a`, ['source']],
    ['*'.repeat(2_000), ['source']],
  ])('part %#', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test('a fence has its info and its text without the indent of the fence', () => {
    expect(splitMarkdown('  ```js title\n  a\n    b\n  ```').blocks).toEqual([
      { kind: 'fence', info: 'js title', text: 'a\n  b' },
    ]);
  });

  test('definitions are for the whole document; of two the first counts', () => {
    const { links, footnotes, blocks } = splitMarkdown(
      'See [A  B] and [^n] and [^m].\n\n[a b]: https://a.example/\n[a b]: https://b.example/\n[^m]: two\n[^n]: one\n  goes on\n\n    and on\n[^nobody]: three',
    );
    expect([...links]).toEqual([['a b', '[a b]: https://a.example/']]);
    expect([...footnotes]).toEqual([
      ['n', 'one\n goes on\n\nand on'.replace(' goes', 'goes')],
      ['m', 'two'],
    ]);
    expect(blocks).toHaveLength(1);
  });

  test('a definition in a fence is code', () => {
    const { links, blocks } = splitMarkdown('```\n[a]: https://a.example/\n```');
    expect([links.size, blocks[0]]).toEqual([
      0,
      { kind: 'fence', info: '', text: '[a]: https://a.example/' },
    ]);
  });

  test('a list goes on over blank lines', () => {
    const list = '1. a\n\n   more\n\n2. b';
    expect(splitMarkdown(`${list}\n\nc`).blocks).toEqual([{ kind: 'flow', source: `${list}\n\nc` }]);
  });
});

describe('no part is more than a parse can bear (security S-05)', () => {
  test.each([
    ['paragraphs', 'a\n\n'],
    ['lines', 'a b c\n'],
    ['headings', '# a\n'],
    ['items', '- a\n'],
    ['loose items', '- a\n\n'],
    ['items that nest', ' - a\n  - b\n'],
    ['quotes', '> a\n'],
    ['quote signs', '>'],
    ['item signs', '- '],
    ['numbers', '1. '],
    ['brackets', '['],
    ['images', '!['],
    ['links that do not close', '[a]('],
    ['stars', '*'],
    ['stars and lines', '*_'],
    ['fences', '```\n'],
    ['dollars', '$$\n'],
    ['dollars that do not close', '$$ a\n'],
    ['comments', '<!--\n'],
    ['tags', '<a '],
    ['rows', '|a|b|\n'],
    ['delimiters', '|-'],
    ['definitions', '[a]: b\n'],
    ['footnotes', '[^a]: b\n'],
    ['mentions', '[^a]'],
    ['escapes', '\\'],
    ['tabs', '\t'],
    ['carriage returns', '\r'],
    ['entities', '&amp;'],
  ])('200,000 bytes of %s', (_, unit) => {
    const { blocks } = splitMarkdown(unit.repeat(200_000 / unit.length));
    for (const block of blocks) {
      if (block.kind !== 'flow') continue;
      const cost = block.source.split('\n').reduce((sum, line) => sum + lineCost(line), 0);
      expect(cost).toBeLessThan(MOST_COST * 1.5);
    }
  });

  test('every word of a document is in one of its parts, or defined', () => {
    const line = fc.constantFrom(
      'word',
      '',
      '# head',
      '- item',
      '  more',
      '> quote',
      '```',
      '~~~',
      '$$',
      '|a|b|',
      '|-|-|',
      '<!--',
      '-->',
      '<script>',
      '[a]: b',
      '[^a]: c',
      '1. one',
      '    code',
      '***',
      '===',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const { blocks } = splitMarkdown(lines.join('\n'));
        const shown = blocks.map(textIn).join('\n');
        for (const word of ['word', '# head', '***']) {
          const count = (text: string) => text.split(word).length - 1;
          // A footnote takes the lines that follow it.
          if (!lines.includes('[^a]: c')) expect(count(shown)).toBe(count(lines.join('\n')));
        }
      }),
    );
  });
});
