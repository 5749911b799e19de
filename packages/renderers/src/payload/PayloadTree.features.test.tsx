// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PayloadTree, type PayloadTreeHandle } from './PayloadTree.tsx';
import { type PayloadNode, type PayloadSource, valueSource } from './value-source.ts';

let copied: string[] = [];

beforeEach(() => {
  copied = [];
  vi.stubGlobal('CSS', { escape: String }); // jsdom has none
  // Nothing is laid out in jsdom: every pane is 400 px high, every row 20.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 400 });
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: 20 });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight');
  Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight');
});

async function show(source: PayloadSource) {
  const user = userEvent.setup();
  const handle = createRef<PayloadTreeHandle>();
  const current: (string | null)[] = [];
  render(
    <PayloadTree
      ref={handle}
      source={source}
      root=""
      label="Payload"
      onCopy={async (text) => {
        copied.push(text);
        return true;
      }}
      onCurrent={(node) => current.push(node?.pointer ?? null)}
    />,
  );
  await screen.findByRole('tree', { name: 'Payload' });
  return { user, handle, current };
}

const item = (name: string | RegExp) => screen.findByRole('treeitem', { name });

const SECRET = 'tok_ABCDEFGHIJKLMNOP';
const parts = {
  header: [[words`alg`, words`"HS256"`]],
  claims: [words`sub`, words`exp`],
  times: [[words`exp`, 1_772_442_000]],
  signatureLength: 23,
} as const;

/** A source with masked values, as the run log has them. */
function maskedSource(token?: PayloadNode['token']): PayloadSource {
  const plain = valueSource({ interruptToken: 'tok_…[masked:name]', other: 1 });
  const masked = (node: PayloadNode): PayloadNode =>
    node.key === 'interruptToken'
      ? { ...node, masked: true, ...(token === undefined ? {} : { token }) }
      : node;
  return {
    ...plain,
    children: async (...where) => {
      const answer = await plain.children(...where);
      return answer && { ...answer, nodes: answer.nodes.map(masked) };
    },
    reveal: async () => ({ text: SECRET, truncated: false }),
  };
}

const page = (): string => document.body.innerHTML;

