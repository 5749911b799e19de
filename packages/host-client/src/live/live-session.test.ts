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
import { frameOf, PlayedHost, type PlayStream, playedLog } from '../../test/played-host.ts';

describe('a session with a run that is over', () => {
  test.each([0, 1])(
    'reads the JSON log to its end and is complete; the first sequence is %i',
    async (first) => {
      const log = playedLog(2500, first);
      const host = new PlayedHost({ log: () => log, status: () => 'completed', streams: [] });
      const rehearsal = rehearse(host);
      const status = await endOf(rehearsal);
      expect(status.ledger).toMatchObject({ verdict: 'complete', events: 2500, duplicates: 0, late: 0 });
      expect(status.words).toContain(`complete ${first} to 2,${first === 0 ? 499 : 500}`);
      expect(rehearsal.lines().filter((line) => typeof line.type === 'string')).toEqual(log);
      expect(host.attempts).toEqual([]);
    },
  );

  test('takes the stream when there are no polls (7)', async () => {
    const log = playedLog(30);
    const host = new PlayedHost({
      log: () => log,
      status: () => 'completed',
      streams: [backlog(log)],
      poll: () => 404,
    });
    const rehearsal = rehearse(host);
    expect((await endOf(rehearsal))?.ledger.verdict).toBe('complete');
    expect(eventsIn(rehearsal.lines())).toEqual(log);
  });

  test('says so when what is missing cannot be had', async () => {
    const log = playedLog(30).filter(({ sequence }) => sequence < 11 || sequence > 18);
    const host = new PlayedHost({ log: () => log, status: () => 'completed', streams: [backlog(log)] });
    const status = await endOf(rehearse(host));
    expect(status.ledger).toMatchObject({ verdict: 'missing', words: 'missing 11 to 18', missing: 8 });
  });

  test('takes what polls leave out from the debug bundle', async () => {
    const log = playedLog(30);
    const host = new PlayedHost({
      log: () => log.filter(({ sequence }) => sequence !== 7),
      status: () => 'completed',
      streams: [],
      bundle: () => ({ bundleVersion: '1', run: {}, events: log.map(({ eventId: _, ...event }) => event) }),
    });
    const status = await endOf(rehearse(host));
    expect(status.ledger.spans).toEqual([
      { first: 0, last: 6, via: 'poll' },
      { first: 7, last: 7, via: 'bundle' },
      { first: 8, last: 29, via: 'poll' },
    ]);
  });
});

