import { expect, test } from 'vitest';
import { clauseAsMarkdown, clauseOfLink, clausePlace, clauseText, splitClause } from './clauses.ts';

const targets = (citation: string) =>
  splitClause(citation).flatMap(({ target }) =>
    target === null ? [] : [`${target.page} ${target.ref}${target.item === null ? '' : ` (${target.item})`}`],
  );

test.each([
  ['acceptor S7', ['acceptor S7']],
  ['acceptor 2.1', ['acceptor 2.1']],
  ['acceptor §5', ['acceptor 5']],
  ['envelope 2.2, 6', ['envelope 2.2', 'envelope 6']],
  ['envelope 7.6 (4)', ['envelope 7.6 (4)']],
  ['acceptor 11.2 T9', ['acceptor 11.2', 'acceptor T9']],
  ['security S-07, S-08', ['security S-07', 'security S-08']],
  [
    'envelope 7.3, security a2ui-untrusted-blocks-approval',
    ['envelope 7.3', 'security a2ui-untrusted-blocks-approval'],
  ],
  ['agh A2a', ['agh A2a']],
  ['security A', ['security A']],
  ['run-events 4.2 (4)', ['run-events 4.2 (4)']],
  ['acceptor §6 failures', ['acceptor 6']],
])('%s names %j', (citation, expected) => {
  expect(targets(citation)).toEqual(expected);
});

test.each([
  ['no page', 'S7, 3.2'],
  ['no such section', 'acceptor 99.9'],
  ['no such row', 'envelope S-99'],
  ['a name of every object', 'acceptor constructor, security __proto__'],
  ['another page', 'design 2'],
  ['words', 'profile reference: fuzz'],
  ['a version', 'acceptor v1.2.3.4.5'],
  ['nothing', ''],
])('%s names no clause', (_what, citation) => {
  expect(targets(citation)).toEqual([]);
});

test('the pieces are the citation again, whatever it is', () => {
  for (const citation of [
    'acceptor S7',
    'see acceptor S3, S7; or envelope 7.2!',
    '§§, ,',
    'acceptor '.repeat(1000),
  ]) {
    expect(
      splitClause(citation)
        .map(({ text }) => text)
        .join(''),
    ).toBe(citation);
  }
});

test('a row is placed in its section, as words and as a link', () => {
  expect(clausePlace({ page: 'acceptor', ref: 'S7', item: null })).toEqual({
    pageTitle: 'Acceptor',
    section: '2',
    title: 'Ordered pipeline',
    link: 'docs/protocol/acceptor.md#2-ordered-pipeline',
  });
});

test('in Markdown every clause is a link', () => {
  expect(clauseAsMarkdown('acceptor S7, envelope 2.2')).toBe(
    '[acceptor S7](docs/protocol/acceptor.md#2-ordered-pipeline), [envelope 2.2](docs/protocol/envelope.md#22-renderinghint)',
  );
});

test.each([
  ['#32-payload-rules', 'acceptor 3.2'],
  ['run-events.md#12-tolerance-must-never-throw', 'run-events 1.2'],
  ['agh.md', 'agh '],
  ['../glossary.md', null],
  ['https://host.example/acceptor.md', null],
])('the link %s of a page leads to %s', (address, expected) => {
  const target = clauseOfLink('acceptor', address);
  expect(target === null ? null : `${target.page} ${target.ref}`).toBe(expected);
});

const page =
  '# Acceptor\n\n## 2 Ordered pipeline\n\n| # | step |\n|---|---|\n| S6 | version |\n| **S7** | payload |\n\n### 2.1 Synthesis\n\nwords\n\n## 3 Version\n\nmore\n';

test('a section is cut with what is below it, a row with its head', () => {
  const text = (ref: string) => clauseText(page, { page: 'acceptor', ref, item: null });
  expect(text('2')).toMatch(/^## 2 Ordered pipeline\n[\s\S]*words$/);
  expect(text('2.1')).toBe('### 2.1 Synthesis\n\nwords');
  expect(text('3')).toBe('## 3 Version\n\nmore');
  expect(text('S7')).toBe('| # | step |\n|---|---|\n| **S7** | payload |');
  expect(text('S8')).toBeNull();
});
