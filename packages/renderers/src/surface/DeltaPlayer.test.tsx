// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadFrame, type Requests, renderWith, servicesFor } from '../../test/frame.tsx';
import { DeltaPlayer } from './DeltaPlayer.tsx';
import { type DeltaChainData, surfaceDifference } from './use-delta-playback.ts';

const folder = join(import.meta.dirname, '../../../../testing/recordings/app/_envelopes/a2ui-run');
const data = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line): Record<string, unknown> => JSON.parse(line.slice(6)));

function recordedChain(): DeltaChainData {
  const wire = data('live.debug.a2uiDelta1.sse');
  const full = wire.find(({ type }) => type === 'ui.a2ui-surface');
  const surfaces = data('sse.debug.sse').filter(({ type }) => type === 'ui.a2ui-surface');
  return {
    surfaceRef: String(full?.eventId),
    baseOrdinal: 3,
    base: full?.payload,
    baseUntrusted: false,
    frames: wire
      .filter(({ surfaceRef }) => surfaceRef !== undefined)
      .map((value, at) => ({ value, sequence: 5 + at })),
    framesLeftOut: 0,
    finalOrdinal: 7,
    final: surfaces.at(-1)?.payload,
  };
}

let requested: Requests;
beforeEach(() => {
  requested = { copied: [], jumped: [] };
});
afterEach(cleanup);

const draw = (chain: DeltaChainData) => renderWith(servicesFor(requested), <DeltaPlayer chain={chain} />);