describe('a masked value (security S-14, S-20)', () => {
  test('is displayed while the button is pressed, and not a moment longer', async () => {
    await show(maskedSource());
    const row = await item(/^interruptToken/);
    const button = within(row).getByRole('button', { name: 'Hold to reveal' });
    for (const end of ['pointerUp', 'pointerCancel', 'pointerLeave', 'blur', 'contextMenu'] as const) {
      fireEvent.pointerDown(button, { button: 0 });
      await waitFor(() => expect(row.textContent).toContain(SECRET));
      fireEvent[end](button);
      await waitFor(() => expect(page()).not.toContain(SECRET));
    }
  });

  test.each(['{ }', '{Enter}'])('is displayed while %s is down on the button', async (key) => {
    const { user } = await show(maskedSource());
    const row = await item(/^interruptToken/);
    within(row).getByRole('button', { name: 'Hold to reveal' }).focus();
    await user.keyboard(key.replace('}', '>}'));
    await waitFor(() => expect(row.textContent).toContain(SECRET));
    await user.keyboard(key.replace('{', '{/'));
    await waitFor(() => expect(page()).not.toContain(SECRET));
  });

  test('is displayed while v is down on its row, and ends with the row', async () => {
    const { user } = await show(maskedSource());
    const row = await item(/^interruptToken/);
    row.focus();
    await user.keyboard('{v>}');
    await waitFor(() => expect(row.textContent).toContain(SECRET));
    await user.keyboard('j');
    await waitFor(() => expect(page()).not.toContain(SECRET));
    await user.keyboard('{/v}');
    row.focus();
    await user.keyboard('{v>}');
    await waitFor(() => expect(row.textContent).toContain(SECRET));
    fireEvent.blur(window);
    await waitFor(() => expect(page()).not.toContain(SECRET));
  });

  test('is spoken only while it is revealed', async () => {
    const { user } = await show(maskedSource());
    const row = await item('interruptToken: "tok_…[masked:name]", masked');
    row.focus();
    expect(page()).not.toContain(SECRET);
    await user.keyboard('{v>}');
    await screen.findByText(`Revealed while pressed: "${SECRET}"`);
    expect(row.getAttribute('aria-label')).toBe(`interruptToken: "${SECRET}", masked`);
    await user.keyboard('{/v}');
    await waitFor(() => expect(screen.queryByText(/Revealed while pressed/)).toBeNull());
    await item('interruptToken: "tok_…[masked:name]", masked');
  });

  test('is never copied, revealed or not', async () => {
    const { user } = await show(maskedSource());
    const row = await item(/^interruptToken/);
    row.focus();
    await user.keyboard('{v>}');
    await waitFor(() => expect(row.textContent).toContain(SECRET));
    expect(fireEvent.copy(row)).toBe(false);
    fireEvent.keyDown(row, { key: 'c', ctrlKey: true });
    await waitFor(() => expect(copied).toEqual(['tok_…[masked:name]']));
  });

  test('that arrives after the button was let go is dropped', async () => {
    let answer = (): void => undefined;
    const source = maskedSource();
    await show({
      ...source,
      reveal: () =>
        new Promise((resolve) => {
          answer = () => resolve({ text: SECRET, truncated: false });
        }),
    });
    const row = await item(/^interruptToken/);
    const button = within(row).getByRole('button', { name: 'Hold to reveal' });
    fireEvent.pointerDown(button, { button: 0 });
    fireEvent.pointerUp(button);
    answer();
    await item(/^interruptToken/);
    expect(page()).not.toContain(SECRET);
  });

  test('has no button where the source does not reveal secrets', async () => {
    const { reveal: _, ...source } = maskedSource();
    await show(source);
    await item(/^interruptToken/);
    expect(screen.queryByRole('button', { name: 'Hold to reveal' })).toBeNull();
  });
});

describe('a token', () => {
  test('shows its parts in a panel and stays masked', async () => {
    const { user } = await show(maskedSource(parts));
    const row = await item('interruptToken: "tok_…[masked:name]", JWT, masked');
    row.focus();
    await user.keyboard('{Enter}');
    const panel = await screen.findByRole('region', { name: 'Parts of the token' });
    const words = panel.textContent ?? '';
    for (const part of [
      'not verified',
      'alg',
      '"HS256"',
      'sub, exp',
      'Mon, 2 Mar 2026',
      'masked, 23 characters',
    ])
      expect(words).toContain(part);
    expect(words).not.toContain(SECRET);
    await user.click(within(panel).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Parts of the token' })).toBeNull();
    expect(document.activeElement).toBe(row);
  });
});

describe('strings', () => {
  const png = `iVBORw0KGgo${'AbC9'.repeat(400)}A`;

  test('that are base64 are collapsed, and displayed as text on demand', async () => {
    const { user } = await show(valueSource({ image: png, other: 1 }));
    const row = await item('image: "iVBORw0KGgoAbC9A…, base64, 1.2 KB, PNG by its first bytes');
    expect(row.textContent).not.toContain('AbC9AbC9AbC9');
    await user.click(within(row).getByRole('button', { name: 'Show as text' }));
    const text = await screen.findByRole('region', { name: 'Text' });
    expect(text.textContent).toBe(png);
  });

  test('are displayed as text or as written', async () => {
    const { user } = await show(valueSource({ note: 'one\ntwo "three"' }));
    (await item(/^note/)).focus();
    await user.keyboard('t');
    const text = await screen.findByRole('region', { name: 'Text' });
    expect(text.textContent).toBe('one\ntwo "three"');
    await user.click(screen.getByRole('radio', { name: 'As written' }));
    await waitFor(() => expect(text.textContent).toBe('"one\\ntwo \\"three\\""'));
    expect(screen.getByRole('radio', { name: 'As written' }).getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('radio', { name: 'As text' }));
    await waitFor(() => expect(text.textContent).toBe('one\ntwo "three"'));
  });

  test('that are moments have a remark', async () => {
    await show(valueSource({ startedAt: '2026-03-02T09:00:01Z' }));
    const row = await item('startedAt: "2026-03-02T09:00:01Z"');
    const described = document.getElementById(row.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('string, 20 characters: Mon, 2 Mar 2026, 09:00:01 UTC');
  });
});

describe('levels', () => {
  const deep = { a: { b: { c: { d: 1 } } }, z: 0 };

  test('unfold and fold by one key each', async () => {
    const { user } = await show(valueSource(deep));
    (await item('d: 1')).focus();
    await user.keyboard('-');
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'd: 1' })).toBeNull());
    expect(document.activeElement).toBe(await item(/^c: 1 member/));
    await user.keyboard('--');
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^c: / })).toBeNull());
    await user.keyboard('+');
    await item(/^b: 1 member/);
    await user.keyboard('*');
    await item('d: 1');
  });

  test('stop at a number of rows, and say so', async () => {
    const rows = Array.from({ length: 900 }, () => [0, [1]]);
    const { user } = await show(valueSource(rows));
    await user.click(screen.getByRole('button', { name: 'Show all levels' }));
    await screen.findByText('Stopped at 2,000 rows');
  });
});

