/** A live session that a window follows for long, minimised for a stretch: memory and how far the list is behind. */
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import type { Browser, Page } from '@playwright/test';
import {
  chromiumPath,
  eventList,
  processMemory,
  serveWindow,
  startProgram,
  windowMemory,
} from './browser.ts';
import { machineNow, type Report } from './report.ts';

/** How fast the host is, for how long it is followed, and where the samples go. */
export interface SoakOptions {
  /** Events a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly program: string;
  /** CSV, a line for each sample, written while it continues. */
  readonly out: string;
}

/** State of a long session at a moment. */
export interface SoakSample {
  /** Since the beginning. */
  readonly seconds: number;
  readonly isMinimised: boolean;
  /** Events that the window has read. */
  readonly shown: number;
  /** Events that the window is behind the host. */
  readonly behind: number;
  /** Resident memory, in bytes; undefined where the system does not report it. */
  readonly shellBytes: number | undefined;
  readonly windowBytes: number | undefined;
  readonly ledger: string;
}

const COLUMNS = ['seconds', 'isMinimised', 'shown', 'behind', 'shellBytes', 'windowBytes', 'ledger'] as const;

const SAMPLE_EVERY_S = 10;
/** The part of the time in which the window is minimised. */
const MINIMISED = { from: 0.4, to: 0.7 } as const;
/** A window that is not further behind than what arrives in this number of seconds has caught up. */
const CAUGHT_UP_S = 2;
const MAX_CATCHING_UP_MS = 120_000;

/** Follows our host, and reports how memory and lag went. */
export async function measureSoak(options: SoakOptions, say: (line: string) => void): Promise<Report> {
  const { rate, seconds, program, out } = options;
  const machine = machineNow();
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, `${COLUMNS.join(',')}\n`);
  const samples: SoakSample[] = [];
  const caughtUpMs = await withSession(program, rate, (session) =>
    follow(session, options, (sample) => {
      samples.push(sample);
      appendFileSync(out, `${COLUMNS.map((column) => JSON.stringify(sample[column]) ?? '').join(',')}\n`);
      say(
        `${sample.seconds} s: ${formatCount(sample.shown)} events, ${sample.behind} behind, ${sample.ledger}`,
      );
    }),
  );
  const caughtUp =
    caughtUpMs === undefined
      ? 'The window was not minimised, or did not catch up.'
      : `The minimised window had caught up ${(caughtUpMs / 1000).toFixed(1)} s after it was displayed again.`;
  return {
    subject: `${rate} events a second for ${Math.round(seconds / 60)} min, browser shell and Chromium`,
    machine,
    table: soakTable(samples, rate),
    remarks: [caughtUp, `Ledger at the end: ${samples.at(-1)?.ledger}`, `Samples: ${out}`],
    targets: [],
    values: { samples, caughtUpMs: caughtUpMs ?? null },
  };
}

/** Each measure at the start, at the end and at its largest. */
export function soakTable(samples: readonly SoakSample[], rate: number): readonly (readonly string[])[] {
  const row = (
    title: string,
    read: (sample: SoakSample) => number | undefined,
    text: (value: number) => string,
  ) => {
    const values = samples.flatMap((sample) => read(sample) ?? []);
    const ends = [values[0], values.at(-1), Math.max(...values)];
    return values.length === 0
      ? [title, 'not known here']
      : [title, ...ends.map((value) => text(value ?? 0))];
  };
  return [
    ['', 'start', 'end', 'most'],
    row('events in the window', ({ shown }) => shown, formatCount),
    row('shell, resident memory', ({ shellBytes }) => shellBytes, formatBytes),
    row('window and worker, resident memory', ({ windowBytes }) => windowBytes, formatBytes),
    row(
      'behind the host',
      ({ behind }) => behind,
      (events) => `${(events / rate).toFixed(1)} s`,
    ),
  ];
}

/** Samples until the time is over; resolves to how long the list took to catch up after it was minimised, in ms. */
async function follow(
  { window, host, shellPid }: WatchedSession,
  { rate, seconds }: SoakOptions,
  onSample: (sample: SoakSample) => void,
): Promise<number | undefined> {
  const startedMs = performance.now();
  let isMinimised = false;
  let caughtUpMs: number | undefined;
  const behindHost = async (displayed: number) => Math.max(0, (await host.lastSequence()) + 1 - displayed);
  const catchUp = async (): Promise<number | undefined> => {
    const displayedAtMs = performance.now();
    while (performance.now() - displayedAtMs < MAX_CATCHING_UP_MS) {
      const { shown } = await readStatusTexts(window.page);
      if ((await behindHost(shown)) <= rate * CAUGHT_UP_S) return performance.now() - displayedAtMs;
      await passing(100);
    }
    return undefined;
  };
  for (let at = 0; at <= seconds; at += SAMPLE_EVERY_S) {
    await passing(Math.max(0, startedMs + at * 1000 - performance.now()));
    await window.connect();
    const isWanted = at / seconds >= MINIMISED.from && at / seconds < MINIMISED.to;
    if (isWanted !== isMinimised) {
      isMinimised = isWanted;
      await window.setMinimised(isWanted);
      if (!isWanted) caughtUpMs = await catchUp();
    }
    const displayed = await readStatusTexts(window.page);
    onSample({
      seconds: Math.round((performance.now() - startedMs) / 1000),
      isMinimised,
      ...displayed,
      behind: await behindHost(displayed.shown),
      shellBytes: await processMemory(shellPid, 'VmRSS'),
      windowBytes: await windowMemory(window.browser, 'VmRSS'),
    });
    await window.disconnect();
  }
  return caughtUpMs;
}

