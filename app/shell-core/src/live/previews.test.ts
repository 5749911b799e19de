import type { RequestPreview, RunAction } from '@openwop-inspector/host-client';
import { expect, test, vi } from 'vitest';
import { createActionPreviews } from './action-service.ts';
import { createPastedTokens } from './address-service.ts';
import { createNewsThrottle } from './live-session.ts';

const action: RunAction = { kind: 'cancel', reason: null };
const request: RequestPreview = {
  method: 'POST',
  url: 'https://a.example',
  headers: [],
  body: '{}',
  curl: '',
};
const minute = 60_000;

test('a preview is sent once, by its own session, within ten minutes (S-18)', () => {
  let now = 0;
  const previews = createActionPreviews(() => now);
  const previewId = previews.hold('one', action, request);
  expect(previews.take('two', previewId)).toBeNull();
  expect(previews.take('one', previewId)).toEqual({ action, request });
  expect(previews.take('one', previewId)).toBeNull();
  const late = previews.hold('one', action, request);
  now = 10 * minute;
  expect(previews.take('one', late)).toBeNull();
});

test('previews of a session that closed, and more than fifty, are forgotten', () => {
  const previews = createActionPreviews(() => 0);
  const ids = Array.from({ length: 51 }, () => previews.hold('one', action, request));
  expect(previews.take('one', ids[0] ?? '')).toBeNull();
  expect(previews.take('one', ids[1] ?? '')).not.toBeNull();
  previews.forget('two');
  expect(previews.take('one', ids[2] ?? '')).not.toBeNull();
  previews.forget('one');
  expect(previews.take('one', ids[3] ?? '')).toBeNull();
});

test('a pasted token is given out once, for its own base URL, within five minutes', () => {
  let now = 0;
  const pasted = createPastedTokens(() => now);
  pasted.hold('https://a.example', 'one');
  expect(pasted.take('https://b.example')).toBeNull();
  expect([pasted.take('https://a.example'), pasted.take('https://a.example')]).toEqual(['one', null]);
  pasted.hold('https://a.example', 'two');
  now = 5 * minute;
  expect(pasted.take('https://a.example')).toBeNull();
});

test('news are sent at once, then at most every 100 ms, the last ones always', () => {
  vi.useFakeTimers();
  const reported: number[] = [];
  const news = createNewsThrottle(() => reported.push(Date.now()));
  const begin = Date.now();
  for (let ms = 0; ms < 1000; ms++) {
    news.schedule();
    if (ms < 999) vi.advanceTimersByTime(1);
  }
  expect(reported.map((at) => at - begin)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  news.schedule();
  vi.advanceTimersByTime(500);
  expect(reported.length).toBe(11);
  news.schedule();
  news.schedule();
  news.flush();
  expect(reported.length).toBe(13);
  news.schedule();
  news.stop();
  vi.advanceTimersByTime(500);
  expect(reported.length).toBe(13);
  vi.useRealTimers();
});