/** The player, once its frames are applied: on a busy machine that takes more than one slice. */
async function show(chain: DeltaChainData): Promise<void> {
  draw(chain);
  await waitFor(() => expect(screen.queryByText('Applying the frames…')).toBeNull());
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Frame' });
/** The part of the player under a heading. */
const part = (name: string) => screen.getByRole('heading', { name }).parentElement ?? document.body;
const goTo = (frame: number) => fireEvent.change(slider(), { target: { value: String(frame) } });

describe('the recorded chain (envelope 7.6)', () => {
  test('ends in the surface of the log', async () => {
    const chain = recordedChain();
    await show(chain);
    expect(chain.frames.length).toBeGreaterThan(2);
    press('Last');
    expect(screen.getByText('✓ The chain ends in the full surface that the log holds.')).toBeDefined();
    press('Go to the full surface');
    expect(requested.jumped).toEqual([7]);
  });

  test('says what each frame did, and that its result was checked', async () => {
    await show(recordedChain());
    press('Next frame');
    expect(
      screen.getByText('✓ Frame 1 (#5) applied over the surface and checked: the result is a legal surface.'),
    );
    const detail = part('What frame 1 did');
    expect(detail.textContent).toContain('title "Surface v1" "Surface v2"');
    expect(detail.textContent).toContain('text changed, component 1');
    expect(detail.textContent).toContain('1 component is as before');
    expect(detail.textContent).toContain('"path": "/components/0/text"');
    press('Next frame');
    const second = part('What frame 2 did');
    expect(second.textContent).toContain('action.button confirm removed, was component 3');
  });

  test('the frame shows the surface after the chosen frame, with what was filled in', async () => {
    await show(recordedChain());
    const { document: inside } = loadFrame();
    await vi.waitFor(() => expect(inside.body.textContent).toContain('Surface v1'));
    const when = () => within(inside.body).getByLabelText<HTMLInputElement>('Date required');
    fireEvent.input(when(), { target: { value: '2026-05-05' } });
    await screen.findByRole('button', { name: /Reset/ });
    press('Next frame');
    await vi.waitFor(() => expect(inside.body.textContent).toContain('Surface v2'));
    expect(when().value).toBe('2026-05-05');
    goTo(0);
    await vi.waitFor(() => expect(inside.body.textContent).toContain('Surface v1'));
    expect(when().value).toBe('2026-05-05');
  });
});

test('the slider and the buttons agree, and the ends are ends', async () => {
  const chain = recordedChain();
  await show(chain);
  const { length } = chain.frames;
  expect(slider().getAttribute('aria-valuetext')).toBe('Full surface');
  press('Previous frame');
  expect(slider().value).toBe('0');
  goTo(length);
  expect(slider().getAttribute('aria-valuetext')).toBe(`Frame ${length} of ${length}`);
  press('Next frame');
  expect(slider().value).toBe(String(length));
  press('First');
  expect(slider().value).toBe('0');
});

test('plays by itself, from the start when it is at the end', () => {
  vi.useFakeTimers();
  try {
    const chain = recordedChain();
    draw(chain);
    press('Last');
    press('Play');
    expect(slider().value).toBe('0');
    for (let frame = 1; frame <= chain.frames.length; frame++) {
      act(() => vi.runOnlyPendingTimers());
      expect(slider().value).toBe(String(frame));
    }
    expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

describe('where a client must fall back (envelope 7.6)', () => {
  const refusedChain = (): DeltaChainData => {
    const chain = recordedChain();
    const [first, ...rest] = chain.frames;
    const bad = {
      value: {
        surfaceRef: chain.surfaceRef,
        catalogVersion: '0.9.1',
        patch: [{ op: 'remove', path: '/nope' }],
      },
      sequence: 9,
    };
    return { ...chain, frames: first === undefined ? [] : [first, bad, ...rest] };
  };

  test('names the rule and leaves the last good surface, inert', async () => {
    await show(refusedChain());
    const { document: inside } = loadFrame();
    goTo(2);
    expect(
      screen.getByText(/^✕ Frame 2 \(#9\) is refused. A pointer leads to nothing, in operation 1\.$/),
    ).toBeDefined();
    expect(screen.getByText('delta_path_missing')).toBeDefined();
    expect(screen.getByText(/keeps the last good surface, inert, until a full surface comes/)).toBeDefined();
    expect(screen.getByText('Nothing: it was not applied.')).toBeDefined();
    await vi.waitFor(() => expect(inside.body.textContent).toContain('Surface v2'));
    expect(inside.body.textContent).toContain(
      'Locked: a frame was refused, so this waits for a full surface.',
    );
  });

  test('later frames stay raw, and the end is not compared', async () => {
    await show(refusedChain());
    goTo(3);
    expect(
      screen.getByText(/^Frame 3 .* is not applied: since frame 2 a full surface is awaited/),
    ).toBeDefined();
    press('Last');
    expect(screen.getByText('The chain ends in waiting for a full surface.')).toBeDefined();
  });
});

test('an end that differs names the first place', async () => {
  const chain = recordedChain();
  await show({ ...chain, final: { ...Object(chain.final), surface: { title: 'Other', components: [] } } });
  press('Last');
  expect(screen.getByText('/surface/title')).toBeDefined();
});

test.each([
  ['a base that is not loaded', { base: null }, /is not in this log, so none can be applied/],
  ['no frame', { frames: [] }, /^0 frames were captured/],
])('%s is said', async (_, change, words) => {
  await show({ ...recordedChain(), ...change });
  expect(screen.getByText(words)).toBeDefined();
});

test('without a later full surface there is nothing to compare with', async () => {
  await show({ ...recordedChain(), final: null, finalOrdinal: null });
  press('Last');
  expect(screen.getByText(/no full surface after these frames/)).toBeDefined();
});

test('an untrusted base frames every surface of the chain (envelope 7.6 (5))', async () => {
  await show({ ...recordedChain(), baseUntrusted: true });
  expect(screen.getByRole('group', { name: 'Untrusted content' })).toBeDefined();
});

test.each([
  ['no frame', 'delta_bad_frame', () => 'x'],
  [
    'a way to a prototype',
    'delta_forbidden_segment',
    (surfaceRef: string) => ({
      surfaceRef,
      catalogVersion: '0.9.1',
      patch: [{ op: 'add', path: '/__proto__/x', value: 1 }],
    }),
  ],
])('%s is refused in words', async (_, code, frame) => {
  const chain = recordedChain();
  await show({ ...chain, frames: [{ value: frame(chain.surfaceRef), sequence: null }] });
  press('Next frame');
  expect(screen.getByText(code)).toBeDefined();
});

const payload = (...components: readonly unknown[]) => ({ catalogVersion: '0.9.1', surface: { components } });

test('reports the changes of a frame by component', () => {
  const field = { component: 'field.text', id: 'f', label: 'F' };
  const one = { component: 'text', text: '1' };
  const two = { component: 'text', text: '2' };
  const box = { component: 'field.checkbox', id: 'f', label: 'F' };
  const three = { ...two, text: '3' };
  expect(surfaceDifference(payload(one, field, two), payload(field, one, three, box))).toMatchObject({
    components: [
      { kind: 'moved', before: 2, after: 1, members: [] },
      { kind: 'changed', before: 3, after: 3, members: [{ name: 'text', before: '"2"', after: '"3"' }] },
      { kind: 'added', before: null, after: 4 },
    ],
    unchanged: 1,
  });
  expect(surfaceDifference(payload(one, two), payload(one))).toMatchObject({
    components: [{ kind: 'removed', before: 2, after: null, members: [{ name: 'text', before: '"2"' }] }],
    unchanged: 1,
  });
});

test('added components come with all they have', () => {
  const text = { component: 'text', text: 'x' };
  const field = { component: 'field.text', id: 'f', label: 'F' };
  expect(surfaceDifference(payload(text), payload(field, text))).toEqual({
    around: [],
    components: [
      {
        kind: 'added',
        name: 'field.text f',
        before: null,
        after: 1,
        members: [
          { name: 'id', before: null, after: '"f"' },
          { name: 'label', before: null, after: '"F"' },
        ],
      },
    ],
    unchanged: 1,
  });
});
