/** The browser shell and Chromium for the measurement of the window, each a process of its own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { CDPSession, Page } from '@playwright/test';

/** Does something in a new page of a new Chromium, with a window served whose address opens `files`. */
export async function inWindow<Result>(
  program: string,
  files: readonly string[],
  work: (page: Page, url: string) => Promise<Result>,
): Promise<Result> {
  const home = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
  const cli = path.join(path.dirname(program), 'cli', 'index.mjs');
  const args = [cli, 'serve', ...files.map((file) => path.resolve(file))];
  const env = { ...process.env, XDG_CONFIG_HOME: home };
  const shell = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const ended = once(shell, 'exit');
  try {
    const url = await servedAddress(shell);
    return await inChromium((page) => work(page, url));
  } finally {
    shell.kill();
    await ended; // or its last line of log would come into a folder that is being removed
    rmSync(home, { recursive: true, force: true });
  }
}

/** The address that a browser shell prints, with the key of this start. Rejects when the shell ends before. */
const servedAddress = (shell: ChildProcessByStdio<null, Readable, Readable>): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const read = (part: string): void => {
      text += part;
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+\/\S*)\s/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    };
    shell.stdout.setEncoding('utf8').on('data', read);
    shell.stderr.setEncoding('utf8').on('data', read);
    shell.on('error', reject);
    shell.on('exit', (status) => reject(new Error(`serve ended with ${status}:\n${text.slice(-2000)}`)));
  });

/** Does something in a new page of a new Chromium. */
export async function inChromium<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  // Only here: every measurement starts this program, and their memory must not hold a browser driver.
  const { chromium } = await import('@playwright/test');
  // The Chromium that INSPECTOR_CHROMIUM names, one of the system, or Playwright's own.
  const found = process.env.INSPECTOR_CHROMIUM ?? USUAL_PLACES.find((place) => existsSync(place));
  const executablePath = found ?? chromium.executablePath();
  const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath });
  try {
    return await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
  } finally {
    await browser.close();
  }
}

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Resolves when events are listed and their causes counted: the log is loaded. */
export async function untilLoaded(page: Page): Promise<void> {
  const timeout = 300_000;
  await eventList(page).getByRole('option').first().waitFor({ timeout });
  const status = page.getByRole('region', { name: 'Status' });
  await status.getByText(/causes: [1-9]/).waitFor({ timeout });
}

/** The list of events. */
export const eventList = (page: Page) => page.getByRole('listbox', { name: 'Events' });

/** Highest resident memory so far of the largest process that shows pages, in bytes; nothing where there is no /proc to read. */
export async function windowPeakMemory(page: Page): Promise<{ readonly peakBytes?: number }> {
  const devTools = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devTools?.send('SystemInfo.getProcessInfo')) ?? {};
  await devTools?.detach();
  const sizes = processInfo.flatMap(({ type, id }) => {
    const isRead = type === 'renderer' && existsSync(`/proc/${id}/status`);
    const [, kilobytes] =
      (isRead && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))) || [];
    return kilobytes === undefined ? [] : [Number(kilobytes) * 1024];
  });
  return sizes.length === 0 ? {} : { peakBytes: Math.max(...sizes) };
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

/** A mark of the page, by which its process and main thread are recognized in a trace. */
const MARK = 'inspector-bench-page';

/**
 * The tasks of the main thread of a page while something is done, in order, without those inside of other tasks: ms by
 * the processor's clock, which is what the page itself had to do. Frames of other origins have threads of their own and
 * are omitted.
 */
export async function tasksWhile<Result>(page: Page, work: () => Promise<Result>) {
  const devTools = await page.context().newCDPSession(page);
  const end = await recordTrace(devTools);
  const result = await work();
  // At the end: the work may have led to another page.
  await page.evaluate(`performance.mark('${MARK}')`);
  const events = await end();
  await devTools.detach();
  return { result, ownMs: outermostTasks(events) };
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

function outermostTasks(events: readonly TraceEvent[]): readonly number[] {
  const mark = events.find(({ name }) => name === MARK);
  if (mark === undefined) throw new Error('Chromium did not trace the page');
  const ofPage = events
    .filter(({ name, pid, tid }) => name !== MARK && pid === mark.pid && tid === mark.tid)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks: number[] = [];
  let endTs = 0;
  for (const { ts, dur = 0, tdur = 0 } of ofPage) {
    if (ts < endTs) continue;
    endTs = ts + dur;
    tasks.push(tdur / 1000);
  }
  return tasks;
}
