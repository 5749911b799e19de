import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from '@playwright/test';

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
