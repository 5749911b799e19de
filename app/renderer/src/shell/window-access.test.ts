import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerOtherWindows, askOtherWindows } from './window-access.ts';

/** Windows of one origin: what one says is heard by all others, in a later task. */
class Channel {
  static readonly open = new Set<Channel>();
  onmessage: ((event: MessageEvent) => void) | null = null;
  constructor() {
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open) {
      if (other !== this) queueMicrotask(() => other.onmessage?.(new MessageEvent('message', { data })));
    }
  }
  close(): void {
    Channel.open.delete(this);
    this.onmessage = null;
  }
}

beforeEach(() => vi.stubGlobal('BroadcastChannel', Channel));
afterEach(() => {
  Channel.open.clear();
  vi.useRealTimers();
});

test('a window gives another one a key; of several, one does', async () => {
  const made: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    answerOtherWindows(async () => {
      made.push(name);
      return `key of ${name}`;
    });
  }
  expect(await askOtherWindows()).toBe(`key of ${made[0]}`);
  expect(made).toHaveLength(1);
});

test('two that request one at the same time get a key each', async () => {
  let count = 0;
  answerOtherWindows(async () => `key ${++count}`);
  expect(new Set(await Promise.all([askOtherWindows(), askOtherWindows()]))).toEqual(
    new Set(['key 1', 'key 2']),
  );
});

test.each([
  ['no other window is there', () => undefined],
  ['the other window has no key to give', () => answerOtherWindows(async () => null)],
  [
    'the shell of the other window is gone',
    () => answerOtherWindows(() => Promise.reject(new Error('gone'))),
  ],
])('there is no key when %s', async (_when, others) => {
  vi.useFakeTimers();
  others();
  const key = askOtherWindows();
  await vi.runAllTimersAsync();
  expect(await key).toBeNull();
});