describe('the owner of a tree', () => {
  test('hears of the current value and can show another, without losing the focus', async () => {
    const { user, handle, current } = await show(valueSource({ a: { b: [1, 2] }, c: 3 }));
    await item('c: 3');
    const field = screen.getByRole('textbox', { name: 'Search keys and values' });
    await user.click(field);
    expect(await handle.current?.show('/a/b/1')).toBe(true);
    await waitFor(() => expect(current.at(-1)).toBe('/a/b/1'));
    expect(document.activeElement).toBe(field);
    expect(await handle.current?.show('/nothing')).toBe(false);
    handle.current?.focus();
    expect(document.activeElement).toBe(await item('1: 2'));
  });
});

describe('the search field', () => {
  test('goes to a value by its pointer', async () => {
    const { user, current } = await show(valueSource({ list: Array.from({ length: 3_000 }, (_, i) => i) }));
    await user.click(screen.getByRole('textbox', { name: 'Search keys and values' }));
    await user.paste('/list/2500');
    await screen.findByText('1 of 1');
    await waitFor(() => expect(current.at(-1)).toBe('/list/2500'));
  });

  test('requests only the newest text while a search is running', async () => {
    const requested: string[] = [];
    let letGo = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const plain = valueSource({ word: 'title' });
    const { user } = await show({
      ...plain,
      search: async (text) => {
        requested.push(text);
        if (requested.length === 1) await first;
        return plain.search(text);
      },
    });
    await user.type(screen.getByRole('textbox', { name: 'Search keys and values' }), 'title');
    letGo();
    await screen.findByText('1 of 1');
    expect(requested).toEqual(['t', 'title']);
  });
});

describe('a note on a value', () => {
  async function showWithNotes() {
    const noted: string[] = [];
    const user = userEvent.setup();
    render(
      <PayloadTree
        source={valueSource({ a: 1, b: { c: 2 } })}
        root=""
        label="Payload"
        onCopy={async () => true}
        onNote={({ pointer }) => noted.push(pointer)}
      />,
    );
    (await item('c: 2')).focus();
    return { noted, user };
  }

  test('is requested by its key', async () => {
    const { noted, user } = await showWithNotes();
    await user.keyboard('m');
    expect(noted).toEqual(['/b/c']);
  });

  test('is requested from the menu of the row', async () => {
    const { noted, user } = await showWithNotes();
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await user.click(screen.getByRole('menuitem', { name: 'Note on the value' }));
    expect(noted).toEqual(['/b/c']);
  });

  test('is not offered without a handler', async () => {
    const { user } = await show(valueSource({ a: 1 }));
    (await item('a: 1')).focus();
    await user.keyboard('{Shift>}{F10}{/Shift}');
    expect(screen.queryByRole('menuitem', { name: /Note/ })).toBeNull();
  });
});
