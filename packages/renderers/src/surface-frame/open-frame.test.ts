// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FrameItem, FrameMessage, FrameState, WindowMessage } from '../model/a2ui/frame-contract.ts';
import { openFrame, serve } from './open-frame.ts';

const nonce = 'ab'.repeat(16);
let port: MessagePort;
let heard: FrameMessage[];

/** The window's end of a channel whose other end the frame's script has. */
beforeEach(() => {
  const channel = new MessageChannel();
  heard = [];
  port = channel.port1;
  port.onmessage = ({ data }) => heard.push(data.message);
  serve(channel.port2, nonce, document);
});
afterEach(() => {
  port.close();
  document.body.replaceChildren();
});

const send = (message: WindowMessage) => port.postMessage({ nonce, message });
const unlocked: FrameState = { locks: [], free: [] };
const items: readonly FrameItem[] = [
  { kind: 'heading', index: 0, text: 'Kickoff', ariaLevel: 5 },
  { kind: 'text', index: 1, text: '<b>plain</b>' },
  { kind: 'text-field', index: 2, label: 'Name', placeholder: 'yours', required: true, value: 'Ada' },
  { kind: 'date-field', index: 3, label: 'Date', required: false, value: '2026-07-01' },
  { kind: 'select', index: 4, label: 'Market', required: false, options: ['North', 'South'], value: 1 },
  { kind: 'checkbox', index: 5, label: 'Invite', value: true },
];

async function show(state = unlocked, displayed = items): Promise<void> {
  const buttons = [{ index: 6, label: 'Confirm' }];
  send({ kind: 'show', surface: { title: 'Title', items: displayed, buttons, state } });
  await screen.findByText('Title');
}

test('the frame says that it is ready', async () => {
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'ready' }]));
});

describe('what is drawn (envelope 7.2)', () => {
  test('every field has its label, its mark in words and its value', async () => {
    await show();
    expect(screen.getByRole('heading', { name: 'Title', level: 4 })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Kickoff', level: 5 })).toBeDefined();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name required' });
    expect([name.value, name.placeholder, name.getAttribute('aria-required')]).toEqual([
      'Ada',
      'yours',
      'true',
    ]);
    const date = screen.getByLabelText<HTMLInputElement>('Date');
    expect([date.type, date.value]).toEqual(['date', '2026-07-01']);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Market' }).selectedIndex).toBe(1);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Invite' }).checked).toBe(true);
  });

  test('headings are none of the outline, and nothing is a form that Enter could send', async () => {
    await show();
    expect(document.querySelectorAll('h1, h2, h3, h4, h5, h6, form, a, img')).toHaveLength(0);
    expect(screen.getByRole('button').getAttribute('type')).toBe('button');
  });

  test('markup stays text, and no id is made of content', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    await show(unlocked, [
      { kind: 'text', index: 0, text: hostile },
      { kind: 'text-field', index: 1, label: hostile, placeholder: hostile, required: false, value: hostile },
      { kind: 'select', index: 2, label: 'S', required: false, options: [hostile], value: 0 },
    ]);
    expect(screen.getByText(hostile, { selector: 'p' })).toBeDefined();
    expect(document.querySelectorAll('img, script, b')).toHaveLength(0);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toEqual(['field-1', 'field-2', 'locked']);
    expect(screen.getByRole<HTMLOptionElement>('option').value).toBe('0');
  });

  test('hidden characters are named in their place', async () => {
    await show(unlocked, [{ kind: 'text', index: 0, text: 'pay\u202egp.exe' }]);
    expect(document.querySelector('p')?.textContent).toBe('payU+202Egp.exe');
    expect(document.querySelector('.hidden-character')?.getAttribute('title')).toBe(
      'U+202E, direction override',
    );
  });
});

describe('what is said', () => {
  test('each change goes out by component', async () => {
    await show();
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Eve' } });
    fireEvent.change(screen.getByRole('combobox'), { target: { selectedIndex: 0 } });
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('button'));
    await vi.waitFor(() =>
      expect(heard).toHaveLength(5 + heard.filter(({ kind }) => kind === 'size').length),
    );
    expect(heard.filter(({ kind }) => kind !== 'size').slice(1)).toEqual([
      { kind: 'values', values: [[2, 'Eve']] },
      { kind: 'values', values: [[4, 0]] },
      { kind: 'values', values: [[5, false]] },
      { kind: 'press', index: 6 },
    ]);
  });

  test('a locked button stays reachable, says why, and sends nothing (envelope 7.3)', async () => {
    await show({ locks: ['Locked: Name is required.'], free: [] });
    const button = screen.getByRole<HTMLButtonElement>('button', {
      description: 'Locked: Name is required.',
    });
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    fireEvent.click(button);
    const once = screen.getByRole('status').textContent;
    fireEvent.click(button);
    const twice = screen.getByRole('status').textContent;
    expect([once?.trim(), twice?.trim(), once === twice]).toEqual([
      'Locked: Name is required.',
      'Locked: Name is required.',
      false,
    ]);
    send({ kind: 'state', state: unlocked });
    await vi.waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false));
    fireEvent.click(button);
    await vi.waitFor(() => expect(heard.filter(({ kind }) => kind === 'press')).toHaveLength(1));
    expect(button.querySelector('svg')).toBeNull();
  });

  test('Escape requests that the window take the focus back', async () => {
    await show();
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'leave' }));
  });

  test('a question for a sign of life is answered, a look is put on', async () => {
    send({ kind: 'look', look: { theme: 'dark', density: 'compact' } });
    send({ kind: 'ping', count: 3 });
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'alive', count: 3 }));
    expect({ ...document.documentElement.dataset }).toMatchObject({ theme: 'dark', density: 'compact' });
  });
});

test.each([
  ['a wrong nonce', { nonce: 'cd'.repeat(16), message: { kind: 'ping', count: 1 } }],
  ['an unknown message', { nonce, message: { type: 'eval', code: '1' } }],
])('%s silences the frame for good (security S-03)', async (_, data) => {
  port.postMessage(data);
  send({ kind: 'ping', count: 2 });
  const other = new MessageChannel();
  const passed = new Promise((resolve) => {
    other.port1.onmessage = resolve;
  });
  other.port2.postMessage(null);
  await passed;
  expect(heard.filter(({ kind }) => kind === 'alive')).toEqual([]);
  other.port1.close();
});

describe('the port is taken once, from the window alone (security S-03)', () => {
  const open = (change: { source?: unknown; data?: unknown; ports?: readonly MessagePort[] }) => {
    const { port1, port2 } = new MessageChannel();
    const answers: unknown[] = [];
    port1.onmessage = ({ data }) => answers.push(data.message);
    const data = { kind: 'open-surface', nonce };
    const event = { source: window.parent, data, ports: [port2], ...change };
    window.dispatchEvent(Object.assign(new Event('message'), event));
    return { answers, port: port1 };
  };

  test('ignores a stranger, a message without port, one of another form and a second one', async () => {
    openFrame(window);
    const refused = [open({ source: null }), open({ ports: [] }), open({ data: { kind: 'open-surface' } })];
    const taken = open({});
    refused.push(open({}));
    taken.port.postMessage({ nonce, message: { kind: 'ping', count: 1 } });
    await vi.waitFor(() => expect(taken.answers).toEqual([{ kind: 'ready' }, { kind: 'alive', count: 1 }]));
    expect(refused.map(({ answers }) => answers)).toEqual([[], [], [], []]);
    for (const { port: opened } of [...refused, taken]) opened.close();
  });
});
