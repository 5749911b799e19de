import { describe, expect, test } from 'vitest';
import { bytesSource, openRunLog, type RunLog, sessionSummary } from '../src/index.ts';
import { growingBytes } from './growing-bytes.ts';
import { closedAfterwards } from './opened-logs.ts';

/** What a log may take of the memory (bundles-and-transport section 1): what fits is displayed, and the rest is reported. */

const EVENTS = 60_000;
const MIB = 2 ** 20;
const TEXT = 'x'.repeat(300);

const events = Array.from({ length: EVENTS }, (_, sequence) =>
  JSON.stringify({
    eventId: `e-${sequence}`,
    runId: 'r',
    type: sequence === 0 ? 'run.started' : 'log.appended',
    sequence,
    timestamp: '2026-03-02T09:00:00.000Z',
    payload: { level: 'info', message: TEXT },
  }),
);

const head = '{"capture":"openwop-inspector/1","runId":"r"}\n';
const FORMS = [
  ['lines', `${events.join('\n')}\n`],
  ['a bundle', `{"bundleVersion":"1","run":{"runId":"r"},"events":[${events.join(',')}]}`],
  ['a stream', `${events.map((event) => `data: ${event}`).join('\n\n')}\n\n`],
  ['a capture', `${head}${events.join('\n')}\n`],
].map(([name, text]) => [name, new TextEncoder().encode(text)] as const);

async function opened(bytes: Uint8Array, memoryBytes: number): Promise<RunLog> {
  const log = closedAfterwards(openRunLog(bytesSource('log', bytes), { memoryBytes }));
  await log.loaded;
  return log;
}

async function problemsOf(log: RunLog) {
  return (await log.allProblems()).filter(({ code }) => code === 'memory_full');
}

describe.each(FORMS)('of %s', (_name, bytes) => {
  test('what fits is read, and a problem says where it ends', async () => {
    const log = await opened(bytes, 2 * MIB);
    const { events: count, complete, cancelled, error, verdict } = await sessionSummary(log);
    expect(count).toBeGreaterThan(10_000);
    expect(count).toBeLessThan(EVENTS);
    expect({ complete, cancelled }).toEqual({ complete: false, cancelled: false });
    const [problem, ...others] = await problemsOf(log);
    expect(others).toEqual([]);
    expect(verdict.sentence.map(({ text }) => text).join('')).toMatch(
      /^The memory for this log was full after [\d,]+ events, before the run ends;/,
    );
    const last = log.order.ordinalAt(log.order.length - 1);
    const { offset, byteLength } = log.index.columns;
    expect(problem?.byteOffset).toBe((offset[last] as number) + (byteLength[last] as number));
    expect(error).toBe(problem?.message);
    expect(error).toMatch(/^The first [\d,]+ events fill the 2\.1 MB of memory/);
  });

  test('with room for all of it, it is whole', async () => {
    const log = await opened(bytes, 60 * MIB);
    expect(log.order.length).toBe(EVENTS);
    expect(await problemsOf(log)).toEqual([]);
  });
});

test('names count: a log that gives every event a node of its own fills the memory sooner', async () => {
  const named = events.map((event, at) => event.replace('"runId"', `"nodeId":"${at}-${TEXT}","runId"`));
  const log = await opened(new TextEncoder().encode(named.join('\n')), 4 * MIB);
  const plain = await opened((FORMS[0] as (typeof FORMS)[number])[1], 4 * MIB);
  expect(log.order.length).toBeGreaterThan(1000);
  expect(log.order.length).toBeLessThan(plain.order.length / 2);
});

test('a log that grows stops growing, and says so once', async () => {
  const bytes = (FORMS[3] as (typeof FORMS)[number])[1];
  const log = closedAfterwards(
    openRunLog(growingBytes(bytes, 0), { grows: true, memoryBytes: 2 * MIB, restAfter: () => 0 }),
  );
  for (let size = 0; size < bytes.length; size += 4 * MIB) await log.grow(size, false);
  await log.grow(bytes.length, true);
  expect(log.order.length).toBeGreaterThan(10_000);
  expect(log.order.length).toBeLessThan(EVENTS);
  expect(await problemsOf(log)).toHaveLength(1);
  expect((await sessionSummary(log)).complete).toBe(false);
});
