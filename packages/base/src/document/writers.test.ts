import { describe, expect, test } from 'vitest';
import {
  type Block,
  cutFact,
  dim,
  error,
  fact,
  gap,
  heading,
  inText,
  line,
  name,
  rest,
  strong,
  tableOf,
} from './document.ts';
import { htmlPage, markdownText } from './markdown.ts';
import { fitted, paintLine } from './terminal.ts';

const DOCUMENT: readonly Block[] = [
  { ...heading(1, error('Failed'), inText(': run.json')), about: line('Node ', name('draft'), ' failed.') },
  [],
  fact('File', 'run.json'),
  cutFact('Chain starts at', strong('#1'), gap(' at node '), name('draft')),
  {
    isOrdered: true,
    items: [
      { words: line('first'), edge: line({ ...dim('└─ '), inText: ' → ' }, 'by id') },
      { sign: '▸', words: line('last') },
    ],
  },
  {
    ...tableOf(
      [{ id: 'a|b', n: 1200 }],
      [
        { title: 'ID', cell: ({ id }) => name(id) },
        { title: 'N', align: 'right', cell: ({ n }) => `${n}` },
      ],
    ),
    target: 0,
  },
  ...rest(3, 'and 3 more', ' (--limit shows them)'),
  { title: line('as recorded'), recorded: '{"a":"```"}' },
];

test('a terminal aligns what belongs together', () => {
  expect(fitted(DOCUMENT, 40).map((one) => paintLine(one, false).trimEnd())).toEqual([
    'Failed  Node draft failed.',
    '',
    'File             run.json',
    'Chain starts at  #1  draft',
    '   first',
    '   └─ by id',
    ' ▸ last',
    'ID      N',
    'a|b  1200',
    'and 3 more (--limit shows them)',
    'as recorded',
    '{"a":"```"}',
  ]);
});

test('the same document as Markdown', () => {
  expect(markdownText(DOCUMENT)).toBe(`# Failed: run.json

Node \`draft\` failed.

- File: run.json
- Chain starts at: **\\#1** at node \`draft\`

1. first → by id
2. last

| id | n |
| --- | ---: |
| \`a\\|b\` | 1200 |

and 3 more

as recorded

\`\`\`\`
{"a":"\`\`\`"}
\`\`\`\`
`);
});

test('the same document as a page', () => {
  const body = htmlPage('a & b', DOCUMENT).split('<body>\n')[1] ?? '';
  expect(htmlPage('a & b', DOCUMENT)).toContain('<title>a &amp; b</title>');
  expect(body.split('\n')).toEqual([
    '<h1><span class="failed">Failed</span>: run.json</h1>',
    '<p>Node <code>draft</code> failed.</p>',
    '<dl>',
    '<dt>file</dt><dd>run.json</dd>',
    '<dt>chain starts at</dt><dd><strong>#1</strong> at node <code>draft</code></dd>',
    '</dl>',
    '<ol><li>first<span class="quiet"> → </span>by id</li><li>last</li></ol>',
    '<table><tr><th>id</th><th>n</th></tr><tr class="target"><td><code>a|b</code></td><td class="n">1200</td></tr></table>',
    '<p><span class="quiet">and 3 more</span></p>',
    '<details><summary>as recorded</summary><pre>{&quot;a&quot;:&quot;```&quot;}</pre></details>',
    '</body>',
    '</html>',
    '',
  ]);
});

describe('text of others never becomes markup', () => {
  const evil = '</p><script>*x*</script> [a](b) `c` | \u202e';
  const all: readonly Block[] = [line(evil), fact(evil, evil), { title: line(evil), recorded: evil }];

  test('in Markdown', () => {
    const text = markdownText(all.slice(0, 2));
    expect(text).not.toMatch(/(?<!\\)[<>*[\]`|]/);
    expect(text).toContain('[U+202E]'.replaceAll(/[[\]]/g, '\\$&'));
  });

  test('in HTML', () => {
    const body = htmlPage(evil, all).split('</style>')[1] ?? '';
    expect(body).not.toContain('<script>');
    expect(body).toContain('[U+202E]');
  });

  test('a code span is not ended by its content', () =>
    expect(markdownText([line(name('a`b'))])).toBe('``a`b``\n'));
});
