import { expect, test } from 'vitest';
import { createWindowKeys } from './window-keys.ts';

test('a key opens a window once', () => {
  const keys = createWindowKeys();
  const key = keys.forAddress();
  const opened = keys.exchange(key);
  expect(opened.kind === 'opened' && keys.isSecret(opened.secret)).toBe(true);
  expect(keys.exchange(key)).toEqual({ kind: 'spent' });
  expect(keys.exchange('guessed')).toEqual({ kind: 'unknown' });
  expect([keys.isSecret(key), keys.isSecret('')]).toEqual([false, false]);
});

test('a reload has a new secret, and the one of before ends', () => {
  const keys = createWindowKeys();
  const first = keys.exchange(keys.forAddress());
  const second = first.kind === 'opened' ? keys.exchange(first.nextKey) : first;
  if (first.kind !== 'opened' || second.kind !== 'opened') throw new Error('the window did not open');
  expect([keys.isSecret(first.secret), keys.isSecret(second.secret)]).toEqual([false, true]);
  expect(keys.exchange(first.nextKey)).toEqual({ kind: 'spent' });
});

test('two windows have secrets of their own', () => {
  const keys = createWindowKeys();
  const [one, other] = [keys.exchange(keys.forAddress()), keys.exchange(keys.forNeighbour())];
  if (one.kind !== 'opened' || other.kind !== 'opened') throw new Error('a window did not open');
  expect(one.secret).not.toBe(other.secret);
  expect([keys.isSecret(one.secret), keys.isSecret(other.secret)]).toEqual([true, true]);
});

test('a key for a neighbour ends after ten seconds, a printed one waits', () => {
  let nowMs = 0;
  const keys = createWindowKeys(() => nowMs);
  const [neighbour, printed] = [keys.forNeighbour(), keys.forAddress()];
  nowMs = 10_000;
  expect([keys.exchange(neighbour).kind, keys.exchange(printed).kind]).toEqual(['spent', 'opened']);
});

test('of printed keys the newest twenty count, and those of reloads are not among them', () => {
  const keys = createWindowKeys();
  const opened = keys.exchange(keys.forAddress());
  const printed = Array.from({ length: 21 }, () => keys.forAddress());
  expect(printed.slice(0, 2).map((key) => keys.exchange(key).kind)).toEqual(['spent', 'opened']);
  expect(opened.kind === 'opened' && keys.exchange(opened.nextKey).kind).toBe('opened');
});
