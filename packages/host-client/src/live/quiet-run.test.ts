import { describe, expect, test } from 'vitest';
import { endOf, growingLog, never, rehearse, VirtualTime } from '../../test/growing-log.ts';
import { frameOf, type LateHead, type PlayedEvent, PlayedHost, playedLog } from '../../test/played-host.ts';

const HEAD_MS = 20_000;

/** A host that sends the head of a stream only when there is an event to write (section 6.1). */
function lateHead(world: { readonly log: () => readonly PlayedEvent[] }, time: VirtualTime): LateHead {
  return {
    head: (cursor) =>
      world.log().some(({ sequence }) => cursor === null || sequence > cursor)
        ? Promise.resolve(true)
        : new Promise((resolve) => time.after(HEAD_MS, () => resolve(false))),
    play: async (say, cursor) => {
      for (const event of world.log()) if (cursor === null || event.sequence > cursor) say(frameOf(event));
      await never();
    },
  };
}

function quietRun(count: number) {
  const time = new VirtualTime();
  const world = growingLog(playedLog(8), count);
  const host = new PlayedHost({ ...world, streams: [lateHead(world, time)] });
  return { world, host, rehearsal: rehearse(host, time) };
}

describe('a run in which nothing happens, on a host that sends a head with the first byte (6.1)', () => {
  test('is requested from one event before the newest, and is live at once', async () => {
    const { host, rehearsal } = quietRun(5);
    rehearsal.run.start();
    await rehearsal.time.pass(200);
    expect(host.attempts.map(({ headers }) => headers['Last-Event-ID'])).toEqual(['3']);
    expect(rehearsal.run.status()).toMatchObject({ state: 'live', transport: 'sse', reconnects: 0 });
    await rehearsal.time.pass(600_000);
    const states = rehearsal.statuses.map(({ state }) => state);
    expect(states.slice(states.indexOf('live')).every((state) => state === 'live')).toBe(true);
    expect(states).not.toContain('lost');
    expect(host.attempts).toHaveLength(1);
  });

  test('the event that is requested again is no duplicate and no news', async () => {
    const { rehearsal } = quietRun(5);
    rehearsal.run.start();
    await rehearsal.time.pass(1000);
    expect(rehearsal.run.status().ledger).toMatchObject({ events: 5, duplicates: 0, late: 0 });
    expect(rehearsal.statuses.every(({ ratePerSecond }) => ratePerSecond === 0)).toBe(true);
    expect(rehearsal.lines().filter(({ type }) => typeof type === 'string')).toHaveLength(5);
  });

  test.each([0, 1])(
    'with %i events nothing comes before the newest: the whole log is requested',
    async (count) => {
      const { host, rehearsal } = quietRun(count);
      rehearsal.run.start();
      await rehearsal.time.pass(5000);
      expect(host.attempts[0]?.headers).not.toHaveProperty('Last-Event-ID');
      expect(rehearsal.run.status().state).toBe('live');
    },
  );
});

describe('a run whose polls answer is not lost (6.3)', () => {
  test('before its first event there is no head: it is live by polls, and its events come', async () => {
    const { world, rehearsal } = quietRun(0);
    rehearsal.run.start();
    await rehearsal.time.pass(120_000);
    expect(rehearsal.run.status()).toMatchObject({
      state: 'live',
      transport: 'poll-meanwhile',
      words: 'live by polls: no stream is open',
    });
    const states = rehearsal.statuses.map(({ state }) => state);
    expect(states.slice(states.indexOf('live'))).not.toContain('connecting');
    expect(states).not.toContain('lost');
    world.grow();
    const status = await rehearsal.time.until(rehearsal.run.ended, 3000);
    expect(status?.ledger).toMatchObject({ verdict: 'complete', events: 8 });
  });

  test('a stream that closes again and again, with polls that answer', async () => {
    const world = growingLog(playedLog(8), 3);
    const host = new PlayedHost({ ...world, streams: [async () => undefined] });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(300_000);
    const late = rehearsal.statuses.slice(-50).map(({ state }) => state);
    expect(new Set(late)).toEqual(new Set(['live']));
    expect(rehearsal.run.status().reconnects).toBeGreaterThan(3);
    world.grow();
    expect(await endOf(rehearsal)).toMatchObject({ ledger: { verdict: 'complete', events: 8 } });
  });

  test('a host that is gone is lost, and requested no more often than the next try says', async () => {
    let isDown = false;
    const world = growingLog(playedLog(8), 3);
    const host = new PlayedHost({
      ...world,
      isDown: () => isDown,
      streams: [
        async () => {
          isDown = true;
        },
        'refused',
      ],
    });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(300_000);
    expect(rehearsal.run.status().state).toBe('lost');
    // One poll, besides, found out that the host is gone.
    expect(host.polls.length).toBeLessThanOrEqual(host.attempts.length + 3);
    isDown = false;
    world.grow();
    expect(await endOf(rehearsal)).toMatchObject({ ledger: { verdict: 'complete', events: 8 } });
  });
});

describe('events behind the end (run-events 1.1)', () => {
  const cancelled = (types: readonly string[]): readonly PlayedEvent[] =>
    types.map((type, sequence) => ({ ...playedLog(2)[0], type, sequence, eventId: `ev-${sequence}` }));
  const ENDED = ['run.started', 'node.started', 'run.cancelled'];

  /** The log has `ENDED`; the rest comes this number of ms after the first poll that had it. */
  function cancelledRun(behind: readonly string[], afterMs: number) {
    const all = cancelled([...ENDED, ...behind]);
    const world = growingLog(all, ENDED.length);
    const time = new VirtualTime();
    let isRequested = false;
    const host = new PlayedHost({
      ...world,
      status: () => 'cancelled',
      streams: [],
      poll: ({ lastSequence = '-1' }) => {
        if (!isRequested) time.after(afterMs, () => world.grow());
        isRequested = true;
        const events = world.log().filter(({ sequence }) => sequence > Number(lastSequence));
        return { events, isComplete: true };
      },
    });
    return rehearse(host, time);
  }

  test('after run.cancelled the log is read once more', async () => {
    const status = await endOf(cancelledRun(['node.completed', 'log.appended'], 700));
    expect(status).toMatchObject({ end: 'run-ended', ledger: { events: 5, verdict: 'complete' } });
    expect(status.words).toContain('its log continues after run.cancelled at 2; complete 0 to 4');
  });

  test('both ends are reported', async () => {
    const status = await endOf(cancelledRun(['node.completed', 'run.completed'], 700));
    expect(status.words).toContain('its log has two ends, run.cancelled at 2 and run.completed at 4');
  });

  test('what comes later is there when the person checks again', async () => {
    const rehearsal = cancelledRun(['node.completed', 'run.failed'], 60_000);
    expect((await endOf(rehearsal)).ledger.events).toBe(3);
    await rehearsal.time.pass(120_000);
    await rehearsal.run.fetchMissing();
    const { ledger, words, state } = rehearsal.run.status();
    expect(ledger).toMatchObject({ events: 5, verdict: 'complete', missing: 0 });
    expect(words).toContain('two ends');
    expect(state).toBe('ended');
  });

  test('a run that has completed is not read again', async () => {
    const host = new PlayedHost({ log: () => playedLog(4), status: () => 'completed', streams: [] });
    const rehearsal = rehearse(host);
    await endOf(rehearsal);
    expect(rehearsal.time.now() - rehearsal.time.startMs).toBeLessThan(1000);
  });
});
