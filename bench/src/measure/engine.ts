import { openRunLog, sessionSummary } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { peakMemoryHere, type Work } from './measured.ts';

/**
 * Opens a file as the application does: read, index and graph. The one place where the benchmarks touch the engine.
 * Checks of payloads are a later phase and are not asked for; the summary is asked for after time and
 * memory are taken.
 */
export async function loadWithEngine(file: string): Promise<Work> {
  const startedMs = performance.now();
  let firstRowsMs: number | undefined;
  const log = openRunLog(await openFile(file), {
    onProgress: ({ events }) => {
      if (events > 0) firstRowsMs ??= performance.now() - startedMs;
    },
  });
  await log.loaded;
  const ms = performance.now() - startedMs;
  const peakBytes = peakMemoryHere();
  const { events, causal } = await sessionSummary(log);
  await log.close();
  return { ms, peakBytes, events, edges: causal.edges, firstRowsMs: firstRowsMs ?? ms };
}
