// @vitest-environment jsdom
import type { ClauseTarget } from '@openwop-inspector/protocol';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Clause, ClauseOpenerProvider } from './Clause.tsx';
import { ClausePage } from './ClausePage.tsx';

afterEach(cleanup);

const PAGE = [
  '# Acceptor',
  'Before.',
  '## 2 Ordered pipeline',
  '| # | step | does |',
  '|---|---|---|',
  '| S6 | version | see [3.1](#31-schema-version) |',
  '| **S7** | payload | `a` |',
  '### 2.1 Synthesis',
  'Words, and [the envelope](envelope.md#21-envelopemeta), [the glossary](../glossary.md), [out](https://a.example/).',
  '1. first\n2. second',
  '## 3 Version, payload, projection',
]
  .join('\n\n')
  .replaceAll('|\n\n|', '|\n|');

function showPage(target: ClauseTarget) {
  const opened: ClauseTarget[] = [];
  const { container } = render(
    <ClausePage text={PAGE} target={target} onOpen={(next) => void opened.push(next)} />,
  );
  return { opened, cited: () => container.querySelector('[data-cited]')?.textContent ?? null };
}

test('each clause of a citation opens its place, and the text between stays text', async () => {
  const opened: ClauseTarget[] = [];
  const { container } = render(
    <ClauseOpenerProvider value={(target) => void opened.push(target)}>
      <Clause clause="see acceptor S7, envelope 2.2 and nothing 9" />
    </ClauseOpenerProvider>,
  );
  expect(container.textContent).toBe('see acceptor S7, envelope 2.2 and nothing 9');
  const links = screen.getAllByRole('button');
  expect(links.map(({ textContent, title }) => [textContent, title])).toEqual([
    ['acceptor S7', 'Acceptor, 2 Ordered pipeline'],
    ['envelope 2.2', 'AI Envelope, 2.2 RenderingHint'],
    ['9', 'AI Envelope, 9 Capability fields'],
  ]);
  for (const link of links.slice(0, 2)) await userEvent.click(link);
  expect(opened).toEqual([
    { page: 'acceptor', ref: 'S7', item: null },
    { page: 'envelope', ref: '2.2', item: null },
  ]);
});

test('where nothing opens clauses a citation is text', () => {
  const { container } = render(<Clause clause="acceptor S7" />);
  expect(container.textContent).toBe('acceptor S7');
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['a section', { ref: '2.1', item: null }, '2.1 Synthesis'],
  ['a row', { ref: 'S7', item: null }, 'S7payloada'],
  ['an item of a list', { ref: '2.1', item: 2 }, 'second'],
  ['an item that is not there: its section', { ref: '2.1', item: 9 }, '2.1 Synthesis'],
  ['the page as a whole: nothing', { ref: '', item: null }, null],
])('%s is marked and has the focus', (_what, { ref, item }, expected) => {
  const { cited } = showPage({ page: 'acceptor', ref, item });
  expect(cited()).toBe(expected);
  if (expected !== null) expect(document.activeElement?.textContent).toBe(expected);
});

test('links of a page lead to other places of the pages, all others are words', async () => {
  const { opened } = showPage({ page: 'acceptor', ref: '2', item: null });
  const row = screen.getByRole('row', { name: /version/ });
  await userEvent.click(within(row).getByRole('button', { name: '3.1' }));
  await userEvent.click(screen.getByRole('button', { name: 'the envelope' }));
  expect(opened).toEqual([
    { page: 'acceptor', ref: '3.1', item: null },
    { page: 'envelope', ref: '2.1', item: null },
  ]);
  for (const words of ['the glossary', 'out'])
    expect(screen.queryByRole('button', { name: words })).toBeNull();
});
