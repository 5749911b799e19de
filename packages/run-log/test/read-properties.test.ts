import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ByteSource, bytesSource, type EventRow, openRunLog, type RunLog } from '../src/index.ts';
import { EVENTS, FORMS } from './small-logs.ts';

/** Reading is the same however the bytes arrive, and a cut costs what lies behind it (bundles section 1). */

async function open(bytes: Uint8Array): Promise<RunLog> {
  const log = openRunLog(bytesSource('bytes', bytes));
  await log.loaded;
  return log;
}

/** What an index holds, without places. */
async function contents(log: RunLog): Promise<unknown> {
  const rows = await log.rows(Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i)));
  return rows.map(rowContent);
}

function rowContent(row: EventRow): unknown {
  const { eventId, runId, type, sequence, nodeId, timeMs, causationId, contentTrust, summary } = row;
  return { eventId, runId, type, sequence, nodeId, timeMs, causationId, contentTrust, summary };
}

/** Hands out the bytes in pieces of the given sizes while the source is read from the front; later ranges are whole. */
function dribble(bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  let turn = 0;
  let front = 0;
  return {
    name: 'dribble',
    origin: 'memory',
    sizeBytes: bytes.length,
    async read(offset, length) {
      if (offset < front) return bytes.subarray(offset, offset + length);
      const size = Math.max(1, sizes[turn++ % sizes.length] ?? 1);
      const piece = bytes.subarray(offset, offset + Math.min(length, size));
      front = offset + piece.length;
      return piece;
    },
  };
}

describe.each(FORMS)('$name', ({ bytes }) => {
  test('gives all events with their fields', async () => {
    const log = await open(bytes);
    const rows = (await contents(log)) as { eventId: string; type: string; sequence: number }[];
    expect(rows.map((row) => [row.eventId, row.type, row.sequence])).toEqual(
      EVENTS.map((event) => [event.eventId, event.type, event.sequence]),
    );
    expect(log.index.problems.groups().filter((group) => group.severity === 'error')).toEqual([]);
    expect(log.endsEarly).toBe(false);
  });

  test('reads the same cut into two pieces at every byte', async () => {
    const whole = await contents(await open(bytes));
    for (let at = 4; at < bytes.length; at++) {
      const log = openRunLog(dribble(bytes, [at, bytes.length]));
      await log.loaded;
      expect(await contents(log), `cut at ${at}`).toEqual(whole);
    }
  });

  test('reads the same in pieces of any size', async () => {
    const whole = await contents(await open(bytes));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 8 }),
        async (sizes) => {
          // The first bytes decide the format and come at once, as every real source gives them.
          const log = openRunLog(dribble(bytes, [4096, ...sizes]));
          await log.loaded;
          expect(await contents(log)).toEqual(whole);
        },
      ),
      { numRuns: 40, seed: 11 },
    );
  });

  test('cut anywhere, every event before the cut is there and the cut is reported', async () => {
    const whole = (await contents(await open(bytes))) as unknown[];
    for (let at = 1; at < bytes.length; at++) {
      const log = await open(bytes.subarray(0, at));
      const rows = (await contents(log)) as unknown[];
      expect(whole.slice(0, rows.length), `cut at ${at}`).toEqual(rows);
      const reported = log.endsEarly || log.results[0]?.explanation !== null || log.format === 'unknown';
      expect(reported || isWholePrefix(bytes, at, rows.length), `cut at ${at} is reported`).toBe(true);
    }
  });
});

/** A cut between two values, or behind the last one, leaves a file that is whole. */
function isWholePrefix(bytes: Uint8Array, at: number, events: number): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, at));
  return (
    /(\}|\]|\n)\s*$/.test(text) ||
    events === EVENTS.length ||
    /^\s*(:|id|event|data)/.test(text.split('\n').at(-1) ?? '')
  );
}

test('keys in any order, with any white space, give the same index', async () => {
  const whole = await contents(await open(new TextEncoder().encode(JSON.stringify(EVENTS))));
  const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n  ');
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.infiniteStream(space), async (order, spaces) => {
      const next = (): string => spaces.next().value ?? '';
      const text = EVENTS.map((event) => {
        const members = Object.entries(event).map(([key, value]) => ({
          key,
          value,
          at: order.next().value ?? 0,
        }));
        members.sort((a, b) => a.at - b.at);
        return `${next()}{${members.map(({ key, value }) => `${next()}${JSON.stringify(key)}${next()}:${next()}${JSON.stringify(value)}${next()}`).join(',')}}${next()}`;
      }).join(',');
      expect(await contents(await open(new TextEncoder().encode(`[${text}]`)))).toEqual(whole);
    }),
    { numRuns: runsOf(200), seed: 3 },
  );
});

test('random bytes never throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const log = await open(bytes);
      await log.runChecks();
      expect(log.index.events).toBeLessThanOrEqual(log.index.entries);
    }),
    { numRuns: runsOf(3000), seed: 5 },
  );
});

test('a sound log with bytes changed anywhere never throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FORMS),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
      async ({ bytes }, changes) => {
        const broken = bytes.slice();
        for (const [at, value] of changes) broken[at % broken.length] = value;
        const log = await open(broken);
        await log.runChecks();
        await contents(log);
        expect(log.index.events).toBeLessThanOrEqual(log.index.entries);
      },
    ),
    { numRuns: runsOf(3000), seed: 6 },
  );
});
