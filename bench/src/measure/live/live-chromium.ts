import { writeFileSync } from 'node:fs';
import { setTimeout as passing } from 'node:timers/promises';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import { busyRemark, type Machine, machineNow } from '../machine.ts';
import { inWords, type LongTasks, longTasksOf, watchProcessor } from '../main-thread.ts';
import { bytesOf, type Heaps } from './heaps.ts';
import { type WatchedSession, watchSession } from './watched-session.ts';

/** How fast the host is and for how long it is followed. */
export interface LiveChromiumOptions {
  readonly rate: number;
  readonly seconds: number;
  readonly program: string;
  readonly json: string | undefined;
}

/** What the window did while it followed. */
export interface LiveChromiumResult {
  readonly rate: number;
  readonly seconds: number;
  readonly machine: Machine;
  /** Events that came into the list meanwhile, and per second. */
  readonly events: number;
  readonly reachedPerSecond: number;
  /** Events that the list was behind the host, at worst and at the end. */
  readonly mostBehind: number;
  readonly endBehind: number;
  readonly ledger: string;
  readonly wall: LongTasks;
  readonly own: LongTasks;
  /** Without garbage. */
  readonly before: Heaps;
  readonly after: Heaps;
  /** Growth of both heaps, and with their array buffers. */
  readonly heapBytesAnEvent: number;
  readonly bytesAnEvent: number;
}

/** The first seconds show what stands behind the run already. */
const SETTLING_MS = 5000;
const LOOK_EVERY_MS = 1000;
const TARGETS = { longestMs: 50, heapBytesAnEvent: 100 } as const;

/** Follows our host in Chromium and prints what the window did. Returns the exit status. */
export async function runLiveInChromium(
  options: LiveChromiumOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<number> {
  const machine = machineNow();
  const session = await watchSession(options.program, options.rate);
  try {
    say(`attached; following for ${options.seconds} s`);
    await passing(SETTLING_MS);
    const result = { ...options, machine, ...(await follow(session, options)) };
    print(reportOf(result));
    const { program: _, json, ...kept } = result;
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(kept, null, 2)}\n`);
    return 0;
  } finally {
    await session.close();
  }
}

async function follow(
  session: WatchedSession,
  { seconds }: LiveChromiumOptions,
): Promise<Omit<LiveChromiumResult, 'rate' | 'seconds' | 'machine'>> {
  const { page } = session.chromium;
  const heaps = await session.heaps();
  const before = await heaps.read(true);
  const devTools = await page.context().newCDPSession(page);
  const processor = await watchProcessor(devTools);
  const first = await session.look();
  const startedMs = performance.now();
  // What came before is none of it.
  await page.evaluate('globalThis.longTasks.length = 0');
  let mostBehind = 0;
  for (let look = 1; look <= seconds; look += 1) {
    await passing(Math.max(0, startedMs + look * LOOK_EVERY_MS - performance.now()));
    mostBehind = Math.max(mostBehind, (await session.look()).behind);
  }
  const last = await session.look();
  const ms = performance.now() - startedMs;
  const tasks =
    await page.evaluate<readonly (readonly [startMs: number, ms: number])[]>('globalThis.longTasks');
  const own = await processor.longTasks();
  const after = await heaps.read(true);
  const events = last.shown - first.shown;
  return {
    events,
    reachedPerSecond: (events / ms) * 1000,
    mostBehind,
    endBehind: last.behind,
    ledger: last.ledger,
    wall: longTasksOf(tasks.map(([, taskMs]) => taskMs)),
    own,
    before,
    after,
    heapBytesAnEvent: (heapOf(after) - heapOf(before)) / events,
    bytesAnEvent: (bytesOf(after) - bytesOf(before)) / events,
  };
}

function reportOf(result: LiveChromiumResult): string {
  const { rate, seconds, events, reachedPerSecond, mostBehind, endBehind, ledger, wall, own } = result;
  const { before, after, heapBytesAnEvent, bytesAnEvent, machine } = result;
  const grown = (read: (heaps: Heaps) => number): string => {
    const bytes = read(after) - read(before);
    return `${formatBytes(read(before))} to ${formatBytes(read(after))}, ${(bytes / events).toFixed(1)} bytes an event`;
  };
  const lines = [
    `${formatCount(rate)} events a second for ${seconds} s, followed in Chromium through the browser shell`,
    `shown                ${formatCount(events)} events, ${formatCount(Math.round(reachedPerSecond))} a second`,
    `behind the host      at worst ${behindInWords(mostBehind, rate)}, at the end ${behindInWords(endBehind, rate)}`,
    `ledger               ${ledger}`,
    `long tasks           ${inWords(wall)}`,
    `own time of a task   the longest ${own.longestMs.toFixed(0)} ms, ${inWords(own)}`,
    `heap of the window   ${grown(({ window }) => window.usedBytes)}`,
    `heap of the worker   ${grown(({ worker }) => worker.usedBytes)}`,
    `their array buffers  ${grown(({ window, worker }) => window.bufferBytes + worker.bufferBytes)}`,
    `target: no task over ${TARGETS.longestMs} ms: ${tasksTarget(result)}`,
    `target: heap growth under ${TARGETS.heapBytesAnEvent} bytes an event: ${heapTarget(heapBytesAnEvent)}`,
    `the same with the buffers of the index, which grow by doubling: ${heapTarget(bytesAnEvent)}`,
  ];
  return `${lines.join('\n')}\n${busyRemark(machine)}`;
}

function heapOf({ window, worker }: Heaps): number {
  return window.usedBytes + worker.usedBytes;
}

function heapTarget(bytesAnEvent: number): string {
  return `${bytesAnEvent.toFixed(0)}, ${bytesAnEvent < TARGETS.heapBytesAnEvent ? 'met' : 'not met'}`;
}

function behindInWords(events: number, rate: number): string {
  return `${formatCount(events)} events (${(events / rate).toFixed(1)} s)`;
}

/** On the wall a task also lasts while the processor is given to others. */
function tasksTarget({ wall, own }: LiveChromiumResult): string {
  if (wall.count === 0) return 'met';
  return own.count === 0 ? 'met in own time, not on the wall (the processors were shared)' : 'not met';
}
