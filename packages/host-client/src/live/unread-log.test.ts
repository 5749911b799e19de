import { describe, expect, test } from 'vitest';
import {
  backlog,
  endOf,
  eventsIn,
  growingLog,
  never,
  rehearse,
  VirtualTime,
} from '../../test/growing-log.ts';
import {
  frameOf,
  type HostPlan,
  type PlayedEvent,
  PlayedHost,
  playedLog,
  unreachable,
} from '../../test/played-host.ts';

/** About ten events. */
const SMALL_PAGE = 2000;

/** A run of 60, half of it sent before anybody connected, and a stream that sends the rest. */
function session(
  poll: (log: readonly PlayedEvent[], after: number) => unknown,
  plan: Partial<HostPlan> = {},
) {
  const world = growingLog(playedLog(60), 30);
  const host = new PlayedHost({
    ...world,
    poll: (query) => poll(world.log(), Number(query.lastSequence ?? -1)),
    streams: [
      async (say, cursor) => {
        for (const event of world.log()) if (event.sequence > (cursor ?? -1)) say(frameOf(event));
        world.grow();
        for (const event of world.all.slice(30)) say(frameOf(event));
      },
    ],
    ...plan,
  });
  const rehearsal = rehearse(host, new VirtualTime(), {}, { maxPageBytes: SMALL_PAGE });
  return { world, host, rehearsal };
}

const neverAnswering = () =>
  new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([91])) });

describe('a JSON log that cannot be had keeps no session from its stream (6.3, 7)', () => {
  test('answers over the cap are read on behind what they brought, where the host heeds the cursor', async () => {
    const { world, host, rehearsal } = session((log, after) => ({
      events: log.filter(({ sequence }) => sequence > after),
    }));
    const status = await endOf(rehearsal);
    expect(status).toMatchObject({
      ledger: { verdict: 'complete', events: 60, badFrames: 0 },
      lastError: null,
    });
    expect(eventsIn(rehearsal.lines())).toEqual(world.all);
    expect(status.words).not.toContain('too large');
    expect(host.polls.length).toBeGreaterThan(3);
  });

  const brokeOff = '0 to 59, not known to be complete: an answer of the JSON log broke off';
  const isWhole = 'complete 0 to 59';

  test.each<[name: string, sent: string, ledger: string, poll: (log: readonly PlayedEvent[]) => unknown]>([
    ['is too large and heeds no cursor', 'too large to read whole', brokeOff, (log) => ({ events: log })],
    [
      'answers an endless document without events',
      'too large to read whole',
      brokeOff,
      () => `"${'x'.repeat(9000)}`,
    ],
    ['is never answered', 'not answered in time', isWhole, () => ({ ...unreachable(), kind: 'out-of-time' })],
    ['is begun and never ended', 'not answered in time', brokeOff, neverAnswering],
    ['breaks the connection', '', isWhole, () => ({ ...unreachable(), code: 'ECONNRESET' })],
  ])('one that %s', async (_name, reported, words, poll) => {
    const { world, host, rehearsal } = session(poll);
    const status = await endOf(rehearsal);
    expect(status).toMatchObject({ end: 'run-ended', ledger: { words, events: 60 } });
    expect(eventsIn(rehearsal.lines()).map(({ sequence }) => sequence)).toEqual(
      world.all.map(({ sequence }) => sequence),
    );
    const states = rehearsal.statuses.map(({ state }) => state);
    expect(states).not.toContain('lost');
    expect(rehearsal.statuses.some(({ words }) => words.includes(reported))).toBe(true);
    expect(host.polls.length).toBeLessThan(12);
  });

  test('one that is too slow from its beginning is requested near the newest event', async () => {
    const world = growingLog(playedLog(60), 30);
    const requested: (number | null)[] = [];
    const host = new PlayedHost({
      ...world,
      poll: ({ lastSequence }) => {
        requested.push(lastSequence === undefined ? null : Number(lastSequence));
        if (lastSequence === undefined) return { ...unreachable(), kind: 'out-of-time' };
        return { events: world.log().filter(({ sequence }) => sequence > Number(lastSequence)) };
      },
      streams: [
        async (say) => {
          for (const event of world.log()) say(frameOf(event));
          await never();
        },
      ],
    });
    const rehearsal = rehearse(host);
    rehearsal.time.after(20_000, () => world.grow());
    expect(await endOf(rehearsal)).toMatchObject({ ledger: { verdict: 'complete', events: 60 } });
    expect(requested.slice(0, 2)).toEqual([null, 28]);
  });

  test('a bundle over the cap brings what is in its beginning and is requested once', async () => {
    const log = playedLog(60);
    const host = new PlayedHost({
      log: () => log.filter(({ sequence }) => sequence !== 3 && sequence !== 55),
      status: () => 'completed',
      streams: [backlog([])],
      bundle: () => ({ bundleVersion: '1', events: log }),
    });
    const rehearsal = rehearse(host, new VirtualTime(), {}, { maxPageBytes: SMALL_PAGE });
    expect((await endOf(rehearsal)).ledger).toMatchObject({ words: 'missing 55', events: 59, badFrames: 0 });
    expect(host.heard.filter(({ path }) => path.endsWith('/debug-bundle'))).toHaveLength(1);
  });
});

describe('a stream that is silent for minutes', () => {
  test('is opened again without a word when the platform gives it up', async () => {
    const world = growingLog(playedLog(20), 10);
    const givenUp = new TypeError('terminated', {
      cause: Object.assign(new Error('body'), { code: 'UND_ERR_BODY_TIMEOUT' }),
    });
    const silences = Array.from({ length: 6 }, () => async () => {
      await new Promise<void>((resolve) => rehearsal.time.after(300_000, resolve));
      throw givenUp;
    });
    const host = new PlayedHost({
      ...world,
      streams: [
        ...silences,
        async (say, cursor) => {
          world.grow();
          await backlog(world.all)(say, cursor);
        },
      ],
    });
    const rehearsal = rehearse(host);
    const status = await endOf(rehearsal);
    expect(status).toMatchObject({
      ledger: { verdict: 'complete', events: 20 },
      reconnects: 0,
      lastError: null,
    });
    expect(new Set(rehearsal.statuses.map(({ state }) => state))).not.toContain('lost');
    expect(host.attempts).toHaveLength(7);
  });
});
