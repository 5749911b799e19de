/** What an audit asks of a log costs no more than it needs. */
import { expect, test } from 'vitest';
import { attemptEvents } from '../src/index.ts';
import { standingLog } from '../src/query/loaded-log.ts';
import { failed, retry, started, surface, taken } from './given-envelopes.ts';
import type { GivenEvent } from './given-log.ts';
import { givenLog } from './opened-logs.ts';

async function readBy(events: readonly GivenEvent[]) {
  const opened = await givenLog(events);
  const reads: number[] = [];
  const log = {
    ...standingLog(opened),
    read(row: number) {
      reads.push(row);
      return opened.read(row);
    },
  };
  const { ordinals } = await attemptEvents(log, { offset: 0, limit: 200 });
  return { ordinals, reads };
}

const suspended: GivenEvent = {
  type: 'node.suspended',
  node: 'n',
  payload: { kind: 'approval', config: surface(1) },
};

test('the events of attempts are found from the columns alone', async () => {
  const events = [started, taken('vendor.a.b', 'c1'), retry('parse-error', 'c2'), failed('x', 'c2')];
  expect(await readBy(events)).toEqual({ ordinals: [1, 2, 3], reads: [] });
});

test('of a node that waits it is read whether it waits with a surface', async () => {
  expect(await readBy([started, suspended])).toEqual({ ordinals: [1], reads: [1] });
});

test('of the problems those with a wanted code are read alone', async () => {
  const log = await givenLog([started, { type: 'run.completed' }, { type: 'log.appended' }]);
  const all = await log.allProblems();
  const codes = new Set(all.map(({ code }) => code));
  expect(codes.has('event_after_terminal') && codes.size > 1).toBe(true);
  const wanted = await log.allProblems((code) => code === 'event_after_terminal');
  expect(wanted).toEqual(all.filter(({ code }) => code === 'event_after_terminal'));
});
