import { words } from '@openwop-inspector/base';
import type { CausalChain, ChainLink, ChainNode, TrustAnswer } from '@openwop-inspector/run-log';
import { onAnnouncement } from '@openwop-inspector/ui';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../made-in-test.ts';
import { connectClient, SessionClient, type WorkerLike, type WorkerMessage } from '../worker/client.ts';
import { selectEvent } from './view-actions.ts';
import { viewOf } from './view-store.ts';
import { type CausalStep, eventAfter, goToTaint, stepProblem } from './walk-actions.ts';

const ROW = madeRow(0, { type: words`node.failed`, eventId: words`e` });
const event = (ordinal: number): ChainNode => ({ kind: 'event', row: { ...ROW, ordinal } });
const ENVELOPE: ChainNode = {
  kind: 'envelope',
  correlationId: words`c`,
  envelopeType: null,
  virtual: false,
  events: 2,
  runId: words`r1`,
};
const DANGLING: ChainNode = { kind: 'dangling', id: words`gone` };
const link = (node: ChainNode): ChainLink => ({ node, via: 'eventId', marks: [], depth: 1 });
const chain = (ancestors: readonly ChainNode[], descendants: readonly ChainNode[]): CausalChain => ({
  target: event(5),
  ancestors: ancestors.map(link),
  ancestorTotal: ancestors.length,
  descendants: descendants.map(link),
  descendantTotal: descendants.length,
  chainStart: ancestors.at(-1) ?? event(5),
  cause: null,
  ending: 'start',
  marks: [],
  causationOmitted: false,
  inferred: null,
});

describe('walking along the causes', () => {
  test.each<[string, CausalStep, CausalChain, number | null]>([
    ['the nearest cause', 'cause', chain([event(4), event(1)], []), 4],
    ['past an envelope', 'cause', chain([ENVELOPE, event(1)], []), 1],
    ['nowhere, when the cause is not loaded', 'cause', chain([DANGLING], []), null],
    ['nowhere, without a cause', 'cause', chain([], []), null],
    ['the first effect', 'effect', chain([], [event(6), event(7)]), 6],
    ['an effect behind an envelope', 'effect', chain([], [ENVELOPE, event(8)]), 8],
    ['the root', 'start', chain([event(4), event(1)], []), 1],
    ['itself, when nothing caused it', 'start', chain([], []), 5],
  ])('leads to %s', (_, step, walked, ordinal) => expect(eventAfter(walked, step)).toBe(ordinal));
});

test('a step requested before the previous one was answered begins where that one ends', async () => {
  type Step = {
    readonly id: number;
    readonly input: { readonly fromOrdinal: number; readonly direction: number };
  };
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id, input } = message as Step;
      const ordinal = input.fromOrdinal + 10 * input.direction;
      // Of a failure without a problem only the event is known.
      const result = { ordinal, problem: input.direction === 1 ? { id: 1, ordinal } : null };
      setImmediate(() => worker.onmessage?.({ data: { id, result } } as MessageEvent<WorkerMessage>));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
  selectEvent('s1', 50);
  await Promise.all([stepProblem('s1', 1), stepProblem('s1', 1), stepProblem('s1', -1)]);
  expect(viewOf('s1').selected).toBe(60);
});

describe('to where the taint came from', () => {
  const said: string[] = [];
  async function goFrom(answer: TrustAnswer): Promise<number | null> {
    const worker: WorkerLike = {
      postMessage: (message) => {
        const { id } = message as { readonly id: number };
        queueMicrotask(() =>
          worker.onmessage?.({ data: { id, result: answer } } as MessageEvent<WorkerMessage>),
        );
      },
      terminate: () => undefined,
      onmessage: null,
      onerror: null,
      onmessageerror: null,
    };
    connectClient(new SessionClient(worker));
    selectEvent('s2', 50);
    const stop = onAnnouncement((message) => said.push(message));
    await goToTaint('s2');
    stop();
    return viewOf('s2').selected;
  }
  const source = {
    ordinal: 12,
    sequence: 1209,
    type: words`agent.toolReturned`,
    name: words`docs.search`,
  };

  test('an untrusted event leads to what brought the content', async () =>
    expect(await goFrom({ level: 'untrusted', source, via: 'cause' })).toBe(12));

  test.each<[TrustAnswer, RegExp]>([
    [{ level: 'trusted', source: null, via: 'own' }, /not untrusted/],
    [{ level: 'unmarked', source: null, via: null }, /not untrusted/],
    [{ level: 'untrusted', source: null, via: 'own' }, /This log does not record/],
    [{ level: 'untrusted', source: { ...source, ordinal: 50 }, via: 'own' }, /with this event/],
  ])('%j stays and says why', async (answer, reported) => {
    expect(await goFrom(answer)).toBe(50);
    expect(said.at(-1)).toMatch(reported);
  });
});
