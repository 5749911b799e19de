import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLiveRun } from '@openwop-inspector/host-client';
import { openRunLog } from '@openwop-inspector/run-log';
import { openGrowingFile } from '@openwop-inspector/run-log/node';
import { peakMemoryHere, type Work } from '../measured.ts';
import { playedHost } from './played-host.ts';

/**
 * All that happens to a live stream before it is on the screen: frames, ledger, masking and capture as the shell does
 * it, index, order and causes as the window's worker does, refreshed while it grows. Here both share one process.
 */
export async function followStream(file: string): Promise<Work> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
  try {
    return await follow(file, path.join(folder, 'run.capture.ndjson'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function follow(file: string, capture: string): Promise<Work> {
  const handle = await open(capture, 'w');
  const log = openRunLog(await openGrowingFile(capture), { grows: true });
  let bytes = 0;
  const append = async (line: Uint8Array): Promise<number> => {
    bytes += (await handle.write(line)).bytesWritten;
    return bytes;
  };
  const startedMs = performance.now();
  const run = createLiveRun({
    host: playedHost(file),
    runId: 'r',
    discovery: null,
    a2uiDelta: false,
    sink: { write: (text) => append(Buffer.from(text)), writeBytes: append },
    onStatus: ({ captureBytes }) => void log.grow(captureBytes, false),
  });
  run.start();
  const { ledger } = await run.ended;
  await log.grow(bytes, true);
  const ms = performance.now() - startedMs;
  const peakBytes = peakMemoryHere();
  const events = log.order.length;
  await log.close();
  await handle.close();
  if (ledger.verdict !== 'complete' || ledger.events !== events)
    throw new Error(`the session ended ${ledger.words}, the log holds ${events} events`);
  return { ms, peakBytes, events, refreshes: log.refreshes };
}
