import {
  createHostConnection,
  createLiveRun,
  type LiveRun,
  type LiveStatus,
  type LiveTimings,
} from '@openwop-inspector/host-client';
import { createHostFetch } from '@openwop-inspector/host-client/node';
import type { LiveHost } from '@openwop-inspector/testing/host';

/** Times of a session, short enough for a table of hundreds of them. */
const SHORT: Partial<LiveTimings> = {
  backoffMs: [2, 4, 8, 16],
  idleMs: 500,
  snapshotEveryMs: 60,
  pollEveryMs: 5,
  pollWaitingMs: 5,
  statusEveryMs: 50,
  writeEveryMs: 6,
};

/** A live session with a run of a test host, its capture kept as text. */
export interface Attached {
  readonly live: LiveRun;
  /** The capture so far. */
  text(): string;
  readonly statuses: readonly LiveStatus[];
}

/**
 * Attaches as the shells do, over loopback, with the host's own key unless another is given. `maxPageBytes` makes answers
 * too large that are not.
 */
export function attach(
  host: LiveHost,
  runId: string,
  {
    key = host.key,
    maxPageBytes,
  }: { readonly key?: string | undefined; readonly maxPageBytes?: number | undefined } = {},
): Attached {
  const statuses: LiveStatus[] = [];
  const pieces: string[] = [];
  let size = 0;
  const live = createLiveRun({
    host: createHostConnection({ fetch: createHostFetch(), baseUrl: host.origin, token: () => key }),
    runId,
    discovery: null,
    a2uiDelta: false,
    sink: {
      write: (piece) => {
        pieces.push(piece);
        size += Buffer.byteLength(piece);
        return Promise.resolve(size);
      },
    },
    onStatus: (status) => statuses.push(status),
    timings: SHORT,
    ...(maxPageBytes === undefined ? {} : { maxPageBytes }),
  });
  live.start();
  return { live, text: () => pieces.join(''), statuses };
}
