// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { freshApplication, requests, show, subjectOf } from '../../test/document.tsx';
import { markdownRenderer } from './markdown-renderer.tsx';

freshApplication();

describe('a document', () => {
  test('reads envelopes displayed as Markdown, and no events', () => {
    const subject = subjectOf('a');
    expect(markdownRenderer.read(subject)).toMatchObject({ ok: true });
    expect(markdownRenderer.read({ ...subject, kind: 'event', nodeId: null })).toBeNull();
    const without = { ...subject, rendering: { ...subject.rendering, text: null } };
    expect(markdownRenderer.read(without)).toBeNull();
  });

  test.each([
    ['# a', 4],
    ['## a', 5],
    ['### a', 6],
    ['###### a', 6],
    ['a\n=', 4],
  ])('%j is a heading of level %d, and no h1 to h6', (text, level) => {
    const { container } = show(text);
    screen.getByRole('heading', { name: 'a', level });
    expect(container.querySelector('h1, h2, h3, h4, h5, h6')).toBeNull();
  });

  test('shows the title of the hint above', () => {
    show('b', 'A title');
    screen.getByRole('heading', { name: 'A title', level: 4 });
  });

  test('an empty text says so', () => {
    show(' \n\t\n');
    screen.getByText('The text is empty.');
  });

  test('a line that looks like a definition and is none is text', () => {
    show('[Note]: please read this carefully');
    screen.getByText('[Note]: please read this carefully');
  });

  test('a text of definitions alone is displayed as source', () => {
    show('[a]: https://a.example/ "title"');
    const source = screen.getByRole('group', { name: 'Definitions of links only, as source' });
    expect(source.textContent).toContain('[a]: https://a.example/ "title"');
  });

  test('a footnote that no text mentions is displayed last', () => {
    show('[^n]: never mentioned\n[^m]: mentioned\n\nword[^m]');
    const notes = within(screen.getByRole('region', { name: 'Footnotes' })).getAllByRole('listitem');
    expect(notes.map(({ textContent }) => textContent)).toEqual([
      'mentioned↩',
      'never mentionednot mentioned in the text',
    ]);
  });

  test('footnotes of a list are numbered in the order of its items', () => {
    show('- a[^x]\n- b[^y]\n  - c[^z]\n- d[^x]\n\n[^z]: three\n[^y]: two\n[^x]: one');
    const notes = within(screen.getByRole('region', { name: 'Footnotes' })).getAllByRole('listitem');
    expect(notes.map(({ textContent }) => textContent)).toEqual(['one↩', 'two↩', 'three↩']);
  });

  test('titles of links and images are said', () => {
    const { container } = show(
      '[a](https://a.example/ "of the link") ![b](https://b.example/x.png "of the image")',
    );
    expect(container.textContent).toContain('“of the link”');
    expect(container.textContent).toContain('“of the image”');
  });

  test('a long list is one list with its own numbers, drawn by and by', async () => {
    const items = Array.from({ length: 300 }, (_, at) => `${at + 5}. \`item\` ${at}`);
    const { user, container } = show(items.join('\n'));
    await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(200));
    expect([...container.querySelectorAll('ol')].map(({ start }) => start)).toEqual([5]);
    screen.getByText(/200 of 300 items are displayed/);
    await user.click(screen.getByRole('button', { name: 'Show more items' }));
    await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(300));
  });

  test('a long quote is one quote, and its content keeps its form', async () => {
    const { container } = show('> one **line\n> two**\n>\n'.repeat(60));
    await waitFor(() => expect(container.querySelectorAll('p strong')).toHaveLength(60));
    expect(container.querySelectorAll('blockquote')).toHaveLength(1);
  });

  test('a long text in an item of a list is there', async () => {
    const inner = Array.from({ length: 600 }, (_, at) => `  - inner ${at} *x* \`y\``).join('\n');
    const { container } = show(`- outer\n${inner}\n- last`);
    await screen.findByText('last');
    expect(container.querySelectorAll('ul')).toHaveLength(2);
    expect(container.querySelector('li')?.firstChild?.textContent).toBe('outer');
    expect(container.querySelector('p:not([class])')).toBeNull();
  });

  test('tables have heads, and scroll in a region with a name', () => {
    show('| a | b |\n| --- | ---: |\n| 1 | 2 |');
    const region = screen.getByRole('group', { name: 'Table' });
    expect(region.tabIndex).toBe(0);
    expect(within(region).getAllByRole('columnheader')).toHaveLength(2);
    expect(within(region).getByRole('cell', { name: '2' }).style.textAlign).toBe('right');
  });

  test('a long table is one table, drawn by and by', async () => {
    const { user, container } = show(`| a |\n| --- |\n${'| x |\n'.repeat(500)}`);
    await waitFor(() => expect(container.querySelectorAll('td')).toHaveLength(200));
    expect(container.querySelectorAll('table')).toHaveLength(1);
    expect(container.querySelectorAll('th')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Show more rows' }));
    await waitFor(() => expect(container.querySelectorAll('td')).toHaveLength(400));
  });

  test('tasks are named check boxes that are disabled', () => {
    show('- [x] write **it**\n- [ ] read it\n\n1. [ ] loose\n\n2. [ ] loose too');
    const done = screen.getByRole<HTMLInputElement>('checkbox', { name: 'write it' });
    expect([done.checked, done.disabled]).toEqual([true, true]);
    screen.getByRole('checkbox', { name: 'read it' });
    screen.getByRole('checkbox', { name: 'loose' });
  });

  test('code has the name of its language, and is copied whole', async () => {
    const { user } = show('```json\n{"a": 1}\n```');
    expect(screen.getByRole('group', { name: 'JSON' }).textContent).toContain('{"a": 1}');
    await user.click(screen.getByRole('button', { name: 'Copy JSON' }));
    expect(requests.copied).toEqual(['{"a": 1}']);
  });

  test('code in a list is code as well', () => {
    show('- a\n\n  ```mermaid\n  graph TD\n  ```');
    expect(screen.getByRole('group', { name: 'Mermaid, as source' }).textContent).toContain('graph TD');
  });

  test.each([
    ['$$\n\\frac{a}{b}\n$$', '\\frac{a}{b}'],
    ['$$ x_1 $$', 'x_1'],
  ])('math in %j is displayed as source', (text, source) => {
    show(text);
    expect(screen.getByRole('group', { name: 'Math, as source' }).textContent).toContain(source);
  });

  test('inline math keeps its signs, and money is not math', () => {
    const { container } = show('a $x_1*y_2*z$ b `$c$ $d$` costs $5 and $6 [$t$](https://a.example/$q$)');
    const formulas = container.querySelectorAll('code[data-source]');
    expect(formulas[0]?.textContent).toBe('Math, as source: $x_1*y_2*z$');
    expect(container.textContent).toContain('$c$ $d$');
    expect(container.textContent).toContain('costs $5 and $6');
    expect(container.querySelector('em')).toBeNull();
  });

  test('text has the direction of its letters', () => {
    const { container } = show('مرحبا\n\n- أ\n\n> ب');
    expect(container.querySelectorAll('[dir="auto"]').length).toBeGreaterThan(3);
  });

  test('links by reference work across parts', () => {
    show(`${'words\n\n'.repeat(2)}[a][r]\n\n[r]: https://a.example/x`);
    screen.getByRole('button', { name: 'a' });
  });

  test('footnotes lead there and back, and leave the address of the page alone', async () => {
    const { user, container } = show('a[^x] b[^y]\n\n[^y]: two **bold**\n[^x]: one\n');
    const notes = within(screen.getByRole('region', { name: 'Footnotes' })).getAllByRole('listitem');
    expect(notes.map(({ textContent }) => textContent)).toEqual(['one↩', 'two bold↩']);
    const before = location.href;
    await user.click(screen.getByRole('button', { name: 'Footnote 2' }));
    expect(document.activeElement).toBe(notes[1]);
    await user.click(screen.getByRole('button', { name: 'Back to the mention of footnote 2' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Footnote 2' }));
    expect(location.href).toBe(before);
    expect(container.querySelector('[id]')).toBeNull();
  });

  test('a long document comes by and by, and in pages', async () => {
    const { user, container } = show(Array.from({ length: 50 }, (_, at) => `~~~\np${at}\n~~~`).join('\n'));
    screen.getByText('p0');
    const more = await screen.findByRole('button', { name: 'Show more' });
    expect(container.textContent).toContain('p39');
    expect(container.textContent).not.toContain('p40');
    await user.click(more);
    await screen.findByText('p49');
  });
});