describe('a session with a run that continues', () => {
  test('end of stream is not end of run: it continues after the newest event (6.3)', async () => {
    const world = growingLog(playedLog(20), 0);
    const part =
      (from: number, to: number): PlayStream =>
      async (say) => {
        world.grow(to);
        for (const event of world.all.slice(from, to)) say(frameOf(event));
      };
    const host = new PlayedHost({
      ...world,
      streams: [part(0, 6), part(6, 11), part(11, 20)],
      poll: () => 404,
    });
    const rehearsal = rehearse(host);
    const status = await endOf(rehearsal);
    expect(host.attempts.map(({ headers }) => headers['Last-Event-ID'])).toEqual([undefined, '5', '10']);
    expect(eventsIn(rehearsal.lines())).toEqual(world.all);
    expect(status).toMatchObject({ end: 'run-ended', reconnects: 2, ledger: { verdict: 'complete' } });
  });

  test('a hole in the stream is filled at once by a poll that overlaps (6.3, 7)', async () => {
    const world = growingLog(playedLog(20), 0);
    const stream: PlayStream = async (say) => {
      world.grow(19);
      for (const event of world.all.slice(0, 19))
        if (event.sequence !== 9 && event.sequence !== 10) say(frameOf(event));
      await never();
    };
    const host = new PlayedHost({ ...world, streams: [stream] });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(1000);
    const status = rehearsal.run.status();
    expect(status).toMatchObject({ state: 'live', ledger: { verdict: 'whole-so-far', missing: 0 } });
    expect(status.ledger.spans.map(({ via }) => via)).toEqual(['sse', 'poll', 'sse']);
    expect(rehearsal.statuses.map(({ state }) => state)).toContain('behind');
    expect(host.polls.at(-1)?.query).toMatchObject({ lastSequence: '7', since: '7' });
  });

  test('a run that ends unseen by its stream is noticed by the snapshot (6.3)', async () => {
    const world = growingLog(playedLog(20), 0);
    const host = new PlayedHost({
      ...world,
      streams: [
        async (say) => {
          world.grow(5);
          for (const event of world.all.slice(0, 5)) say(frameOf(event));
          rehearsal.time.after(20_000, () => world.grow());
          await never();
        },
      ],
    });
    const rehearsal = rehearse(host);
    expect((await endOf(rehearsal))?.ledger.verdict).toBe('complete');
    expect(eventsIn(rehearsal.lines())).toEqual(world.all);
  });

  test('a stream that fell silent while the log went on is opened again', async () => {
    const world = growingLog(playedLog(20), 5);
    const rehearsal = rehearse(
      new PlayedHost({
        ...world,
        streams: [
          async (say) => {
            say(': open\n\n');
            rehearsal.time.after(1000, () => world.grow(12));
            await never();
          },
          async (say, cursor) => {
            world.grow();
            await backlog(world.all)(say, cursor);
          },
        ],
      }),
    );
    const status = await endOf(rehearsal);
    expect(status).toMatchObject({ reconnects: 1, ledger: { verdict: 'complete', events: 20 } });
  });

  test('a frame that grows while the run ends elsewhere is read to its end', async () => {
    const log = playedLog(6).map((event) => ({ ...event, payload: 'x'.repeat(1000) }));
    const world = growingLog(log, 3);
    const host = new PlayedHost({
      ...world,
      streams: [
        async (say) => {
          for (const event of log.slice(0, 3)) say(frameOf(event));
          world.grow();
          const text = log.slice(3, 4).map(frameOf).join('');
          for (let at = 0; at < text.length; at += 50) {
            await new Promise<void>((goOn) => rehearsal.time.after(2000, goOn));
            say(text.slice(at, at + 50));
          }
          await never();
        },
      ],
    });
    const rehearsal = rehearse(host);
    const { ledger } = await endOf(rehearsal);
    expect(ledger.verdict).toBe('complete');
    expect(ledger.spans.map(({ last, via }) => [last, via])).toEqual([
      [2, 'poll'],
      [3, 'sse'],
      [5, 'poll'],
    ]);
  });

  test('silence of 45 s ends a stream that only comments keep alive (6.3)', async () => {
    const world = growingLog(playedLog(4), 3);
    const host = new PlayedHost({
      ...world,
      streams: [
        async (say) => {
          say(': open\n\n');
          await never();
        },
        async (say, cursor) => {
          world.grow();
          await backlog(world.all)(say, cursor);
        },
      ],
    });
    const rehearsal = rehearse(host);
    await endOf(rehearsal);
    expect(Math.round((rehearsal.time.now() - rehearsal.time.startMs) / 1000)).toBeGreaterThanOrEqual(45);
    expect(host.attempts).toHaveLength(2);
  });

  test('the stream waits for a slow capture, and nothing is dropped', async () => {
    const text = 'x'.repeat(1_000_000);
    const all = playedLog(20).map((event, i) => ({ ...event, payload: { i, text } }));
    const world = growingLog(all, 0);
    const time = new VirtualTime();
    let most = 0;
    let requested = 0;
    const host = new PlayedHost({
      ...world,
      poll: () => 404,
      streams: [
        (say) => {
          world.grow();
          for (const event of all) say(frameOf(event));
          return Promise.resolve();
        },
      ],
    });
    const sizes: number[] = [];
    const { LiveRunSession } = await import('./live-session.ts');
    const run = new LiveRunSession({
      host,
      runId: 'r1',
      discovery: null,
      a2uiDelta: false,
      clock: time,
      onStatus: () => {},
      sink: {
        write: (part) =>
          new Promise((resolve) => {
            requested++;
            most = Math.max(most, part.length);
            sizes.push(part.length);
            time.after(500, () => resolve(sizes.reduce((sum, size) => sum + size, 0)));
          }),
      },
    });
    run.start();
    const status = await time.until(run.ended);
    expect(status?.ledger).toMatchObject({ verdict: 'complete', events: 20 });
    expect(most).toBeLessThan(8_000_000);
    expect(requested).toBeGreaterThan(3);
  });
});

