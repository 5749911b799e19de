import type { CapturesLeft } from '@openwop-inspector/shell-contract';
import type { CallHandlers } from '../call-handlers.ts';
import { fileProblem } from '../open-files.ts';
import type { StoredCapture } from './capture-folder.ts';
import { createHostCalls } from './host-calls.ts';
import { createLiveContext, type LiveContext, type LiveNeighbours, type LiveParts } from './live-context.ts';
import { createLiveCalls } from './live-session-calls.ts';

/** The list has at most this number; the count and the size are those of all. */
const mostListed = 100;

export type LiveService = ReturnType<typeof createLiveService>;

/** Creates the service for live hosts. */
export function createLiveService(parts: LiveParts, neighbours: LiveNeighbours) {
  const context = createLiveContext(parts, neighbours);
  const { addresses, examinations, actions, book, hosts } = context;
  return {
    calls: { ...createHostCalls(context), ...createLiveCalls(context), ...createCaptureCalls(context) },
    /** Takes an address from a deep link or a second start. */
    openAddress: (text: string): Promise<void> => addresses.fromOutside(text),
    /** Sessions go on without a window; what a window had begun to ask does not. */
    windowRestarts(): void {
      addresses.windowRestarts();
      examinations.cancelAll();
      actions.forget();
    },
    /** Ends all sessions; what came is on the disk then. */
    async end(): Promise<void> {
      await book.leave();
      // Reading waits for writes that are under way.
      await hosts.list();
    },
  };
}

/** Creates the answers of the `captures/` calls: what a quit or a crash left is offered, and deleted on demand alone. */
export function createCaptureCalls(
  parts: Pick<LiveContext, 'captures' | 'openFiles' | 'log'>,
): Pick<CallHandlers, Extract<keyof CallHandlers, `captures/${string}`>> {
  const { captures, openFiles, log } = parts;
  const find = async (captureId: string): Promise<StoredCapture | undefined> =>
    (await captures.left()).find((one) => one.captureId === captureId);

  async function deleteAll(found: readonly StoredCapture[]): Promise<CapturesLeft> {
    for (const { path } of found) await captures.remove(path);
    if (found.length > 0) log({ event: 'captures-deleted', count: found.length });
    return listed(await captures.left());
  }

  return {
    'captures/list': async () => listed(await captures.left()),
    'captures/open': async ({ captureId }) => {
      const found = await find(captureId);
      if (found === undefined) return { opened: [], failed: [fileProblem('capture', 'ENOENT')] };
      const opening = await openFiles.open(found.path);
      if (opening.kind === 'failed') return { opened: [], failed: [opening.problem] };
      const name = found.hostName === null ? 'capture.ndjson' : `${found.hostName} ${found.runId}`;
      return { opened: [{ ...opening.file, name }], failed: [] };
    },
    'captures/delete': async ({ captureId }) => {
      const found = await find(captureId);
      return deleteAll(found === undefined ? [] : [found]);
    },
    'captures/delete-all': async () => deleteAll(await captures.left()),
  };
}

const listed = (found: readonly StoredCapture[]): CapturesLeft => ({
  captures: found.slice(0, mostListed).map(({ path: _, ...one }) => one),
  count: found.length,
  totalBytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
});
