import { describe, expect, test } from 'vitest';
import { endOf, eventsIn, never, rehearse } from '../../test/growing-log.ts';
import { frameOf, PlayedHost, playedLog } from '../../test/played-host.ts';

/** Nested so deep that nothing that walks a value step by step into itself comes back. */
function nested(depth: number, inner = '1'): string {
  return `${'{"a":['.repeat(depth / 2)}${inner}${']}'.repeat(depth / 2)}`;
}

const log = playedLog(6);

/** A session with a run of six events, in the middle of which a host says something else. */
async function saying(...frames: readonly string[]) {
  const host = new PlayedHost({
    log: () => log,
    status: () => 'completed',
    poll: () => 404,
    streams: [
      async (say) => {
        for (const event of log.slice(0, 3)) say(frameOf(event));
        for (const frame of frames) say(frame);
        for (const event of log.slice(3)) say(frameOf(event));
      },
    ],
  });
  const rehearsal = rehearse(host);
  const status = await endOf(rehearsal);
  return { status, lines: rehearsal.lines() };
}

const typeless = (depth: number): string => `{"name":"token","token":"CANARY-x","deep":${nested(depth)}}`;

describe('a frame that nests too deep (security S-12)', () => {
  test.each([
    ['without a type, 3,000 deep', typeless(3000), 3001],
    ['without a type, 20,000 deep', typeless(20_000), 20_001],
    ['an event', `{"type":"node.started","sequence":9,"payload":${nested(20_000)}}`, 20_001],
    ['a snapshot', `{"workflowId":"w","status":"running","variables":${nested(20_000)}}`, 20_001],
    ['a delta', `{"patch":${nested(20_000)},"surfaceRef":"s"}`, 20_001],
    ['a list', `[${nested(20_000)}]`, 20_001],
    ['no JSON, open brackets alone', '['.repeat(30_000), 30_000],
  ])('%s: is stored as a text, and forbids the word complete', async (_name, data, depth) => {
    const { status, lines } = await saying(`data: ${data}\n\n`);
    expect(status).toMatchObject({
      end: 'run-ended',
      ledger: { verdict: 'not-known', events: 6, badFrames: 1 },
    });
    expect(status.ledger.completeness).toEqual({
      known: false,
      reasons: [{ code: 'too-deep', count: 1, words: '1 frame nested too deep to read' }],
    });
    expect(status.ledger.words).toBe('0 to 5, not known to be complete: 1 frame nested too deep to read');
    expect(eventsIn(lines)).toEqual(log);
    const [stored] = lines.filter(({ capture }) => capture === 'too-deep');
    expect(stored).toMatchObject({ depth, bound: 512 });
    const text = String(stored?.text);
    expect(text.length).toBeGreaterThan(data.length - 20);
    expect(text).not.toContain('CANARY');
  });

  test('one that nests as deep as is read is written as it came, its line breaks taken out', async () => {
    const deep = `{"n":1.50,"n":"\\u0041",\r\ndata: "deep":${nested(510)}}`;
    const { status, lines } = await saying(`event: note\ndata: ${deep}\n\n`);
    expect(status.ledger).toMatchObject({ verdict: 'complete' });
    expect(lines.filter(({ capture }) => capture === 'frame')).toEqual([
      expect.objectContaining({ event: 'note', data: JSON.parse(deep.replace('\r\ndata: ', '')) }),
    ]);
  });

  test('an event over several lines keeps every character of its tokens', async () => {
    const { lines } = await saying(
      'data: {"type":"custom.x",\ndata:  "sequence":6,\ndata:\ndata: "n":1.50}\n\n',
    );
    expect(lines).toContainEqual({ type: 'custom.x', sequence: 6, n: 1.5 });
  });
});

test('a snapshot that nests too deep leaves the status unknown and says why; the session continues', async () => {
  const host = new PlayedHost({ log: () => log.slice(0, 3), status: () => 'running', streams: [never] });
  const error = {
    kind: 'not-understood' as const,
    status: 200,
    code: 'answer_too_deep',
    message: 'The answer of h nests 20,000 levels deep.',
    hostMessage: null,
    retryAfterMs: null,
    correlationId: null,
    rawBody: '',
  };
  host.getJson = async () => ({ ok: false, error });
  const { run, time, statuses } = rehearse(host);
  run.start();
  await time.pass(60_000);
  expect(run.status()).toMatchObject({ state: 'live', end: null });
  expect(statuses.some(({ lastError }) => lastError?.code === 'answer_too_deep')).toBe(true);
});

test('events of a poll that nest too deep are stored as texts, each by itself', async () => {
  const deep = `{"type":"node.started","sequence":3,"payload":${nested(20_000)}}`;
  const events = log.map((event) => (event.sequence === 3 ? deep : JSON.stringify(event)));
  const host = new PlayedHost({
    log: () => log,
    status: () => 'completed',
    poll: () => new Response(`{"events":[${events.join(',')}],"isTerminal":true}`).body,
    streams: ['refused'],
  });
  const rehearsal = rehearse(host);
  const { ledger } = await endOf(rehearsal);
  expect(ledger.words).toMatch(/^missing 3; \d+ frames nested too deep to read$/);
  expect(eventsIn(rehearsal.lines())).toHaveLength(5);
});

test('many small frames without an event are counted where they are no longer written', async () => {
  const frame = `data: [${Array.from({ length: 30_000 }, () => '{}').join(',')}]\n\n`;
  const { status, lines } = await saying(frame, 'data: x\n\n');
  expect(lines.length).toBeLessThan(10_100);
  expect(lines.at(-1)).toMatchObject({ capture: 'end', leftOut: 20_001 });
  expect(status.ledger).toMatchObject({ verdict: 'not-known', events: 6, badFrames: 1 });
});

test('elements of a frame are those of that frame, though answers are read before the last was taken', async () => {
  const many = playedLog(5000).map((event) => ({ ...event, note: 'grüße' }));
  const host = new PlayedHost({
    log: () => many,
    status: () => 'completed',
    poll: ({ lastSequence }) => ({
      events: many
        .filter(({ sequence }) => sequence > Number(lastSequence) && sequence % 2 === 0)
        .slice(0, 50),
    }),
    streams: [
      async (say) => {
        say(frameOf(many[0] ?? { sequence: 0, type: 'run.started' }));
        say(`data: ${JSON.stringify(many.slice(0, -1).filter(({ sequence }) => sequence % 3 > 0))}\n\n`);
        for (const event of many) say(frameOf(event));
      },
    ],
  });
  const rehearsal = rehearse(host);
  const { ledger } = await endOf(rehearsal);
  expect(ledger).toMatchObject({ events: 5000, missing: 0, conflicting: 0, badFrames: 0 });
  expect(eventsIn(rehearsal.lines())).toHaveLength(5000);
});