describe('what a host may answer', () => {
  test.each([401, 403, 404, 410])('%i ends the session for good', async (code) => {
    const log = playedLog(3);
    const host = new PlayedHost({
      log: () => log,
      status: () => 'running',
      streams: [{ status: code }],
      poll: () => code,
    });
    const down = rehearse(
      Object.assign(host, { getJson: async () => (await host.openStream('/v1/runs/r1/events')) as never }),
    );
    const status = await endOf(down);
    expect(status).toMatchObject({ state: 'ended', end: 'refused' });
    expect(status.words).toContain(String(code));
  });

  test('400 is tried once more without optional parameters', async () => {
    const world = growingLog(playedLog(4), 2);
    const host = new PlayedHost({
      ...world,
      streams: [
        { status: 400 },
        async (say, cursor) => {
          world.grow();
          await backlog(world.all)(say, cursor);
        },
      ],
    });
    await endOf(rehearse(host));
    expect(host.attempts.map(({ query }) => query)).toEqual([{ streamMode: 'debug' }, {}]);
  });

  test('429 is honoured, and the run is polled meanwhile', async () => {
    const world = growingLog(playedLog(6), 2);
    const host = new PlayedHost({ ...world, streams: [{ status: 429, retryAfterMs: 60_000 }] });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(3000);
    // A run whose polls answer is not lost (6.3).
    expect(rehearsal.run.status()).toMatchObject({ state: 'live', transport: 'poll-meanwhile' });
    world.grow();
    const status = await rehearsal.time.until(rehearsal.run.ended, 10_000);
    expect(status?.ledger).toMatchObject({ verdict: 'complete', events: 6 });
    expect(host.attempts).toHaveLength(1);
  });

  test.each([404, 405, 406, 501])('%i on the stream of a known run: the run is polled', async (code) => {
    const world = growingLog(playedLog(6), 2);
    const rehearsal = rehearse(new PlayedHost({ ...world, streams: [{ status: code }] }));
    rehearsal.run.start();
    await rehearsal.time.pass(3000);
    expect(rehearsal.run.status()).toMatchObject({ state: 'live', transport: 'poll' });
    world.grow();
    expect((await rehearsal.time.until(rehearsal.run.ended, 60_000))?.ledger.verdict).toBe('complete');
  });

  test('JSON in the place of a stream is taken in, and the run is polled', async () => {
    const world = growingLog(playedLog(6), 3);
    const host = new PlayedHost({
      ...world,
      contentType: 'application/json',
      streams: [async (say) => say(JSON.stringify({ events: world.log() }, null, 1))],
    });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(2000);
    world.grow();
    expect((await rehearsal.time.until(rehearsal.run.ended))?.ledger).toMatchObject({
      verdict: 'complete',
      badFrames: 0,
    });
    expect(rehearsal.run.status().transport).toBe('poll');
  });

  test('a host that goes down and comes back continues where it was', async () => {
    const world = growingLog(playedLog(40), 0);
    const state = { isDown: false };
    const host = new PlayedHost({
      ...world,
      isDown: () => state.isDown,
      streams: [
        async (say) => {
          world.grow(10);
          for (const event of world.log()) say(frameOf(event));
          state.isDown = true;
          rehearsal.time.after(60_000, () => {
            state.isDown = false;
            world.grow(30);
          });
        },
        async (say, cursor) => {
          world.grow();
          await backlog(world.all)(say, cursor);
        },
      ],
    });
    const rehearsal = rehearse(host);
    const status = await endOf(rehearsal);
    expect(status).toMatchObject({ ledger: { verdict: 'complete', events: 40 }, lastError: null });
    const states = rehearsal.lines().flatMap((line) => (line.capture === 'state' ? [line.state] : []));
    expect(states).toEqual(expect.arrayContaining(['live', 'lost', 'ended']));
  });

  test('a log that has begun again is reported, and its earlier events stay', async () => {
    const world = growingLog(playedLog(40), 20);
    const other = playedLog(8).map((event) => ({ ...event, eventId: `other-${event.sequence}` }));
    const state = { isOtherRun: false };
    const host = new PlayedHost({
      log: () => (state.isOtherRun ? other : world.log()),
      status: () => 'running',
      streams: [
        async () => {
          state.isOtherRun = true;
        },
        async (say) => {
          for (const event of other) if (event.type !== 'run.completed') say(frameOf(event));
          await never();
        },
      ],
    });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(20_000);
    const status = rehearsal.run.status();
    expect(status.words).toContain('started again');
    expect(status.ledger).toMatchObject({ events: 20, conflicting: 7 });
    await rehearsal.time.until(rehearsal.run.detach());
    expect(rehearsal.run.status()).toMatchObject({ state: 'ended', end: 'detached' });
    expect(rehearsal.lines().at(-1)).toMatchObject({ capture: 'end', end: 'detached' });
  });

  test.each<[string, string, string | null, number]>([
    [
      'an error with a code',
      'event: error\ndata: {"error":{"code":"backpressure","message":"slow consumer"}}\n\n',
      'backpressure: slow consumer',
      0,
    ],
    ['an error under no name', 'data: {"error":"gone","message":"away"}\n\n', 'gone: away', 0],
    [
      'problem details',
      'event: error\ndata: {"title":"Busy","status":429,"detail":"try later"}\n\n',
      'Busy: try later',
      0,
    ],
    ['an error in plain text', 'event: error\ndata: too slow\n\n', 'too slow', 0],
    ['other text', 'data: too slow\n\n', null, 1],
    ['another frame', 'event: note\ndata: {"message":"slow"}\n\n', null, 0],
  ])('%s is said in the words of the session (6.2)', async (_name, frame, words, badFrames) => {
    const streams = [
      async (say: (text: string) => void) => {
        say(frame);
        await never();
      },
    ];
    const rehearsal = rehearse(
      new PlayedHost({ log: () => [], status: () => 'running', poll: () => 404, streams }),
    );
    rehearsal.run.start();
    await rehearsal.time.pass(1000);
    const status = rehearsal.run.status();
    expect(status.ledger.badFrames).toBe(badFrames);
    if (words === null) expect(status.words).toBe('live');
    else expect(status.words).toContain(`live; the host says: ${words}`);
  });

  test.each([
    ['whole JSON is used', (text: string) => text.slice(0, -1), 3],
    ['JSON that is cut is discarded', (text: string) => text.slice(0, -10), 2],
    ['an error in plain text is said', () => 'event: error\ndata: going down\n', 2],
  ])('a stream that ends inside a frame says so; %s (6.2)', async (_name, cut, events) => {
    const log = playedLog(5);
    const host = new PlayedHost({
      log: () => log,
      status: () => 'running',
      poll: () => 404,
      streams: [
        async (say) => {
          for (const event of log.slice(0, 2)) say(frameOf(event));
          say(cut(frameOf({ ...log[2], type: 'node.started', sequence: 2 })));
        },
        never,
      ],
    });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(200);
    const { ledger, words } = rehearsal.run.status();
    expect(ledger).toMatchObject({ events, badFrames: 0 });
    expect(words).toContain('the stream ended inside a frame');
  });

  test('frames are distinguished by the shape of their data (6.2)', async () => {
    const log = playedLog(5);
    const host = new PlayedHost({
      log: () => log,
      status: () => 'running',
      poll: () => 404,
      streams: [
        async (say) => {
          say(`event: batch\ndata: ${JSON.stringify(log.slice(0, 2))}\n\n`);
          say(`event: batch\ndata: ${JSON.stringify(log[2], null, 1).replaceAll('\n', '\ndata: ')}\n\n`);
          say(
            'event: state.snapshot\ndata: {"runId":"r1","workflowId":"w1","status":"waiting-approval"}\n\n',
          );
          say('id: 9\nevent: ui.a2ui-surface.delta\ndata: {"surfaceRef":"s","patch":[]}\n\n'.repeat(2));
          say('event: run.annotated\ndata: {"annotationId":"a1","note":"fine"}\n\n');
          say('data: {"broken":\n\ndata\n\n');
          say(frameOf({ ...log[3], type: 'vendor.acme.thing', sequence: 3 }));
          await never();
        },
      ],
    });
    const rehearsal = rehearse(host);
    rehearsal.run.start();
    await rehearsal.time.pass(1000);
    expect(rehearsal.run.status()).toMatchObject({
      runStatus: 'waiting-approval',
      words: 'live; the run waits for an answer',
      ledger: { events: 4, deltaFrames: 1, badFrames: 2, lastSequence: 3 },
    });
    const kinds = rehearsal.lines().map((line) => line.capture ?? line.type ?? 'delta frame');
    expect(kinds).toEqual([
      'openwop-inspector/1',
      'state',
      'snapshot',
      'state',
      'via',
      'run.started',
      'node.started',
      'node.started',
      'snapshot',
      'delta',
      'delta frame',
      'frame',
      'bad-frame',
      'bad-frame',
      'vendor.acme.thing',
    ]);
  });
});
