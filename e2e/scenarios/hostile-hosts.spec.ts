/**
 * Every hostile host, one after the other, in one window of one shell. After each the healthy run that was attached
 * first is still followed, so that shell and window live; the memory of the shell is bounded over the set.
 */

import {
  type End,
  HOST_TOKEN,
  type HostileHost,
  type HostileRow,
  rowsFor,
  startHostileHost,
  TOKEN_SPELLINGS,
  TRANSPORT,
} from '@openwop-inspector/testing/hostile-host';
import type { Browser, TestInfo } from '@playwright/test';
import { AppWindow, tryToAttach } from '../pages/app-window.ts';
import { type OwnShell, startDesktop, startServed } from '../shells/own-shell.ts';
import { isDesktop } from '../shells/shell.ts';
import { expect, test } from '../shells.ts';

/** More than that above the start, and a host has filled the shell for good. */
const MAX_GROWTH_MB = 500;
/** Each wait is for what the window displays. Only a session that hangs takes that long, on a busy machine too. */
const HANGS_MS = 60_000;
/** After so long a session that has not ended continues. */
const GOES_ON_MS = 1000;

/** The hosts are divided among this number of scenarios, which run in parallel, each with a shell of its own. */
const PARTS = 2;

/**
 * What a host does to the connection alone, a session's process withstands, and `tail` meets all of it in the same
 * process (hostile-tail.spec.ts); the window then shows one of a few ends. `npm run test:all` plays all of them here too.
 */
const isForWindow = (row: HostileRow): boolean =>
  process.env.INSPECTOR_TEST_ALL === 'true' || row.says !== undefined || !TRANSPORT.includes(row);

test.describe('every hostile host comes to its end, and the shell continues', () => {
  for (let part = 0; part < PARTS; part++) {
    test(`part ${part + 1} of ${PARTS}`, ({ chromiumBrowser }, testInfo) =>
      playHosts(chromiumBrowser, testInfo, part));
  }
});

async function playHosts(chromiumBrowser: () => Promise<Browser>, testInfo: TestInfo, part: number) {
  test.setTimeout(600_000);
  const onDesktop = isDesktop(testInfo.project);
  let starts = 0;
  /** Settings of their own each time: a shell that begins again knows no host. */
  const start = async () => {
    starts++;
    const configDir = testInfo.outputPath(`config-${starts}`);
    return new Following(
      onDesktop ? await startDesktop(configDir) : await startServed(await chromiumBrowser(), configDir),
    );
  };
  const host = await startHostileHost();
  let following = await start();
  await following.attachHealthy(host);
  const before = following.shell.residentMb();
  const rows = rowsFor(onDesktop ? 'desktop' : 'browser').filter(isForWindow);
  for (const [at, row] of rows.entries()) {
    if (at % PARTS !== part) continue;
    host.play(row);
    // Softly, so that one run of this names every host that is not withstood.
    expect.soft(await faultOf(following, host, row, `run-${at}`), row.name).toBeNull();
    const isWell = await following.isWell(host);
    expect.soft(isWell, `${row.name}: shell and window go on`).toBe(true);
    if (isWell) continue;
    host.rest();
    await following.shell.close();
    following = await start();
    await following.attachHealthy(host);
  }
  const after = following.shell.residentMb();
  await following.shell.close();
  await host.close();
  expect(host.strayRequests, 'requests to an origin that nobody named').toEqual([]);
  if (before !== null && after !== null) expect(after - before).toBeLessThan(MAX_GROWTH_MB);
}

/** What is wrong with how the session with one host ended; null when the table allows it. */
async function faultOf({ window }: Following, host: HostileHost, row: HostileRow, runId: string) {
  try {
    const origin = row.isSelfSigned === true ? host.tlsOrigin : host.origin;
    const began = await tryToAttach(window, { origin, key: HOST_TOKEN }, runId);
    const end = began ? await endOf(window, row) : 'refused';
    const text = await window.page.locator('body').innerText();
    const secrets = [...Object.values(TOKEN_SPELLINGS), ...(row.hides === undefined ? [] : [row.hides])];
    const displayed = secrets.find((secret) => text.includes(secret));
    if (displayed !== undefined) return `showed the secret ${displayed}`;
    if (!row.ends.includes(end)) return `came to the end "${end}"`;
    return row.says?.test(text) === false ? `did not say ${row.says}` : null;
  } catch (error) {
    return `the window did not answer: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
}

/** How the displayed session ends, as the window reports it. */
async function endOf({ live }: AppWindow, row: HostileRow): Promise<End> {
  const patienceMs = row.ends.includes('goes-on') ? GOES_ON_MS : HANGS_MS;
  const hasEnded = await live.connectionState
    .filter({ hasText: /Closed|Refused|Ended/ })
    .waitFor({ timeout: patienceMs })
    .then(() => true)
    .catch(() => false);
  if (!hasEnded) return 'goes-on';
  if (/Refused/.test(await live.connectionState.innerText())) return 'refused';
  const completeness = await live.completeness.innerText();
  return /Complete, /.test(completeness) ? 'complete' : 'incomplete';
}

/** A shell whose window follows the healthy run in its first tab. */
class Following {
  readonly shell: OwnShell;
  readonly window: AppWindow;

  constructor(shell: OwnShell) {
    this.shell = shell;
    this.window = new AppWindow(shell);
  }

  async attachHealthy(host: HostileHost): Promise<void> {
    await expect(this.window.titleBar.openButton).toBeVisible();
    await tryToAttach(this.window, { origin: host.origin, key: HOST_TOKEN }, host.healthy.runId);
    await expect(this.window.live.connectionState).toContainText('Connected');
  }

  /** Closes what the last host left, and looks whether one more event of the healthy run arrives. */
  async isWell(host: HostileHost): Promise<boolean> {
    const { window } = this;
    try {
      if (!this.shell.isAlive()) return false;
      if (await window.connect.close.isVisible()) await window.connect.close.click();
      while ((await window.titleBar.tabs.count()) > 1) {
        await window.titleBar.tabs.last().click();
        await window.press('Control+w');
      }
      // Where no session began there is no tab in front.
      await window.titleBar.tabs.first().click();
      const events = host.healthy.emit();
      await expect(window.live.status).toContainText(`${events} events received`, { timeout: HANGS_MS });
      return true;
    } catch {
      return false;
    }
  }
}
