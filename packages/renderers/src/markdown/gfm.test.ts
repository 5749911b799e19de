// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { outlineOf, renderedHtml } from '../../test/rendered-html.tsx';

/** One row for each example of the GFM specification (0.29), in our own words; its number comes first. */
type Row = readonly [numbers: string, markdown: string, html: string];

const head = (cells: string) => `<thead><tr>${cells}</tr></thead>`;

const tables: readonly Row[] = [
  ['198', '| k | v |\n| - | - |\n| x | y |', table('k v', ['x y'])],
  [
    '199',
    '| left | r |\n:-: | ---:\nx | y',
    `<table>${head('<th align="center">left</th><th align="right">r</th>')}<tbody><tr><td align="center">x</td><td align="right">y</td></tr></tbody></table>`,
  ],
  [
    '200',
    '| a\\|b |\n| - |\n| x `\\|` y |\n| **\\|** z |',
    `<table>${head('<th>a|b</th>')}<tbody><tr><td>x <code>|</code> y</td></tr><tr><td><strong>|</strong> z</td></tr></tbody></table>`,
  ],
  [
    '201',
    '| k | v |\n| - | - |\n| x | y |\n> said',
    `${table('k v', ['x y'])}<blockquote><p>said</p></blockquote>`,
  ],
  ['202', '| k | v |\n| - | - |\n| x | y |\nz\n\nw', `${table('k v', ['x y', 'z '])}<p>w</p>`],
  ['203', '| k | v |\n| - |\n| x |', '<p>| k | v | | - | | x |</p>'],
  ['204', '| k | v |\n| - | - |\n| x |\n| x | y | lost |', table('k v', ['x ', 'x y'])],
  ['205', '| k | v |\n| - | - |', `<table>${head('<th>k</th><th>v</th>')}</table>`],
];

function table(heads: string, rows: readonly string[]): string {
  const cells = (name: string, text: string) =>
    text
      .split(' ')
      .map((cell) => `<${name}>${cell}</${name}>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<table>${head(cells('th', heads))}<tbody>${body}</tbody></table>`;
}

const box = (isDone: boolean) => `<input type="checkbox" ${isDone ? 'checked ' : ''}disabled>`;

const tasks: readonly Row[] = [
  ['279', '- [ ] read\n- [x] write', `<ul><li>${box(false)} read</li><li>${box(true)} write</li></ul>`],
  [
    '280',
    '- [x] one\n  - [ ] two\n  - [x] three\n- [ ] four',
    `<ul><li>${box(true)} one<ul><li>${box(false)} two</li><li>${box(true)} three</li></ul></li><li>${box(false)} four</li></ul>`,
  ],
];

const struck: readonly Row[] = [
  ['491', '~~no~~ but ~yes~', '<p><del>no</del> but <del>yes</del></p>'],
  ['492', 'It ~~ends\n\nhere~~ never.', '<p>It ~~ends</p><p>here~~ never.</p>'],
  ['493', 'Three ~~~are~~~ too many.', '<p>Three ~~~are~~~ too many.</p>'],
];

const link = (address: string, text = address) => `<a href="${address}">${text}</a>`;

const addresses: readonly Row[] = [
  ['622', 'www.a.example', `<p>${link('http://www.a.example', 'www.a.example')}</p>`],
  [
    '623',
    'See www.a.example/b for it.',
    `<p>See ${link('http://www.a.example/b', 'www.a.example/b')} for it.</p>`,
  ],
  ['624', 'See www.a.example. And?', `<p>See ${link('http://www.a.example', 'www.a.example')}. And?</p>`],
  [
    '625',
    '(www.a.example/q?s=(b)) www.a.example/q?s=(b)))',
    `<p>(${link('http://www.a.example/q?s=(b)', 'www.a.example/q?s=(b)')}) ${link('http://www.a.example/q?s=(b)', 'www.a.example/q?s=(b)')}))</p>`,
  ],
  [
    '626',
    'www.a.example/q?s=(b))+ok',
    `<p>${link('http://www.a.example/q?s=(b))+ok', 'www.a.example/q?s=(b))+ok')}</p>`,
  ],
  [
    '627',
    'www.a.example/q?s=b&amp=c www.a.example/q?s=b&xyz;',
    `<p>${link('http://www.a.example/q?s=b&amp;amp=c', 'www.a.example/q?s=b&amp;amp=c')} ${link('http://www.a.example/q?s=b', 'www.a.example/q?s=b')}&amp;xyz;</p>`,
  ],
  ['628', 'www.a.example/b<c', `<p>${link('http://www.a.example/b', 'www.a.example/b')}&lt;c</p>`],
  [
    '629',
    'http://a.example (See https://b.example/c?d=1&e=2 too)',
    `<p>${link('http://a.example')} (See ${link('https://b.example/c?d=1&amp;e=2')} too)</p>`,
  ],
  ['630', 'me@b.example', `<p>${link('mailto:me@b.example', 'me@b.example')}</p>`],
  [
    '631',
    'no@way+x.example, but me+x@way.example',
    `<p>no@way+x.example, but ${link('mailto:me+x@way.example', 'me+x@way.example')}</p>`,
  ],
  [
    '632',
    'a.b-c_d@e.f a.b-c_d@e.f. a.b-c_d@e.f- a.b-c_d@e.f_',
    `<p>${link('mailto:a.b-c_d@e.f', 'a.b-c_d@e.f')} ${link('mailto:a.b-c_d@e.f', 'a.b-c_d@e.f')}. a.b-c_d@e.f- a.b-c_d@e.f_</p>`,
  ],
];

/** All HTML is displayed as source, and so are the tags that GFM disallows. */
const tags: readonly Row[] = [
  [
    '652',
    '<b> <title> <style> <em>',
    '<p><code>&lt;b&gt;</code> <code>&lt;title&gt;</code> <code>&lt;style&gt;</code> <code>&lt;em&gt;</code></p>',
  ],
  [
    '652, its second half',
    '<blockquote>\n  <xmp> off.\n</blockquote>',
    '<pre><code>&lt;blockquote&gt;\n  &lt;xmp&gt; off.\n&lt;/blockquote&gt;\n</code></pre>',
  ],
];

describe.each([
  ['tables', tables],
  ['task list items', tasks],
  ['strikethrough', struck],
  ['autolinks', addresses],
  ['disallowed raw HTML', tags],
])('GFM 0.29, %s', (_, rows) => {
  test.each(rows)('example %s: %j', (_number, markdown, html) => {
    expect(outlineOf(renderedHtml(markdown))).toBe(outlineOf(html));
  });
});
