// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadFrame, type OpenedFrame, type Requests, renderWith, servicesFor } from '../../test/frame.tsx';
import type { EnvelopeSubject, RenderServices, SurfacePress } from '../contract/render-services.ts';
import { type CheckResume, ResumeCheckProvider } from '../contract/render-services.ts';
import { chooseRendering } from '../model/index.ts';
import { surfaceRenderer } from './surface-renderer.tsx';

const date = { component: 'field.date', id: 'when', label: 'Date', required: true };
const market = {
  component: 'field.select',
  id: 'market',
  label: 'Market',
  options: [
    { value: 'north', label: 'North region' },
    { value: 'south', label: 'South region' },
  ],
};
const invite = { component: 'field.checkbox', id: 'invite', label: 'Invite' };
const button = (id: string, label: string, target = 'resume') => ({
  component: 'action.button',
  id,
  label,
  action: { target },
});
const confirm = button('confirm', 'Confirm');
const payloadOf = (...components: readonly unknown[]) => ({
  catalogVersion: '0.9.1',
  surface: { title: 'Kickoff', components },
});

let requested: Requests;
beforeEach(() => {
  requested = { copied: [], jumped: [] };
});
afterEach(cleanup);

interface Around extends Partial<Omit<EnvelopeSubject, 'value'>> {
  readonly partial?: unknown;
  readonly check?: CheckResume;
  readonly texts?: ReadonlyMap<string, string>;
  /** Takes a press to the person who decides whether it is sent. */
  readonly sendPressed?: RenderServices['sendPressed'];
}

function subjectOf(
  payload: unknown,
  { partial, check, texts, sendPressed, ...subject }: Around,
): EnvelopeSubject {
  const value = {
    type: 'ui.a2ui-surface',
    nodeId: 'ask',
    payload,
    ...(partial === undefined ? {} : { partial }),
  };
  return {
    kind: 'envelope',
    key: 'one',
    type: value.type,
    value,
    tooLarge: false,
    leftOut: [],
    numbers: [],
    foundIn: 'event',
    interrupt: null,
    trust: { level: 'unmarked', source: null },
    rendering: chooseRendering(value),
    ...subject,
  };
}

function show(payload: unknown, around: Around = {}): void {
  const subject = subjectOf(payload, around);
  const reading = surfaceRenderer.read(subject);
  if (reading?.ok !== true) throw new Error('The surface was not read.');
  renderWith(
    {
      ...servicesFor(requested, around.texts),
      ...(around.sendPressed === undefined ? {} : { sendPressed: around.sendPressed }),
    },
    <ResumeCheckProvider value={around.check ?? null}>
      <surfaceRenderer.Show view={reading.view} subject={subject} />
    </ResumeCheckProvider>,
  );
}

/** The surface once the frame has drawn it. */
async function drawn(frame: OpenedFrame) {
  await vi.waitFor(() => expect(frame.document.body.textContent).toContain('Kickoff'));
  return within(frame.document.body);
}

async function open(payload: unknown, around: Around = {}) {
  show(payload, around);
  const frame = loadFrame();
  return { frame, inside: await drawn(frame) };
}

/** What was pressed, once something was. */
async function pressedPart(): Promise<HTMLElement> {
  return (
    (await screen.findByRole('heading', { name: /^Pressed in this rehearsal/ })).parentElement ??
    document.body
  );
}

test('the frame is of an origin of its own and may do nothing but run its script (security S-03)', async () => {
  const { frame } = await open(payloadOf(confirm));
  const { element } = frame;
  const attributes = ['sandbox', 'referrerpolicy', 'allow', 'title'].map((name) =>
    element.getAttribute(name),
  );
  expect(attributes).toEqual(['allow-scripts', 'no-referrer', '', 'Surface']);
});

