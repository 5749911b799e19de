/** The browser shell and Chromium for the measurements of the window, each a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** A program that has printed the expected text. */
interface StartedProgram {
  readonly process: ChildProcess;
  /** The groups of the pattern. */
  readonly printed: readonly string[];
  /** Ends it and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Starts a program and waits until it prints what `says` matches, on either output. Rejects when it ends before. */
export function startProgram(
  command: string,
  args: readonly string[],
  says: RegExp,
  env: NodeJS.ProcessEnv = process.env,
): Promise<StartedProgram> {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (part: string): void => {
      text = (text + part).slice(-100_000);
      const found = says.exec(text);
      if (found !== null) resolve({ process: child, printed: found.slice(1), stop });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', reject);
    child.on('exit', (status) => reject(new Error(`${command} ended with ${status}:\n${text.slice(-2000)}`)));
  });
}

/** A browser shell in a process of its own; `url` has the key of this start. */
interface ServedWindow {
  readonly url: string;
  /** Id of its process. */
  readonly pid: number;
  /** Ends it and removes its settings. */
  stop(): Promise<void>;
}

/** Starts `serve` of the command that is built next to `program`. */
export async function serveWindow(program: string, files: readonly string[]): Promise<ServedWindow> {
  const home = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
  const cli = path.join(path.dirname(program), 'cli', 'index.mjs');
  const args = [cli, 'serve', ...files.map((file) => path.resolve(file))];
  const env = { ...process.env, XDG_CONFIG_HOME: home };
  const started = await startProgram(process.execPath, args, /(http:\/\/127\.0\.0\.1:\d+\/\S*)\s/, env);
  return {
    url: started.printed[0] ?? '',
    pid: started.process.pid ?? 0,
    async stop() {
      await started.stop(); // or its last line of log would come into a folder that is being removed
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Does something in a new page of a new Chromium, with a window served whose address opens `files`. */
export async function inWindow<Result>(
  program: string,
  files: readonly string[],
  work: (page: Page, url: string) => Promise<Result>,
): Promise<Result> {
  const shell = await serveWindow(program, files);
  try {
    return await inChromium((page) => work(page, shell.url));
  } finally {
    await shell.stop();
  }
}

/** Does something in a new page of a new Chromium. */
export async function inChromium<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  // Only here: every measurement starts this program, and their memory must not hold a browser driver.
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath: await chromiumPath() });
  try {
    return await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
  } finally {
    await browser.close();
  }
}

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium that INSPECTOR_CHROMIUM names, one of the system, or Playwright's own. */
export async function chromiumPath(): Promise<string> {
  const { chromium } = await import('@playwright/test');
  const found = process.env.INSPECTOR_CHROMIUM ?? USUAL_PLACES.find((place) => existsSync(place));
  return found ?? chromium.executablePath();
}

/** Resolves when events are listed and their causes counted: the log is loaded. */
export async function untilLoaded(page: Page): Promise<void> {
  const timeout = 300_000;
  await eventList(page).getByRole('option').first().waitFor({ timeout });
  const status = page.getByRole('region', { name: 'Status' });
  await status.getByText(/causes: [1-9]/).waitFor({ timeout });
}

/** The list of events. */
export const eventList = (page: Page) => page.getByRole('listbox', { name: 'Events' });

/**
 * Resident memory in bytes of the largest process that shows pages: now, or at its highest. Undefined where the system
 * has no /proc to read it from.
 */
export async function windowMemory(browser: Browser, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  await devTools.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(renderers.map(({ id }) => processMemory(id, field)));
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Resident memory of a process in bytes; undefined when it is gone or there is no /proc. */
export async function processMemory(id: number, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** A task of the page's main thread on the page's clock, in ms. */
export interface WindowTask {
  readonly startMs: number;
  /** On the wall, where a busy machine makes it longer. */
  readonly wallMs: number;
  /** By the processor's clock: what the page itself had to do. */
  readonly ownMs: number;
}

/** One event of a trace; times in microseconds of the machine. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** By the processor's clock. */
  readonly tdur?: number;
}

/** Its moment is known on both clocks: that of the trace, and that of the page. */
const MARK = 'inspector-bench-zero';

/**
 * All tasks of the main thread of a page while something is done, in order, without those inside of other tasks. Frames
 * of other origins have threads of their own and are left out.
 */
export async function tasksWhile<Result>(
  page: Page,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly tasks: readonly WindowTask[] }> {
  const devTools = await page.context().newCDPSession(page);
  const end = await recordTrace(devTools);
  const result = await work();
  // At the end: the work may have led to a page with another clock.
  const zeroMs = await page.evaluate<number>(`performance.mark('${MARK}').startTime`);
  const events = await end();
  await devTools.detach();
  return { result, tasks: outermostTasks(events, zeroMs) };
}

/** Begins a trace; the function it resolves to ends it and resolves to its events. */
async function recordTrace(devTools: CDPSession): Promise<() => Promise<readonly TraceEvent[]>> {
  const events: TraceEvent[] = [];
  const isOfUse = ({ name, ph }: TraceEvent) => name === MARK || (ph === 'X' && name.endsWith('RunTask'));
  devTools.on('Tracing.dataCollected', ({ value }) => {
    // The protocol types an event as any object; its form is that of Chromium's trace format.
    for (const event of value as unknown as readonly TraceEvent[]) if (isOfUse(event)) events.push(event);
  });
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'], excludedCategories: ['*'] },
  });
  return async () => {
    const ended = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
    await devTools.send('Tracing.end');
    await ended;
    return events;
  };
}

function outermostTasks(events: readonly TraceEvent[], zeroMs: number): readonly WindowTask[] {
  const zero = events.find(({ name }) => name === MARK);
  if (zero === undefined) throw new Error('Chromium did not trace the page');
  const ofPage = events
    .filter(({ name, pid, tid }) => name !== MARK && pid === zero.pid && tid === zero.tid)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks: WindowTask[] = [];
  let endTs = 0;
  for (const { ts, dur = 0, tdur = 0 } of ofPage) {
    if (ts < endTs) continue;
    endTs = ts + dur;
    tasks.push({ startMs: (ts - zero.ts) / 1000 + zeroMs, wallMs: dur / 1000, ownMs: tdur / 1000 });
  }
  return tasks;
}
