import { isRecord } from '@openwop-inspector/base';
import {
  createHostConnection,
  type LiveRun,
  LiveRunSession,
  type LiveStatus,
  type LiveTimings,
} from '@openwop-inspector/host-client';
import { createHostFetch } from '@openwop-inspector/host-client/node';
import { DIALECTS, type LiveHost, until } from '@openwop-inspector/testing/host';

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

/** A live session with a run of a test host, its capture as text. */
interface Attached {
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
  const live = new LiveRunSession({
    host: createHostConnection({
      fetch: createHostFetch(),
      baseUrl: host.origin,
      token: () => key,
      major: DIALECTS[host.dialect].major,
    }),
    runId: host.run(runId).runId,
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

const STEP_EVENTS = 6;

/**
 * Plays a run to its end under an attached session: only while somebody streams it, or polls a host without a stream, a
 * few events at a time, so that every part of it goes over the wire. `halfway` happens once in the middle.
 */
export async function playUnder(
  host: LiveHost,
  runId: string,
  { live }: Attached,
  halfway?: () => Promise<unknown>,
): Promise<void> {
  const run = host.run(runId);
  const isListening = () => host.streams.open(run.runId) > 0 || live.status().transport === 'poll';
  let isHalfway = false;
  while (!run.isTerminal && live.status().end === null) {
    await until(() => isListening() || live.status().end !== null);
    run.emit(STEP_EVENTS);
    if (!isHalfway && run.events.length > STEP_EVENTS * 4) {
      isHalfway = true;
      await halfway?.();
    }
    await new Promise<void>((again) => setTimeout(again, 4));
  }
}

type Doc = Readonly<Record<string, unknown>>;

/**
 * Reads a capture back, as whoever opens the file would: an event of each sequence, the later line winning, and the
 * sequences of lines that added nothing. Control lines are left out.
 */
export function capturedEvents(text: string) {
  const merged = new Map<number, Doc>();
  const needless: number[] = [];
  for (const line of text.split('\n')) {
    const doc: unknown = line === '' ? null : JSON.parse(line);
    if (!isRecord(doc) || typeof doc.type !== 'string') continue;
    const sequence = Number(doc.sequence ?? doc.seq);
    const before = merged.get(sequence);
    // A bundle calls the payload `data` (section 2.1).
    const payload = Object.hasOwn(doc, 'data') && !Object.hasOwn(doc, 'payload') ? { payload: doc.data } : {};
    const after = { ...before, ...doc, ...payload };
    if (before !== undefined && Object.keys(after).length === Object.keys(before).length)
      needless.push(sequence);
    merged.set(sequence, after);
  }
  const events = [...merged].sort(([a], [b]) => a - b).map(([, doc]) => doc);
  return { events, needless };
}
