// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PayloadTree } from './PayloadTree.tsx';
import { type PayloadSource, valueSource } from './value-source.ts';

const payload = {
  nodeId: 'draft',
  error: { code: 'envelope_invalid', details: { violations: [{ message: 'no title' }] } },
  tokens: 12345678901234,
};

let copied: string[] = [];
const onCopy = async (text: string) => {
  copied.push(text);
  return true;
};

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

async function show(source: PayloadSource, root = '/payload') {
  const user = userEvent.setup();
  render(<PayloadTree source={source} root={root} label="Payload" onCopy={onCopy} />);
  await screen.findByRole('tree', { name: 'Payload' });
  return user;
}

const item = (name: string | RegExp) => screen.findByRole('treeitem', { name });

describe('a payload tree', () => {
  test('names every value with its level and place', async () => {
    await show(valueSource({ payload }));
    const code = await item('code: "envelope_invalid"');
    expect(code.getAttribute('aria-level')).toBe('2');
    expect(code.getAttribute('aria-posinset')).toBe('1');
    expect(code.getAttribute('aria-setsize')).toBe('2');
    const error = await item('error: 2 members, object');
    expect(error.getAttribute('aria-expanded')).toBe('true');
    await item('tokens: 12345678901234');
  });

  test('a second step to the right is taken once the members are there', async () => {
    const quick = valueSource({ payload });
    let letGo = (): void => undefined;
    const blocked = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isBlocked = false;
    const slow: PayloadSource = {
      ...quick,
      children: async (...args) => {
        if (isBlocked) await blocked;
        return quick.children(...args);
      },
    };
    const user = await show(slow);
    (await item('nodeId: "draft"')).focus();
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    isBlocked = true;
    await user.keyboard('ll');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('error: 2 members, object');
    letGo();
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('aria-label')).toBe('code: "envelope_invalid"');
    });
  });

  test('a move while the tree goes to its first value stays', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `row ${at}`);
    const quick = valueSource({ payload: { rows, tokens: 1 } });
    let letGo = (): void => undefined;
    const blocked = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const children: PayloadSource['children'] = async (pointer, ...page) => {
      if (pointer === '/payload/rows') await blocked;
      return quick.children(pointer, ...page);
    };
    const first = { pointer: '/payload/rows/50' };
    render(
      <PayloadTree
        source={{ ...quick, children }}
        root="/payload"
        label="Payload"
        onCopy={onCopy}
        first={first}
      />,
    );
    await userEvent.click(await item('tokens: 1'));
    letGo();
    await item('0: "row 0"');
    await new Promise((done) => setTimeout(done, 20));
    expect((await item('tokens: 1')).getAttribute('aria-selected')).toBe('true');
  });

  test('arrows walk in and out, and one row has the focus', async () => {
    const user = await show(valueSource({ payload }));
    (await item('nodeId: "draft"')).focus();
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect((await item('error: 2 members, object')).getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('treeitem', { name: 'code: "envelope_invalid"' })).toBeNull();
    await user.keyboard('{ArrowRight}');
    await item('code: "envelope_invalid"');
    await user.keyboard('l');
    expect(document.activeElement).toBe(await item('code: "envelope_invalid"'));
    await user.keyboard('h');
    expect(document.activeElement).toBe(await item('error: 2 members, object'));
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(await item('tokens: 12345678901234'));
  });

  test('y copies the path, Ctrl C the value, the menu key offers the pointer', async () => {
    const user = await show(valueSource({ payload }));
    (await item('message: "no title"')).focus();
    await user.keyboard('y');
    await screen.findByText('Path copied');
    await user.keyboard('{Control>}c{/Control}');
    await screen.findByText('Value copied');
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await user.click(await screen.findByRole('menuitem', { name: 'Copy pointer' }));
    await waitFor(() =>
      expect(copied).toEqual([
        'payload.error.details.violations[0].message',
        'no title',
        '/payload/error/details/violations/0/message',
      ]),
    );
    expect(document.activeElement).toBe(await item('message: "no title"'));
  });

  test('the path bar leads back to a container', async () => {
    const user = await show(valueSource({ payload }));
    (await item('message: "no title"')).focus();
    await user.click(await screen.findByRole('button', { name: 'details' }));
    expect(document.activeElement).toBe(await item('details: 1 member, object'));
  });

  test('the search walks its matches and unfolds the way', async () => {
    const user = await show(valueSource({ payload: { deep: payload, list: Array(100).fill('title') } }));
    await user.type(screen.getByRole('textbox', { name: 'Search keys and values' }), 'title');
    await screen.findByText('1 of 101');
    expect((await item('message: "no title"')).getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Enter}');
    await screen.findByText('2 of 101');
    expect((await item('0: "title"')).getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    await screen.findByText('1 of 101');
  });

  test('a long text shows its beginning and the rest on demand', async () => {
    const user = await show(valueSource({ payload: { text: 'ab'.repeat(50_000) } }));
    const row = await item(/^text: "abab/);
    expect(row.textContent).toContain('first 4,096 of 100,000 characters');
    row.focus();
    await user.keyboard('{ArrowRight}');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('characters 1 to 16,384 of 100,000');
    await user.click(screen.getByRole('button', { name: 'Next part' }));
    await screen.findByText('characters 16,385 to 32,768 of 100,000');
  });

  test('a large array offers its next page', async () => {
    const user = await show(valueSource({ payload: Array(2_500).fill(0) }));
    (await item('0: 0')).focus();
    await user.keyboard('{End}');
    await user.keyboard('{Enter}');
    await user.keyboard('{End}');
    await item('500 more of 2,500');
  });

  test('a direction override is displayed as its code', async () => {
    await show(valueSource({ payload: { file: 'gpj.\u202eexe' } }));
    expect((await item(/^file/)).textContent).toContain('U+202E');
  });

  test('a masked value says so', async () => {
    const plain = valueSource({ payload: { key: 'Bearer ***' } });
    const source: PayloadSource = {
      ...plain,
      children: async (...where) => {
        const answer = await plain.children(...where);
        return answer && { ...answer, nodes: answer.nodes.map((node) => ({ ...node, masked: true })) };
      },
    };
    await show(source);
    expect((await item(/masked$/)).textContent).toContain('masked');
  });

  test('a payload that is not there is said in words', async () => {
    render(<PayloadTree source={valueSource({})} root="/payload" label="Payload" onCopy={onCopy} />);
    await screen.findByText('The document has no value here.');
  });
});
