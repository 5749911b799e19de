import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesSource,
  effectLedger,
  liveFacts,
  logicalEnvelopes,
  nodeLanes,
  openRunLog,
  type RunLog,
  SourceError,
  sequenceGaps,
  sessionSummary,
} from '../src/index.ts';
import { growingBytes } from './growing-bytes.ts';
import { closedAfterwards } from './opened-logs.ts';
import { CAPTURE_LINES, CAPTURE_TEXT, HEAD } from './small-capture.ts';

/** A log that grows answers at every moment as a log of the same bytes opened whole. */

const BYTES = new TextEncoder().encode(CAPTURE_TEXT);

function openGrowing(bytes: Uint8Array, sizeBytes: number): RunLog {
  return closedAfterwards(openRunLog(growingBytes(bytes, sizeBytes), { grows: true, restAfter: () => 0 }));
}

async function openWhole(bytes: Uint8Array): Promise<RunLog> {
  const log = closedAfterwards(openRunLog(bytesSource('run.capture.ndjson', bytes)));
  await log.loaded;
  return log;
}

/** Everything a log answers, but for names that only have to stay the same within one session. */
async function answers(log: RunLog): Promise<Record<string, unknown>> {
  await log.runChecks();
  const ordinals = Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i));
  const { loadMs, sizeBytes, complete, ...summary } = await sessionSummary(log);
  const envelopes = await logicalEnvelopes(log, { offset: 0, limit: 200 });
  const problems = (await log.allProblems()).map((problem) => JSON.stringify(problem)).sort();
  const causes = await log.causes({ expanded: [], withEffectsOnly: false, offset: 0, limit: 100 });
  return {
    rows: await log.rows(ordinals),
    summary,
    problems,
    causes: causes.rows.map(({ node, children, descendants }) => ({ node, children, descendants })),
    envelopes: { ...envelopes, rows: envelopes.rows.map(({ key, ...row }) => row) },
    lanes: await nodeLanes(log, null),
    facts: await liveFacts(log),
    gaps: sequenceGaps(log, null),
    ledger: await effectLedger(log, 'r', 2),
  };
}