/** Our host, the browser shell and Chromium, each a process of its own, and a session that follows the host's run. */
interface WatchedSession {
  readonly host: DemoHost;
  readonly window: MinimisableWindow;
  readonly shellPid: number;
}

/** Starts all of it, `rate` events a second, and ends it after `work`, also when a part fails. */
async function withSession<Result>(
  program: string,
  rate: number,
  work: (session: WatchedSession) => Promise<Result>,
): Promise<Result> {
  const ends: (() => Promise<void>)[] = [];
  try {
    const shell = await serveWindow(program, []);
    ends.unshift(() => shell.stop());
    const window = await startMinimisableWindow();
    ends.unshift(() => window.close());
    // Last, so that its run has not gone far when the session begins.
    const host = await startDemoHost(program, rate);
    ends.unshift(() => host.stop());
    await attach(window.page, shell.url, host);
    return await work({ host, window, shellPid: shell.pid });
  } finally {
    // A part that cannot be ended must not keep the others running.
    const ended = await Promise.allSettled(ends.map((end) => end()));
    for (const one of ended) if (one.status === 'rejected') process.stderr.write(`${one.reason}\n`);
  }
}

/** The host of `npm run demo:live`, in a process of its own. */
interface DemoHost {
  readonly origin: string;
  readonly token: string;
  stop(): Promise<void>;
  /** Sequence of the newest event of its run, as the host says. */
  lastSequence(): Promise<number>;
}

/** The run that continues until the host is stopped. */
const RUN_ID = 'stream';
/** Larger than any sequence, so that a poll answers with no event and with where the log ends. */
const BEYOND = '1000000000';

async function startDemoHost(program: string, rate: number): Promise<DemoHost> {
  const script = path.join(path.dirname(program), '..', 'scripts', 'demo-live.mjs');
  const args = [script, '--port', '0', '--rate', String(rate)];
  const { printed, stop } = await startProgram(process.execPath, args, /address +(\S+)\s+token +(\S+)\s/);
  const [origin = '', token = ''] = printed;
  return {
    origin,
    token,
    stop,
    async lastSequence() {
      const url = `${origin}/v1/runs/${RUN_ID}/events/poll?lastSequence=${BEYOND}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const { lastEventSeq }: { lastEventSeq: number } = JSON.parse(await response.text());
      return lastEventSeq;
    },
  };
}

/** Attaches to the host's run on the start screen, and resolves when its newest events are followed. */
async function attach(page: Page, shellUrl: string, host: DemoHost): Promise<void> {
  await page.goto(shellUrl);
  const form = page.getByRole('form', { name: 'Attach to a run' });
  await form
    .getByRole('textbox', { name: /^Address of a live run/ })
    .fill(`${host.origin}/v1/runs/${RUN_ID}`);
  await form.getByLabel('Token', { exact: true }).fill(host.token);
  await form.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('group', { name: 'Connection' }).getByText('Connected').waitFor({ timeout: 120_000 });
  await eventList(page).getByRole('option').first().waitFor();
}

/** The number of events that the window has read, and the verdict of the ledger: "Whole so far, 0 to 2,877". */
async function readStatusTexts(page: Page): Promise<Pick<SoakSample, 'shown' | 'ledger'>> {
  const status = await page.getByRole('region', { name: 'Status' }).innerText();
  const completeness = await page.getByRole('region', { name: 'Completeness' }).innerText();
  return {
    shown: Number(/([\d,]+)(?: events?| of [\d,]+) received/.exec(status)?.[1]?.replaceAll(',', '')),
    ledger: /^\s*((?:Whole so far|Complete,|Missing|No events).*)$/m.exec(completeness)?.[1] ?? completeness,
  };
}

/** A Chromium whose window can be minimised: then it is hidden, renders nothing, and its timers are slow. */
interface MinimisableWindow {
  /** Of the present connection, as `browser` is. */
  readonly page: Page;
  readonly browser: Browser;
  /** Ends the connection; the window continues. While there is one, the window keeps the bodies of its answers for DevTools. */
  disconnect(): Promise<void>;
  /** Connects again; does nothing when it is connected. */
  connect(): Promise<void>;
  setMinimised(isMinimised: boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts it with one empty page. A browser that Playwright starts itself counts every page as seen and focused, so this
 * one is started by hand and only connected to.
 */
async function startMinimisableWindow(): Promise<MinimisableWindow> {
  const { chromium } = await import('@playwright/test');
  const profile = mkdtempSync(path.join(tmpdir(), 'inspector-profile-'));
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--no-first-run',
    '--window-size=1440,900',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const started = await startProgram(await chromiumPath(), args, /DevTools listening on (ws:\/\/\S+)/);
  const connected = async () => {
    const browser = await chromium.connectOverCDP(started.printed[0] ?? '', { noDefaults: true });
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('Chromium has no page');
    return { browser, page };
  };
  let connection = await connected();
  return {
    get page() {
      return connection.page;
    },
    get browser() {
      return connection.browser;
    },
    disconnect: () => connection.browser.close(),
    async connect() {
      if (!connection.browser.isConnected()) connection = await connected();
    },
    async setMinimised(isMinimised) {
      const { page } = connection;
      const devTools = await page.context().newCDPSession(page);
      const { windowId } = await devTools.send('Browser.getWindowForTarget');
      const windowState = isMinimised ? 'minimized' : 'normal';
      await devTools.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    },
    async close() {
      await connection.browser.close();
      await started.stop();
      // Its other processes end a little later and write until then.
      await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
