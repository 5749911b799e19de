import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FrameMessage, FrameSurface, WindowMessage } from '../model/a2ui/frame-contract.ts';
import { type FrameClock, FrameLink, PING_EVERY_MS, SILENT_AFTER_MS } from './frame-link.ts';

/** A clock that is advanced by hand. */
function createHandClock(): FrameClock & { go(ms: number): void } {
  let now = 0;
  let waiting: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, call) {
      const entry = { at: now + delayMs, call };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((one) => one !== entry);
      };
    },
    go(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        waiting = waiting.filter((one) => one !== next);
        now = next.at;
        next.call();
      }
      now = until;
    },
  };
}

const nonce = '01'.repeat(16);
const surface: FrameSurface = { title: 'T', items: [], buttons: [], state: { locks: [], free: [] } };
let frame: MessagePort;
let sent: WindowMessage[];
let happened: unknown[];
let clock: ReturnType<typeof createHandClock>;
let link: FrameLink;

beforeEach(() => {
  const { port1, port2 } = new MessageChannel();
  [sent, happened, clock, frame] = [[], [], createHandClock(), port2];
  frame.onmessage = ({ data }) => sent.push(data.message);
  link = new FrameLink({
    port: port1,
    nonce,
    clock,
    listener: () => ({
      valuesChanged: (values) => happened.push(['values', values]) > 0,
      pressed: (index) => happened.push(['press', index]),
      resized: (height) => happened.push(['size', height]),
      left: () => happened.push(['left']),
      failed: (fault) => happened.push(['failed', fault]),
    }),
  });
});
afterEach(() => {
  link.close();
  frame.close();
});

const say = (message: FrameMessage) => frame.postMessage({ nonce, message });
const until = (expected: unknown) => vi.waitFor(() => expect(happened).toEqual(expected));

/** Waits until the frame is ready and has answered all requests so far. */
async function ready(): Promise<void> {
  say({ kind: 'ready' });
  await vi.waitFor(() => expect(sent.some(({ kind }) => kind === 'ping')).toBe(true));
}

describe('what the window sends', () => {
  test('waits until the frame is ready, and only the last of each', async () => {
    link.show(surface);
    link.show({ ...surface, title: 'second' });
    link.setState({ locks: ['Locked: x.'], free: [] });
    link.setLook({ theme: 'light', density: 'normal' });
    await ready();
    expect(sent).toEqual([
      { kind: 'look', look: { theme: 'light', density: 'normal' } },
      { kind: 'show', surface: { ...surface, title: 'second' } },
      { kind: 'state', state: { locks: ['Locked: x.'], free: [] } },
      { kind: 'ping', count: 2 },
    ]);
  });

  test('is never more than the frame may be sent', async () => {
    await ready();
    link.show({ ...surface, title: 'x'.repeat(20_001) });
    expect(happened).toEqual([['failed', 'too-large']]);
  });
});

test('what the frame says is passed on', async () => {
  await ready();
  say({ kind: 'values', values: [[0, 'x']] });
  say({ kind: 'press', index: 3 });
  say({ kind: 'size', height: 120 });
  say({ kind: 'leave' });
  await until([['values', [[0, 'x']]], ['press', 3], ['size', 120], ['left']]);
});

describe('a frame is taken away once and for all (security S-03)', () => {
  test.each([
    ['a wrong nonce', { nonce: 'ff'.repeat(16), message: { kind: 'leave' } }],
    ['an unknown message', { nonce, message: { type: 'navigate', to: 'https://example.com/' } }],
    ['a second ready', { nonce, message: { kind: 'ready' } }],
    ['no envelope', 'ready'],
  ])('for %s', async (_, data) => {
    await ready();
    frame.postMessage(data);
    say({ kind: 'press', index: 0 });
    await until([['failed', 'bad-message']]);
  });

  test('for speaking before it is ready', async () => {
    say({ kind: 'press', index: 0 });
    await until([['failed', 'bad-message']]);
  });

  test('for more than 200 messages in a second', async () => {
    await ready();
    clock.go(1_000);
    say({ kind: 'alive', count: 3 });
    for (let i = 0; i < 200; i++) say({ kind: 'size', height: i });
    await vi.waitFor(() => expect(happened.at(-1)).toEqual(['failed', 'flood']));
    expect(happened).toHaveLength(200);
  });

  test('not for as many in two', async () => {
    await ready();
    for (let i = 0; i < 150; i++) say({ kind: 'size', height: i });
    await vi.waitFor(() => expect(happened).toHaveLength(150));
    clock.go(1_000);
    for (let i = 0; i < 150; i++) say({ kind: 'size', height: i });
    await vi.waitFor(() => expect(happened).toHaveLength(300));
  });
});

describe('signs of life', () => {
  test('a frame that never becomes ready is silent after five seconds', () => {
    clock.go(SILENT_AFTER_MS - 1);
    expect(happened).toEqual([]);
    clock.go(1);
    expect(happened).toEqual([['failed', 'silent']]);
  });

  test('pings a frame that answers again and again', async () => {
    await ready();
    for (let round = 0; round < 5; round++) {
      const requested = sent.length;
      const last = sent.at(-1);
      say({ kind: 'alive', count: last?.kind === 'ping' ? last.count : 0 });
      say({ kind: 'size', height: round });
      await vi.waitFor(() => expect(happened).toHaveLength(round + 1));
      clock.go(PING_EVERY_MS);
      await vi.waitFor(() => expect(sent.length).toBe(requested + 1));
    }
    expect(happened).not.toContainEqual(['failed', 'silent']);
  });

  test('questions that pile up give no more time', async () => {
    await ready();
    for (let i = 0; i < 4; i++) {
      clock.go(1_000);
      say({ kind: 'press', index: i });
      await vi.waitFor(() => expect(happened).toHaveLength(i + 1));
    }
    clock.go(1_000);
    expect(happened.at(-1)).toEqual(['failed', 'silent']);
  });

  test('an answer to another question is none', async () => {
    await ready();
    say({ kind: 'alive', count: 99 });
    say({ kind: 'leave' });
    await until([['left']]);
    clock.go(SILENT_AFTER_MS);
    expect(happened.at(-1)).toEqual(['failed', 'silent']);
  });

  test('a hidden window sends no pings', async () => {
    await ready();
    link.setWatched(false);
    clock.go(60_000);
    expect(happened).toEqual([]);
    link.setWatched(true);
    clock.go(SILENT_AFTER_MS);
    expect(happened).toEqual([['failed', 'silent']]);
  });
});
