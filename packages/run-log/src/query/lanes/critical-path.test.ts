import { expect, test } from 'vitest';
import { type GivenEvent, openGiven, START_MS } from '../../../test/given-log.ts';
import { criticalPath } from './critical-path.ts';

const begin = (node: string, at: number, cause?: string): GivenEvent => ({
  type: 'node.started',
  node,
  at,
  ...(cause === undefined ? {} : { cause }),
});
const end = (node: string, at: number): GivenEvent => ({ type: 'node.completed', node, at });
const run = (at: number): GivenEvent => ({ type: 'run.started', payload: { workflowId: 'w' }, at });
const over = (at: number, cause?: string): GivenEvent => ({
  type: 'run.completed',
  at,
  ...(cause === undefined ? {} : { cause }),
});

/** Steps as `kind node from-to link`. */
async function stepsOf(events: readonly GivenEvent[]): Promise<readonly string[] | null> {
  const path = await criticalPath(await openGiven(events), null, 100);
  return (
    path?.steps.map(
      ({ kind, nodeId, fromMs, toMs, link }) =>
        `${kind} ${nodeId ?? '-'} ${fromMs - START_MS}-${toMs - START_MS}${link === null ? '' : ` ${link}`}`,
    ) ?? null
  );
}

test.each<[string, readonly GivenEvent[], readonly string[]]>([
  [
    'without causes it goes back to what ended last before the next one began',
    [
      run(0),
      begin('a', 0),
      begin('b', 0),
      end('a', 10),
      begin('c', 12),
      end('b', 50),
      end('c', 60),
      over(60),
    ],
    ['working a 0-10 time', 'queueing c 10-12', 'working c 12-60 time'],
  ],
  [
    'a recorded cause goes before what ended last',
    [
      run(0),
      begin('a', 0),
      begin('b', 0),
      end('a', 10),
      end('b', 40),
      begin('c', 50, 'e3'),
      end('c', 60),
      over(60),
    ],
    ['working a 0-10 cause', 'queueing c 10-50', 'working c 50-60 time'],
  ],
  [
    'a cause inside a span that continues counts up to that cause',
    [
      run(0),
      begin('a', 0),
      { type: 'log.appended', node: 'a', at: 5 },
      begin('b', 6, 'e2'),
      end('a', 20),
      end('b', 90),
      over(90, 'e5'),
    ],
    ['working a 0-5 cause', 'queueing b 5-6', 'working b 6-90 cause'],
  ],
  [
    'causes that lead to no span leave it to the time',
    [run(0), begin('a', 0, 'e0'), end('a', 10), begin('b', 10, 'e0'), end('b', 30), over(30, 'e0')],
    ['working a 0-10 time', 'working b 10-30 time'],
  ],
  [
    'a wait lies between the two stretches of its node',
    [
      run(0),
      begin('a', 0),
      { type: 'node.suspended', node: 'a', at: 10, payload: { kind: 'approval' } },
      { type: 'node.resumed', node: 'a', at: 70 },
      end('a', 80),
      over(100),
    ],
    [
      'working a 0-10 sameEvent',
      'waitingForPeople a 10-70 sameEvent',
      'working a 70-80 time',
      'queueing - 80-100',
    ],
  ],
  [
    'an external event is no person',
    [
      run(0),
      { type: 'node.suspended', node: 'a', at: 10, payload: { kind: 'external-event' } },
      { type: 'node.resumed', node: 'a', at: 70 },
      end('a', 80),
    ],
    ['queueing a 0-10', 'waitingForSystems a 10-70 sameEvent', 'working a 70-80 time'],
  ],
  [
    'what has not ended lasts to the last event',
    [run(0), begin('a', 1), end('a', 3), begin('b', 3), { type: 'log.appended', at: 40 }],
    ['queueing a 0-1', 'working a 1-3 time', 'working b 3-40 time'],
  ],
  [
    'a cause whose clock is ahead adds no time',
    [run(0), begin('a', 50), end('a', 60), begin('b', 20, 'e2'), end('b', 30), over(40)],
    ['queueing a 0-20', 'working a 20-20 cause', 'working b 20-30 time', 'queueing - 30-40'],
  ],
])('%s', async (_, events, steps) => expect(await stepsOf(events)).toEqual(steps));

test.each<[string, readonly GivenEvent[]]>([
  ['no node was at work', [run(0), over(10)]],
  [
    'no event has a time',
    [
      { ...begin('a', 0), at: null },
      { ...end('a', 1), at: null },
    ],
  ],
  ['there is no event', []],
])('there is no path where %s', async (_, events) => expect(await stepsOf(events)).toBeNull());

test('the path is that of the run of the event, else of the run that took longest', async () => {
  const log = await openGiven([
    begin('a', 0),
    end('a', 10),
    { ...begin('b', 0), run: 'r2' },
    { ...end('b', 90), run: 'r2' },
  ]);
  expect((await criticalPath(log, 0, 10))?.runId).toBe('r1');
  expect((await criticalPath(log, null, 10))?.runId).toBe('r2');
});

test('sums and links count every step, and of a long path the longest are reported', async () => {
  const nodes = ['a', 'b', 'c', 'd'].flatMap((node, i) => [begin(node, i * 10), end(node, i * 10 + i)]);
  const path = await criticalPath(await openGiven([...nodes, over(50)]), null, 2);
  expect(path).toMatchObject({
    durationMs: 50,
    ended: true,
    total: 8,
    links: { sameEvent: 0, cause: 0, time: 4 },
    sums: { working: 6, waitingForPeople: 0, waitingForSystems: 0, queueing: 44 },
  });
  expect(path?.steps.map(({ toMs, fromMs }) => toMs - fromMs)).toEqual([10, 17]);
});

test('contributors are the work of each node and all waits of a kind, the largest first, with their longest step', async () => {
  const log = await openGiven([
    begin('a', 0),
    end('a', 10),
    begin('b', 15),
    end('b', 35),
    begin('a', 40),
    end('a', 55),
    over(60),
  ]);
  const path = await criticalPath(log, null, 1);
  expect(
    path?.contributors.map(({ kind, nodeId, ms, steps, ordinal }) => [kind, nodeId, ms, steps, ordinal]),
  ).toEqual([
    ['working', 'a', 25, 2, 4],
    ['working', 'b', 20, 1, 2],
    ['queueing', null, 15, 3, 2],
  ]);
});

/** run-events 1.1: times that contradict each other add up to nothing. */
test.each<[string, readonly GivenEvent[], boolean]>([
  ['a node that ends before it begins', [run(0), begin('a', 40), end('a', 20), over(60)], false],
  ['events before the start of the run', [run(50), begin('a', 40, 'e0'), end('a', 45), over(60)], false],
  [
    'an effect before its cause',
    [run(0), begin('a', 30), end('a', 40), begin('b', 20, 'e2'), over(60)],
    true,
  ],
  ['less than a millisecond', [run(0), begin('a', 10.5), end('a', 10), over(60)], true],
  ['times that only go on', [run(0), begin('a', 10), end('a', 30), over(60)], true],
])('times that go backwards, %s: a path %s', async (_, events, hasPath) => {
  expect((await stepsOf(events)) !== null).toBe(hasPath);
});
