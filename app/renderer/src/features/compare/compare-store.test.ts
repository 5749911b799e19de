import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectClient, SessionClient, type WorkerLike, type WorkerMessage } from '../../worker/client.ts';
import type { CompareAnswer } from '../../worker/compare-jobs.ts';
import { compareAgain, compareWith } from './compare-actions.ts';
import { changeCompare, compareOf, dropCompare, keepRules, savedRules } from './compare-store.ts';

const B = { sessionId: 's2', run: null };
const STOPPED: CompareAnswer = { kind: 'stopped' };
const GONE: CompareAnswer = { kind: 'no-run', side: 'b' };

/** A worker whose answers are given by hand: the place of the request, then the answer. */
function handWorker(): (request: number, result: CompareAnswer) => Promise<void> {
  const ids: number[] = [];
  const worker: WorkerLike = {
    postMessage: (message) => ids.push((message as { readonly id: number }).id),
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
  return async (request, result) => {
    worker.onmessage?.({ data: { id: ids[request], result } } as MessageEvent<WorkerMessage>);
    await new Promise(setImmediate);
  };
}

afterEach(() => {
  dropCompare('s1');
});

test('the answer of a comparison that another took the place of is not displayed', async () => {
  const answer = handWorker();
  const first = compareWith('s1', B);
  changeCompare('s1', { rules: '{}' });
  const second = compareAgain('s1');
  await answer(0, STOPPED);
  expect(compareOf('s1').answer).toMatchObject({ kind: 'running' });
  await answer(1, GONE);
  expect(compareOf('s1').answer).toEqual(GONE);
  await Promise.all([first, second]);
});

test('a comparison that ends after its session was closed leaves no state', async () => {
  const answer = handWorker();
  const only = compareWith('s1', B);
  dropCompare('s1');
  await answer(0, GONE);
  await only;
  expect(compareOf('s1')).toMatchObject({ b: null, answer: null });
});

beforeEach(() => vi.stubGlobal('inspector', { call: async () => true }));

test('rules are there the next time, and gone when the field was blank', () => {
  void keepRules('{ "names": ["score"] }');
  expect(savedRules()).toBe('{ "names": ["score"] }');
  void keepRules('  ');
  expect(savedRules()).toBe('');
});

test.each([
  ['a secret', `{ "names": ["ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}"] }`],
  ['more than rules have', `{ "names": ["${'x'.repeat(70_000)}"] }`],
])('a text that contains %s is not saved', (_, text) => {
  void keepRules('');
  void keepRules(text);
  expect(savedRules()).toBe('');
});
