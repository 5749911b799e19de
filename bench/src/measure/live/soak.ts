import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { formatCount } from '@openwop-inspector/base';
import { inWords, longTasksOf } from '../main-thread.ts';
import { machineNow, writeJson } from '../report.ts';
import { SOAK_HEADING, type SoakResult, type SoakSample, soakLine, soakReport } from './soak-report.ts';
import { type WatchedSession, watchSession } from './watched-session.ts';

/** How fast the host is, for how long it is followed, and where the samples go. */
export interface SoakOptions {
  readonly rate: number;
  readonly seconds: number;
  readonly program: string;
  /** CSV, a line for each sample, written while it goes on. */
  readonly out: string;
  readonly json: string | undefined;
}

const SAMPLE_EVERY_S = 10;
/** The part of the time in which the window is minimised. */
const MINIMISED = { from: 0.4, to: 0.7 } as const;
/** A list that is not further behind than what comes in so many seconds has caught up. */
const CAUGHT_UP_S = 2;
const MAX_CATCHING_UP_MS = 120_000;

/** Follows our host for long, minimised for a stretch, and prints how memory and lag went. Returns the exit status. */
export async function runSoak(
  options: SoakOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<number> {
  const { rate, seconds, out } = options;
  const machine = machineNow();
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, SOAK_HEADING);
  const session = await watchSession(options.program, rate);
  try {
    const run = new Soak(session, options, say);
    const result: SoakResult = { rate, seconds, machine, ...(await run.follow()) };
    print(soakReport(result, out));
    writeJson(options.json, result);
    return 0;
  } finally {
    await session.close();
  }
}

class Soak {
  private readonly session: WatchedSession;
  private readonly options: SoakOptions;
  private readonly say: (line: string) => void;
  private readonly samples: SoakSample[] = [];
  private readonly startedMs = performance.now();
  private isMinimised = false;
  private caughtUpMs: number | null = null;

  constructor(session: WatchedSession, options: SoakOptions, say: (line: string) => void) {
    this.session = session;
    this.options = options;
    this.say = say;
  }

  async follow(): Promise<Omit<SoakResult, 'rate' | 'seconds' | 'machine'>> {
    const { chromium } = this.session;
    const before = await (await this.session.heaps()).read(true);
    await chromium.page.evaluate('globalThis.longTasks.length = 0');
    await this.sample();
    for (let at = SAMPLE_EVERY_S; at <= this.options.seconds; at += SAMPLE_EVERY_S) {
      await passing(Math.max(0, this.startedMs + at * 1000 - performance.now()));
      await chromium.connect();
      await this.minimiseOrShow(at / this.options.seconds);
      await this.sample();
      await chromium.disconnect();
    }
    await chromium.connect();
    const tasks =
      await chromium.page.evaluate<readonly (readonly [startMs: number, ms: number])[]>(
        'globalThis.longTasks',
      );
    const after = await (await this.session.heaps()).read(true);
    const longTasks = inWords(longTasksOf(tasks.map(([, ms]) => ms)));
    return { samples: this.samples, caughtUpMs: this.caughtUpMs, before, after, longTasks };
  }

  private async minimiseOrShow(part: number): Promise<void> {
    const isWanted = part >= MINIMISED.from && part < MINIMISED.to;
    if (isWanted === this.isMinimised) return;
    await this.session.chromium.setMinimised(isWanted);
    this.isMinimised = isWanted;
    this.say(isWanted ? 'the window is minimised' : 'the window is shown again');
    if (!isWanted) this.caughtUpMs = await this.catchUp();
  }

  /** How long the list takes until it stands where the host is; null when it does not get there. */
  private async catchUp(): Promise<number | null> {
    const shownAtMs = performance.now();
    while (performance.now() - shownAtMs < MAX_CATCHING_UP_MS) {
      const { behind } = await this.session.look();
      if (behind <= this.options.rate * CAUGHT_UP_S) return performance.now() - shownAtMs;
      await passing(100);
    }
    return null;
  }

  private async sample(): Promise<void> {
    const { shown, behind, ledger } = await this.session.look();
    const memory = await this.session.memory();
    const { window, worker } = await (await this.session.heaps()).read(false);
    const sample: SoakSample = {
      seconds: Math.round((performance.now() - this.startedMs) / 1000),
      isMinimised: this.isMinimised,
      shown,
      behind,
      ledger,
      shellBytes: memory.shell,
      windowBytes: memory.window,
      windowHeapBytes: window.usedBytes,
      workerHeapBytes: worker.usedBytes,
      bufferBytes: window.bufferBytes + worker.bufferBytes,
    };
    this.samples.push(sample);
    appendFileSync(this.options.out, soakLine(sample));
    this.say(`${sample.seconds} s: ${formatCount(shown)} events, ${behind} behind, ${ledger}`);
  }
}
