// @vitest-environment jsdom
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { bodyOf, lettersOf, outlineOf, renderedHtml } from '../../test/rendered-html.tsx';
import { readDocument, settleTree } from './parse/read-document.ts';
import type { TreeNode } from './parse/tree-node.ts';
import { elementsOf } from './show/Blocks.tsx';

/** The same document, read by the parser alone and rendered as one. */
function expected(text: string): string {
  const extensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  const root: TreeNode = fromMarkdown(text, extensions);
  settleTree(root, text);
  return renderToStaticMarkup(elementsOf(root.children ?? [], {})).replace(/<link\b[^>]*>/g, '');
}

const line = fc.constantFrom(
  'word',
  'two *words* and **more**',
  '`code` and [link](https://a.example/ "title")',
  '[label] and [label][] and [text][label]',
  '[label]: https://a.example/ "title"',
  '[label]: <> not a definition',
  '[Note]: please read this carefully',
  '',
  '',
  '# head',
  '===',
  '---',
  '- item',
  '* other',
  '  more',
  '    code',
  '\tcode after a tab',
  '1. one',
  '7) seven',
  '> quote',
  '> - item in a quote',
  '>',
  '```js',
  '~~~',
  '| a | b |',
  '| - | :-: |',
  '| `1` | **2** |',
  '- [x] done',
  '~~gone~~ &amp; &copy; &#0; \\*',
  'www.a.example and me@a.example',
  '![image](https://a.example/x.png)',
  'hard break  ',
  'and another\\',
  '<b>bold</b>',
  '<!-- comment',
  '-->',
  '\u0000 nul',
);
const end = fc.constantFrom('\n', '\r\n', '\r');
const lines = fc.array(line, { maxLength: 30 });

describe('a document that is rendered block by block', () => {
  test('is what the parser alone makes of it', () => {
    fc.assert(
      fc.property(lines, end, fc.integer({ min: 1, max: 12 }), (all, lineEnd, times) => {
        const text = Array.from({ length: times }, () => all.join(lineEnd)).join(lineEnd);
        expect(outlineOf(renderedHtml(text))).toBe(outlineOf(expected(text)));
      }),
      { numRuns: runsOf(60, 20) },
    );
  });

  test('has nothing to show only when CommonMark has nothing', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 3 }), (all) => {
        const text = all.join('\n');
        expect(readDocument(text).blocks.length === 0).toBe(expected(text).trim() === '');
      }),
    );
  });

  test.each([
    ['a table', `| a | b |\n| - | - |\n${'| `1` | **2** |\n'.repeat(700)}`, 'table'],
    ['a list', Array.from({ length: 700 }, (_, at) => `${at + 3}. item *${at}*`).join('\n'), 'ol'],
    ['a list with one gap', `${'- item\n'.repeat(900)}\n- item`, 'ul'],
    ['a list whose gap is late', `${'- item\n\n- item\n'.repeat(500)}`, 'ul'],
    ['a quote', '> one **line\n> two** lines\n>\n'.repeat(300), 'blockquote'],
    ['a paragraph', 'one **line\ntwo** lines\n'.repeat(90), 'p'],
    ['code', `\`\`\`js\n${'let a = 1;\n\n'.repeat(900)}\`\`\``, 'pre'],
  ])('%s of any length is one block', (_, text, name) => {
    const html = renderedHtml(text);
    expect(Array.from(bodyOf(html).children, ({ localName }) => localName)).toEqual([name]);
    expect(outlineOf(html)).toBe(outlineOf(expected(text)));
  });

  test('shows a paragraph that is too dense raw, all of it', () => {
    const text = `${'*a* `b` [c] '.repeat(900)}`.trim();
    const html = renderedHtml(`# head\n\n${text}\n\nend`);
    expect(html).toContain('<code class="source-dense">');
    expect(lettersOf(html)).toBe(`head${text}end`.replace(/\s/g, ''));
  });

  test.each(['|', ' |', '', 'x'])('shows a cell that is too dense raw, ended by %j', (end) => {
    const dense = 'ab *c*d ~e~ '.repeat(400).trim();
    const html = renderedHtml(`| head |\n|---|\n| ${dense}${end}\n\nbehind`);
    expect(html).toContain('<code class="source-dense">');
    expect(lettersOf(html)).toBe(`head${dense}${end === 'x' ? end : ''}behind`.replace(/\s/g, ''));
  });

  describe.each([
    ['a quote', '> a'],
    ['a list item', '- a'],
    ['a list item with a number', '12. a'],
  ])('%s that thousands of lines go on with', (_, first) => {
    test.each(['\n', '\r\n'])('is displayed as it is written, all of it, with line ends %j', (end) => {
      const source = first + `${end}b`.repeat(4_001);
      expect(readDocument(source).blocks).toMatchObject([{ type: 'code', value: source }]);
    });

    test('is laid out while they are not too many, or when a blank line parts them', () => {
      for (const source of [
        `${first}${'\nb'.repeat(400)}`,
        `${first}\n${`\n${'b\n'.repeat(300)}`.repeat(14)}`,
      ]) {
        expect(readDocument(source).blocks).not.toContainEqual(expect.objectContaining({ type: 'code' }));
      }
    });
  });

  test('containers that begin too far to the right are text, and all of it is there', () => {
    const html = renderedHtml(`${'> '.repeat(300)}x`);
    expect(html.match(/<blockquote>/g)?.length).toBe(20);
    expect(lettersOf(html)).toBe(`${'>'.repeat(280)}x`);
  });
});