describe('filling in and pressing (envelope 7.3)', () => {
  test('shows the exact request and sends nothing', async () => {
    const { inside } = await open(payloadOf(market, date, invite, confirm));
    expect(inside.getByText('Locked: Date is required.')).toBeDefined();
    fireEvent.change(inside.getByRole('combobox'), { target: { selectedIndex: 1 } });
    fireEvent.input(inside.getByLabelText('Date required'), { target: { value: '2026-07-01' } });
    fireEvent.click(inside.getByRole('checkbox'));
    await vi.waitFor(() => expect(inside.queryByText(/Locked/)).toBeNull());
    fireEvent.click(inside.getByRole('button', { name: 'Confirm' }));
    const pressed = await pressedPart();
    expect(within(pressed).getByText('POST /v1/runs/r1/interrupts/ask')).toBeDefined();
    fireEvent.click(within(pressed).getByRole('button', { name: 'Copy as JSON' }));
    expect(JSON.parse(requested.copied[0] ?? '')).toEqual({
      resumeValue: { market: 'south', when: '2026-07-01', invite: true, action: 'confirm' },
    });
  });

  test('a press right after a change goes out with it', async () => {
    const { inside } = await open(payloadOf(invite, confirm));
    fireEvent.click(inside.getByRole('checkbox'));
    fireEvent.click(inside.getByRole('button'));
    const pressed = await pressedPart();
    expect(pressed.textContent).toContain('"invite": true');
  });

  test('each of two buttons has its own request, of two with one id as well', async () => {
    const { inside } = await open(payloadOf(button('go', 'First'), button('go', 'Second', 'exchange')));
    fireEvent.click(inside.getByRole('button', { name: 'Second' }));
    const pressed = await pressedPart();
    expect(pressed.textContent).toContain('"operation": "exchange"');
    const choice = screen.getByLabelText<HTMLSelectElement>('Request of');
    expect([...choice.options].map(({ text }) => text)).toEqual(['First', 'Second']);
    fireEvent.change(choice, { target: { value: '0' } });
    const preview = screen.getByText(/would send this/).closest('section') ?? document.body;
    expect(preview.textContent).not.toContain('exchange"');
  });

  test('lists the last five presses, the newest first', async () => {
    const { inside } = await open(payloadOf(confirm));
    for (let i = 0; i < 7; i++) fireEvent.click(inside.getByRole('button'));
    const pressed = await pressedPart();
    await vi.waitFor(() => {
      const numbers = within(pressed)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.[0]);
      expect(numbers).toEqual(['7', '6', '5', '4', '3']);
    });
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Press 7: the request to resume is displayed below the surface. Nothing was sent.',
    );
  });

  test('reset draws the surface as it came', async () => {
    const { frame, inside } = await open(payloadOf(date, confirm));
    fireEvent.input(inside.getByLabelText('Date required'), { target: { value: '2026-07-01' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Reset what was filled in' }));
    await vi.waitFor(() => {
      const field = within(frame.document.body).getByLabelText<HTMLInputElement>('Date required');
      expect(field.value).toBe('');
    });
    expect(screen.queryByRole('button', { name: /Reset/ })).toBeNull();
  });

  test('a locked button hands out nothing, whatever the frame says (envelope 7.3)', async () => {
    const { frame, inside } = await open(payloadOf(date, confirm));
    fireEvent.click(inside.getByRole('button'));
    frame.port.postMessage({ nonce: frame.nonce, message: { kind: 'press', index: 1 } });
    frame.port.postMessage({ nonce: frame.nonce, message: { kind: 'values', values: [[0, '2026-01-01']] } });
    await screen.findByRole('button', { name: /Reset/ });
    expect(screen.queryByRole('heading', { name: /^Pressed/ })).toBeNull();
  });
});

describe('where a host is attached (envelope 7.3, security S-18)', () => {
  const untrusted = { level: 'untrusted', source: null } as const;
  const bound = { kind: 'clarification', nodeId: 'gate', resumeSchema: null };

  test.each([
    ['sent', '✓ Sent. The run continues.'],
    ['refused', '✕ Refused. The run continues.'],
    ['not-sent', 'Not sent. The run continues.'],
  ] as const)('a press is confirmed once, and says what became of it: %s', async (kind, words) => {
    const presses: SurfacePress[] = [];
    const { inside } = await open(payloadOf(invite, confirm), {
      interrupt: bound,
      trust: untrusted,
      sendPressed: async (press) => {
        presses.push(press);
        return { kind, words: 'The run continues.' };
      },
    });
    expect(screen.getByText(/asks first/)).toBeDefined();
    fireEvent.click(inside.getByRole('button'));
    const outcome = (element: Element | null) => element?.tagName === 'P' && element.textContent === words;
    expect(await screen.findByText((_, element) => outcome(element))).toBeDefined();
    expect(presses).toEqual([
      {
        target: 'resume',
        label: 'Confirm',
        values: { invite: false, action: 'confirm' },
        nodeId: 'gate',
        interruptKind: 'clarification',
        contentTrust: 'untrusted',
      },
    ]);
  });
});

describe('why no button works, each with its rule (envelope 7.2, 7.3)', () => {
  const field = (id: string) => ({ component: 'field.text', id, label: `Field ${id}` });
  const approval = { kind: 'approval', nodeId: 'gate', resumeSchema: null };
  const untrusted = { level: 'untrusted', source: null } as const;
  test.each([
    ['a2ui_required_empty', payloadOf(date, confirm), {}],
    ['a2ui_duplicate_id', payloadOf(field('a'), field('a'), confirm), {}],
    ['a2ui_reserved_id', payloadOf(field('action'), confirm), {}],
    ['a2ui_partial', payloadOf(confirm), { partial: { isPartial: true, index: 1, total: 5 } }],
    ['untrusted_content_blocks_approval', payloadOf(confirm), { interrupt: approval, trust: untrusted }],
  ])('%s', async (code, payload, around: Around) => {
    const { inside } = await open(payload, around);
    expect(inside.getByRole('button').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(code)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Copy as curl' })).toBeNull();
  });

  test('a tag in the envelope takes trust away that nothing gives back', async () => {
    const value = { payload: payloadOf(confirm), meta: { contentTrust: 'untrusted' } };
    const subject = {
      ...subjectOf(null, { interrupt: approval, trust: { level: 'trusted', source: null } }),
      value,
    };
    const reading = surfaceRenderer.read(subject);
    expect(reading?.ok === true && reading.view.input).toMatchObject({
      contentTrust: 'untrusted',
      boundInterruptKind: 'approval',
    });
  });

  test('a fragment says which it is', async () => {
    await open(payloadOf(confirm), { partial: { isPartial: true, index: 1, total: 5 } });
    expect(screen.getByText(/^Fragment 2 of 5, displayed as far as it has come/)).toBeDefined();
  });
});

describe('against the schema of the interrupt', () => {
  const bound = { kind: 'clarification', nodeId: 'gate', resumeSchema: { type: 'object' } };
  const press = async (around: Around) => {
    const { inside } = await open(payloadOf(confirm), around);
    fireEvent.click(inside.getByRole('button'));
  };

  test('reports the places of an invalid value', async () => {
    const seen: unknown[] = [];
    const check: CheckResume = async (schema, value) => {
      seen.push(schema, value);
      return { kind: 'violated', details: [{ pointer: '/when', message: 'is missing' }] };
    };
    await press({ interrupt: bound, check });
    expect(await screen.findByText(/Does not satisfy the resumeSchema/)).toBeDefined();
    expect(screen.getByText('/when')).toBeDefined();
    expect(seen).toEqual([{ type: 'object' }, { action: 'confirm' }]);
  });

  test.each([
    ['fits', { interrupt: bound, check: async () => ({ kind: 'satisfied' }) as const }, /^✓ Satisfies/],
    ['has no schema', { interrupt: null }, /The log holds no resumeSchema/],
    ['nobody checks', { interrupt: bound }, /Nothing here checks schemas of hosts/],
    ['fails', { interrupt: bound, check: () => Promise.reject(new Error('x')) }, /could not be made/],
  ])('a value that %s', async (_, around: Around, words) => {
    await press(around);
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('removes a frame that is no longer to be trusted (security S-03)', () => {
  test.each([
    ['a forged message', { type: 'navigate' }, /not in its contract/],
    ['a field that is not there', { kind: 'values', values: [[7, 'x']] }, /not in its contract/],
    ['a value that the field cannot hold', { kind: 'values', values: [[0, 'north']] }, /not in its contract/],
    ['an option that is not there', { kind: 'values', values: [[0, 2]] }, /not in its contract/],
  ])('%s', async (_, message, words) => {
    const { frame } = await open(payloadOf(market, confirm));
    frame.port.postMessage({ nonce: frame.nonce, message });
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(screen.queryByTitle('Surface')).toBeNull();
  });

  test('a frame that goes to another document', async () => {
    const { frame } = await open(payloadOf(confirm));
    fireEvent.load(frame.element);
    expect((await screen.findByRole('alert')).textContent).toMatch(/left its document/);
  });

  test('and restores it on request, with its input', async () => {
    const { frame, inside } = await open(payloadOf(date, confirm));
    fireEvent.input(inside.getByLabelText('Date required'), { target: { value: '2026-07-01' } });
    await screen.findByRole('button', { name: /Reset/ });
    fireEvent.load(frame.element);
    fireEvent.click(await screen.findByRole('button', { name: 'Show again' }));
    const again = await drawn(loadFrame());
    expect(again.getByLabelText<HTMLInputElement>('Date required').value).toBe('2026-07-01');
  });
});

test('Escape in the frame gives the focus back to the window', async () => {
  const { inside } = await open(payloadOf(date));
  fireEvent.keyDown(inside.getByLabelText('Date required'), { key: 'Escape', bubbles: true });
  const place = screen.getByRole('group', { name: 'Surface, in a frame' });
  await vi.waitFor(() => expect(document.activeElement).toBe(place));
});

describe('a surface that is rejected as a whole (envelope 7.4)', () => {
  test('has no frame, and says what, where, and what would be displayed', () => {
    show(payloadOf(confirm, { component: 'iframe', src: 'https://example.com/' }));
    expect(screen.queryByTitle('Surface')).toBeNull();
    const notice = screen.getByRole('heading', { name: /is withheld/ }).parentElement ?? document.body;
    expect(notice.textContent).toContain('Component 2 is not in the catalogue.');
    expect(notice.textContent).toContain('/surface/components/1/component');
    expect(notice.textContent).toContain('{ "component": "text", "text": "…" }');
    expect(notice.textContent).toContain('envelope 7.2, 7.4');
    expect(notice.textContent).toContain('heading, text, field.text, field.date, field.select');
    expect(notice.textContent).not.toContain('example.com');
  });

  test('over a limit it names the limit', () => {
    show(payloadOf(...Array.from({ length: 501 }, () => ({ component: 'text', text: 'x' }))));
    expect(screen.getByText(/more than 500 components/)).toBeDefined();
  });
});

describe('texts that were left out are filled in first', () => {
  const pointer = '/payload/surface/components/0/text';
  const payload = payloadOf({ component: 'text', text: '' }, confirm);

  test('the surface is drawn with them', async () => {
    show(payload, { leftOut: [{ pointer, length: 9 }], texts: new Map([[pointer, 'the words']]) });
    await screen.findByTitle('Surface');
    expect((await drawn(loadFrame())).getByText('the words')).toBeDefined();
  });

  test('what cannot be read is said', async () => {
    show(payload, { leftOut: [{ pointer, length: 9 }] });
    expect(await screen.findByText('Nothing here.')).toBeDefined();
  });

  test('does not request a surface that is far too large', () => {
    const subject = subjectOf(payload, { leftOut: [{ pointer, length: 300_000 }] });
    expect(surfaceRenderer.read(subject)).toMatchObject({ ok: false, problem: { pointer } });
  });

  test('requests reasoning when it is unfolded', async () => {
    const reasoning = '/payload/reasoning';
    show(payload, { leftOut: [{ pointer: reasoning, length: 7 }], texts: new Map([[reasoning, 'because']]) });
    const fold = screen.getByText(/^Reasoning/).closest('details');
    if (fold === null) throw new Error('reasoning is not folded');
    fold.open = true;
    fireEvent(fold, new Event('toggle'));
    expect(await screen.findByText('because')).toBeDefined();
  });
});
