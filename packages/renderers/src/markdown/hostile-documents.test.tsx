// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { freshApplication, show } from '../../test/document.tsx';

freshApplication();

describe('HTML is source, never elements and never hidden (security S-05)', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<style>body{display:none}</style>',
    '<form action="https://evil.example"><input name=a></form>',
    '<svg onload=alert(1)></svg>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<!-- hidden words -->',
    '<UNTRUSTED>words</UNTRUSTED>',
    'text <b onmouseover="alert(1)">bold</b> text',
    '> <object data="x"></object>',
    '- <embed src="x">',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0">',
    '<?php echo 1 ?>',
    '<![CDATA[ x ]]>',
    '<input type="checkbox" checked>',
  ])('%s', (text) => {
    const { container } = show(text);
    const tag = /<[^>]*>/.exec(text)?.[0] ?? '';
    expect(container.textContent).toContain(tag);
    const alive =
      'script, img, a, iframe, style, form, object, embed, base, meta, math, b, input, svg:not([aria-hidden])';
    expect(container.querySelector(alive)).toBeNull();
    for (const element of container.querySelectorAll('*')) {
      expect([...element.attributes].filter(({ name }) => name.startsWith('on'))).toEqual([]);
    }
  });
});

describe('hostile documents', () => {
  test('hidden characters are seen, in text, links, titles and code', () => {
    show('pay\u202egnp.exe\n\n`a\u200bb` [x\u2066](https://a.example/)\n\n```\n\u0007\n```', 't\ufeff');
    for (const code of ['U+202E', 'U+200B', 'U+2066', 'U+0007', 'U+FEFF']) screen.getByText(code);
  });

  test.each([
    ['quotes', `${'> '.repeat(10_000)}x`],
    ['quotes without blanks', `${'>'.repeat(10_000)}x`],
    ['lists', `${'- '.repeat(10_000)}x`],
    ['numbered lists', `${'1. '.repeat(10_000)}x`],
    ['lists by indent', Array.from({ length: 400 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
    ['strong text', '**a '.repeat(5_000) + 'a** '.repeat(5_000)],
    ['some strong text', '**a '.repeat(90) + 'a** '.repeat(90)],
    ['brackets', '['.repeat(50_000)],
    ['links in links', `${'['.repeat(200)}x${'](https://a.example/)'.repeat(200)}`],
    ['images in images', `${'!['.repeat(150)}x${'](https://a.example/)'.repeat(150)}`],
    ['a long line', 'word '.repeat(39_000)],
    ['a long word', 'x'.repeat(199_000)],
    ['back ticks', Array.from({ length: 400 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
    ['definitions', Array.from({ length: 5_000 }, (_, at) => `[a${at}]: https://a.example/${at}`).join('\n')],
    ['footnotes in footnotes', Array.from({ length: 300 }, (_, at) => `[^${at}]: x[^${at + 1}]`).join('\n')],
    [
      'footnotes',
      `${Array.from({ length: 300 }, (_, at) => `[^${at}]`).join('\n\n')}\n\n${Array.from({ length: 300 }, (_, at) => `[^${at}]: n`).join('\n')}`,
    ],
    ['keys of prototypes', '[__proto__] [constructor]\n\n[__proto__]: https://a.example/\n[^__proto__]: x'],
    ['signs of formulas', '\ue0000\ue001 $a$ \ue00099\ue001'],
    ['a wide table', `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n`],
    ['nul', '\u0000'.repeat(1_000)],
  ])('%s', (_, text) => {
    const { container } = show(text);
    expect(container.textContent?.length).toBeGreaterThan(0);
    expect(deepest(container)).toBeLessThan(200);
  });

  test('a footnote that mentions itself is displayed once', () => {
    show('a[^x]\n\n[^x]: again[^x]');
    expect(within(screen.getByRole('region', { name: 'Footnotes' })).getAllByRole('listitem')).toHaveLength(
      1,
    );
  });
});

/** Levels of the document on screen: a browser lays out by going down them. */
function deepest(root: Element): number {
  let depth = 0;
  for (
    let level: Element[] = [root];
    level.length > 0;
    level = level.flatMap(({ children }) => [...children])
  ) {
    depth += 1;
  }
  return depth;
}
