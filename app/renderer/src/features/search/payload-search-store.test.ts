// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import type { EventHits } from '@openwop-inspector/run-log';
import { afterEach, expect, test } from 'vitest';
import { connectClient, SessionClient, type WorkerLike, type WorkerMessage } from '../../worker/client.ts';
import type { PayloadAnswer } from '../../worker/search-job.ts';
import { dropSessionRecords } from '../sessions/session-record.ts';
import { viewOf } from '../sessions/view-store.ts';
import { searchPayloads, stepHit } from './payload-search-actions.ts';
import { payloadSearchOf } from './payload-search-store.ts';

const EVENT: EventHits = {
  ordinal: 7,
  place: 7,
  sequence: 7,
  type: words`log.appended`,
  nodeId: null,
  total: 1,
  hits: [
    {
      pointer: '/payload/a',
      part: 'value',
      text: words`a needle`,
      value: null,
      places: [{ from: 2, to: 8 }],
      isMasked: false,
      isCut: [false, false],
    },
  ],
};
const answerOf = (hits: number, found: readonly EventHits[] = []): PayloadAnswer => ({
  found,
  hits,
  inEvents: hits,
  done: hits,
  of: 9,
  isStopped: false,
  error: null,
});
const ask = (text: string) => searchPayloads('s1', { text, filter: '', run: null }, 9);

/** A worker whose answers are given by hand: the place of the request, then a part or the answer. */
function handWorker(): (
  request: number,
  reported: { readonly part: PayloadAnswer } | { readonly result: PayloadAnswer },
) => Promise<void> {
  const ids: number[] = [];
  const worker: WorkerLike = {
    postMessage: (message) => ids.push((message as { readonly id: number }).id),
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
  return async (request, reported) => {
    worker.onmessage?.({ data: { id: ids[request], ...reported } } as MessageEvent<WorkerMessage>);
    await new Promise(setImmediate);
  };
}

afterEach(() => {
  dropSessionRecords('s1');
  dropSessionRecords('s1');
});

test('parts are added to each other, and the first of a new search takes the place of the old hits', async () => {
  const tell = handWorker();
  const first = ask('needle');
  await tell(0, { part: answerOf(1, [EVENT]) });
  expect(payloadSearchOf('s1')).toMatchObject({ answer: { state: 'running', hits: 1 }, isPending: false });
  await tell(0, { result: answerOf(2, [{ ...EVENT, ordinal: 8, place: 8 }]) });
  expect(payloadSearchOf('s1').events.map(({ ordinal }) => ordinal)).toEqual([7, 8]);
  const second = ask('needles');
  expect(payloadSearchOf('s1')).toMatchObject({ isPending: true, events: [{ ordinal: 7 }, { ordinal: 8 }] });
  await tell(1, { result: answerOf(0) });
  expect(payloadSearchOf('s1')).toMatchObject({ isPending: false, events: [], answer: { state: 'done' } });
  await Promise.all([first, second]);
});

test('what a search that was followed by another found is not displayed', async () => {
  const tell = handWorker();
  const first = ask('needle');
  const second = ask('needles');
  await tell(0, { result: answerOf(1, [EVENT]) });
  expect(payloadSearchOf('s1')).toMatchObject({ isPending: true, events: [], answer: null });
  await tell(1, { result: answerOf(0) });
  await Promise.all([first, second]);
});

test('the next hit selects its event and shows the payload', async () => {
  const tell = handWorker();
  const only = ask('needle');
  await tell(0, { result: answerOf(1, [EVENT]) });
  await only;
  stepHit('s1', 1);
  expect(viewOf('s1')).toMatchObject({ selected: 7, tab: 'payload' });
  expect(payloadSearchOf('s1').current).toEqual({ ordinal: 7, at: 0 });
});
