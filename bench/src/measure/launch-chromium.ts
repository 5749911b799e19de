import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from '@playwright/test';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a Chromium without a window: the one that INSPECTOR_CHROMIUM names, one of the system, or Playwright's own. */
export async function launchChromium(): Promise<Browser> {
  // Only here: every measurement starts this program, and their memory must not hold a browser driver.
  const { chromium } = await import('@playwright/test');
  const executablePath = ownChromium();
  const args = ['--no-sandbox'];
  return chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
}

/** The Chromium that is started; undefined for Playwright's own. */
export function ownChromium(): string | undefined {
  return process.env.INSPECTOR_CHROMIUM ?? USUAL_PLACES.find((place) => existsSync(place));
}

/**
 * Highest resident memory in bytes of the browser's processes of a type, the largest of them. Null where the system
 * has no /proc to read it from.
 */
export async function peakMemoryOf(browser: Browser, type: string): Promise<number | null> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter((process) => process.type === type).map(({ id }) => id);
  const peaks = await Promise.all(ids.map((id) => readMemory(id, 'VmHWM')));
  const known = peaks.filter((peak) => peak !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Resident memory in bytes of the browser's processes of a type now, the largest of them; null as above. */
export async function residentMemoryOf(browser: CDPSession, type: string): Promise<number | null> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter((process) => process.type === type).map(({ id }) => id);
  const known = (await Promise.all(ids.map(residentMemory))).filter((bytes) => bytes !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Resident memory of a process now, in bytes; null when it is gone or there is no /proc. */
export function residentMemory(id: number): Promise<number | null> {
  return readMemory(id, 'VmRSS');
}

async function readMemory(id: number, field: 'VmHWM' | 'VmRSS'): Promise<number | null> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => ''); // gone, or no /proc
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}
