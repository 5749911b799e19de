import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

/**
 * Highest resident memory in bytes of the browser's processes of a type, the largest of them. Null where the system
 * has no /proc to read it from.
 */
export async function peakMemoryOf(browser: Browser, type: string): Promise<number | null> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter((process) => process.type === type).map(({ id }) => id);
  const peaks = await Promise.all(ids.map(peakOfProcess));
  const known = peaks.filter((peak) => peak !== null);
  return known.length === 0 ? null : Math.max(...known);
}

async function peakOfProcess(id: number): Promise<number | null> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => ''); // gone, or no /proc
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}
