import type { FileHandle } from 'node:fs/promises';
import { isRecord, parsedJson } from '@openwop-inspector/base';

/** What the first line of a capture says, as a host named itself: nothing is relied on. */
export interface CaptureHead {
  readonly hostName: string;
  readonly runId: string;
  /** Epoch ms; null when it does not say. */
  readonly startedAtMs: number | null;
}

/** What stands before the discovery document is short; names that are longer than this are those of nobody. */
const headBytes = 8192;
const longestShown = 200;

/** Reads the head; null for a file that does not begin as a capture. */
export async function readCaptureHead(handle: FileHandle): Promise<CaptureHead | null> {
  const bytes = Buffer.alloc(headBytes);
  const { bytesRead } = await handle.read(bytes, 0, headBytes, 0);
  return captureHeadOf(bytes.subarray(0, bytesRead).toString('utf8'));
}

function captureHeadOf(text: string): CaptureHead | null {
  const [line = ''] = text.split('\n', 1);
  const discovery = line.indexOf(',"discovery":');
  const value = parsedJson(discovery === -1 ? line : `${line.slice(0, discovery)}}`);
  if (!isRecord(value) || typeof value.capture !== 'string') return null;
  if (!value.capture.startsWith('openwop-inspector/')) return null;
  const startedAtMs = typeof value.startedAt === 'string' ? Date.parse(value.startedAt) : Number.NaN;
  return {
    hostName: shown(value.hostName),
    runId: shown(value.runId),
    startedAtMs: Number.isNaN(startedAtMs) ? null : startedAtMs,
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value.slice(0, longestShown) : 'not named';
}