describe('a log that grows', () => {
  test('answers as if opened whole, whatever the steps it grows in', async () => {
    const whole = await answers(await openWhole(BYTES));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: BYTES.length }), { maxLength: 8 }),
        fc.boolean(),
        async (cuts, looks) => {
          const steps = [...cuts].sort((a, b) => a - b);
          const log = openGrowing(BYTES, steps[0] ?? 0);
          await log.loaded;
          for (const size of steps) {
            await log.grow(size, false);
            // Whoever looks in between must not leave anything behind.
            if (looks) await answers(log);
          }
          await log.grow(BYTES.length, true);
          expect(await answers(log)).toEqual(whole);
        },
      ),
      { numRuns: 40, seed: 21 },
    );
  });

  test('cut at every byte: whole lines are there, the cut one waits and is no problem', async () => {
    const log = openGrowing(BYTES, 0);
    const events = await eventsByBytes();
    for (let size = 1; size <= BYTES.length; size++) {
      await log.grow(size, false);
      expect(log.index.problems.has('ends_early'), `at ${size}`).toBe(false);
      expect(log.order.length, `at ${size}`).toBeGreaterThanOrEqual(events[size] ?? 0);
    }
    await log.grow(BYTES.length, true);
    expect(await answers(log)).toEqual(await answers(await openWhole(BYTES)));
  });

  test('an event that says more the second time has its payload checked again', async () => {
    const reported = {
      eventId: 'e0',
      runId: 'r',
      sequence: 0,
      type: 'run.started',
      timestamp: '2026-05-18T10:00:00Z',
    };
    const lines = [HEAD, reported, { ...reported, payload: { workflowId: '' } }].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    const bytes = new TextEncoder().encode(lines.join(''));
    const log = openGrowing(bytes, lines.slice(0, 2).join('').length);
    await log.runChecks();
    expect(log.index.problems.has('payload_schema')).toBe(false);
    await log.grow(bytes.length, false);
    await log.runChecks();
    await log.runChecks();
    expect(await log.problems('payload_schema', 0, 9)).toHaveLength(1);
  });

  test('a hole that is filled is no problem any more, and the end is missed only when nothing more comes', async () => {
    const event = (sequence: number): unknown => ({
      eventId: `e${sequence}`,
      runId: 'r',
      sequence,
      type: 'x.y',
      timestamp: '2026-05-18T10:00:00Z',
    });
    const snapshot = { capture: 'snapshot', status: 'completed', snapshot: { status: 'completed' } };
    const [before, rest] = [[HEAD, snapshot, event(0), event(2)], [event(1)]].map((part) =>
      part.map((line) => `${JSON.stringify(line)}\n`).join(''),
    ) as [string, string];
    const bytes = new TextEncoder().encode(before + rest);
    const log = openGrowing(bytes, before.length);
    await log.loaded;
    expect(sequenceGaps(log, null)).toEqual([{ runId: 'r', first: 1, last: 1, before: 1 }]);
    expect(sequenceGaps(log, [0])).toMatchObject([{ before: 1 }]);
    expect(log.index.problems.has('sequence_gap')).toBe(true);
    await log.grow(bytes.length, false);
    expect(sequenceGaps(log, null)).toEqual([]);
    expect(log.index.problems.has('sequence_gap')).toBe(false);
    expect(log.index.problems.has('no_terminal_event')).toBe(false);
    await log.grow(bytes.length, true);
    expect(log.index.problems.has('no_terminal_event')).toBe(true);
  });

  test('calls while a refresh is due are one refresh, and all of them are answered', async () => {
    let refreshes = 0;
    const source = growingBytes(BYTES, 0);
    const onRefresh = (): void => {
      refreshes++;
    };
    const log = closedAfterwards(openRunLog(source, { grows: true, restAfter: () => 20, onRefresh }));
    await log.loaded;
    await Promise.all([100, 200, 300, 400].map((size) => log.grow(size, false)));
    expect(refreshes).toBe(2);
    await log.grow(BYTES.length, true);
    expect([refreshes, log.isGrowing]).toEqual([3, false]);
  });

  test('answers that are under way keep to what was displayed when they began', async () => {
    const log = openGrowing(BYTES, BYTES.length >> 1);
    await log.loaded;
    const before = log.standing();
    const length = before.order.length;
    const { graph } = before;
    await log.grow(BYTES.length, true);
    expect(log.order.length).toBeGreaterThan(length);
    expect([before.order.length, before.graph, log.standing().graph === graph]).toEqual([
      length,
      graph,
      false,
    ]);
    expect(before.order.indexOf(log.order.ordinalAt(log.order.length - 1))).toBe(-1);
  });

  test('a source that is gone is reported, and what was read stays', async () => {
    const source = growingBytes(BYTES, 1000);
    let isGone = false;
    const log = closedAfterwards(
      openRunLog(
        {
          name: source.name,
          origin: source.origin,
          growTo: source.growTo,
          get sizeBytes() {
            return source.sizeBytes;
          },
          read: (offset, length) =>
            isGone ? Promise.reject(new SourceError('source_vanished', 'gone')) : source.read(offset, length),
        },
        { grows: true, restAfter: () => 0 },
      ),
    );
    await log.loaded;
    const { length } = log.order;
    isGone = true;
    await log.grow(BYTES.length, false);
    expect(log.order.length).toBe(length);
    expect(log.index.problems.has('source_vanished')).toBe(true);
    expect((await sessionSummary(log)).complete).toBe(false);
  });

  test('lines that come after the end that was reported are read all the same', async () => {
    const early = BYTES.lastIndexOf(0x0a, Math.floor(BYTES.length / 2)) + 1;
    const log = openGrowing(BYTES, 0);
    await log.grow(early, true);
    const before = log.order.length;
    await log.grow(BYTES.length, true);
    const whole = await openWhole(BYTES);
    expect(log.order.length).toBe(whole.order.length);
    expect(log.order.length).toBeGreaterThan(before);
    expect(log.endsEarly).toBe(false);
  });

  test('a line that is cut when nothing more comes ends early', async () => {
    const size = BYTES.length - 5;
    const log = openGrowing(BYTES, size);
    await log.grow(size, true);
    expect(log.index.problems.has('ends_early')).toBe(true);
    expect(log.endsEarly).toBe(true);
  });
});

/** Events displayed for each number of bytes at line ends, from logs opened whole. */
async function eventsByBytes(): Promise<Record<number, number>> {
  const out: Record<number, number> = {};
  let size = 0;
  for (const line of CAPTURE_LINES) {
    size += new TextEncoder().encode(JSON.stringify(line)).length + 1;
    out[size] = (await openWhole(BYTES.subarray(0, size))).order.length;
  }
  return out;
}
