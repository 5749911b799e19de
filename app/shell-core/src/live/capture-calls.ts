import type { CapturesLeft } from '@openwop-inspector/shell-contract';
import type { CallHandlers } from '../call-handlers.ts';
import { fileProblem } from '../file-problem.ts';
import type { Log } from '../log.ts';
import type { OpenFiles } from '../open-files.ts';
import type { CaptureFolder, LeftCapture } from './capture-folder.ts';

export type CaptureCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `captures/${string}`>>;

interface CaptureCallParts {
  readonly captures: CaptureFolder;
  readonly openFiles: OpenFiles;
  readonly log: Log;
}

/** The list names so many; the count and the size are those of all. */
const mostListed = 100;

/** Creates the answers of the `captures/` calls: what a quit or a crash left is offered, and deleted on demand alone. */
export function createCaptureCalls({ captures, openFiles, log }: CaptureCallParts): CaptureCalls {
  const find = async (captureId: string): Promise<LeftCapture | undefined> =>
    (await captures.left()).find((one) => one.captureId === captureId);

  async function deleteAll(found: readonly LeftCapture[]): Promise<CapturesLeft> {
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
      return { opened: [{ ...opening.file, name: nameOf(found) }], failed: [] };
    },
    'captures/delete': async ({ captureId }) => {
      const found = await find(captureId);
      return deleteAll(found === undefined ? [] : [found]);
    },
    'captures/delete-all': async () => deleteAll(await captures.left()),
  };
}

function nameOf({ head }: LeftCapture): string {
  return head === null ? 'capture.ndjson' : `${head.hostName} ${head.runId}`;
}

function listed(found: readonly LeftCapture[]): CapturesLeft {
  return {
    captures: found.slice(0, mostListed).map(({ captureId, sizeBytes, endedAtMs, head }) => ({
      captureId,
      sizeBytes,
      endedAtMs,
      hostName: head?.hostName ?? null,
      runId: head?.runId ?? null,
      startedAtMs: head?.startedAtMs ?? null,
    })),
    count: found.length,
    totalBytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}
