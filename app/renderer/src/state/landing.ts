import type { SessionSummary } from '@openwop-inspector/run-log';
import type { EventAddress } from '../model/view-link.ts';
import { askWorker } from '../worker/client.ts';
import { liveOf } from './live-store.ts';
import type { Session } from './sessions-store.ts';
import { changeView, viewOf } from './view-store.ts';

/** Sessions that have not landed yet, with the event that a link or a reload wants. */
const planned = new Map<string, EventAddress | null>();

/** Landings that wait for the worker. */
const underWay = new Map<string, Promise<void>>();

/** Remembers where a new session wants to land: on an event of an address, else where the verdict says. */
export function planLanding(sessionId: string, event: EventAddress | null): void {
  planned.set(sessionId, event);
}

export function forgetLanding(sessionId: string): void {
  planned.delete(sessionId);
}

/** Resolves when a session's first event is selected, immediately where no landing is under way. */
export async function whenLanded(sessionId: string): Promise<void> {
  await underWay.get(sessionId);
}

/**
 * Selects the event to begin with, once: the one an address names as soon as it is loaded, else the verdict's when the
 * load has ended. A selection the person has made meanwhile is never taken away. Rejects when the worker is gone.
 */
export function landOn(session: Session, summary: SessionSummary): Promise<void> {
  const landing = selectFirst(session, summary);
  const { sessionId } = session;
  const ended = landing.then(
    () => undefined,
    () => undefined, // the caller of the landing gets the error
  );
  underWay.set(sessionId, ended);
  void ended.then(() => underWay.get(sessionId) === ended && underWay.delete(sessionId));
  return landing;
}

async function selectFirst(session: Session, summary: SessionSummary): Promise<void> {
  const { sessionId } = session;
  const wanted = planned.get(sessionId);
  if (wanted === undefined) return;
  if (viewOf(sessionId).selected !== null) return forgetLanding(sessionId);
  const found = wanted === null ? null : await findEvent(sessionId, wanted);
  if (!planned.has(sessionId) || viewOf(sessionId).selected !== null) return;
  if (found !== null) {
    forgetLanding(sessionId);
    changeView(sessionId, { selected: found });
  } else if (mayLand(session, summary) && summary.verdict.landOn !== null) {
    forgetLanding(sessionId);
    const { landOn: selected } = summary.verdict;
    changeView(sessionId, summary.conversation === undefined ? { selected } : { selected, tab: 'message' });
  }
}

/**
 * In a live session nothing is selected unasked while it runs, nor while its views are paused; at its end only what
 * failed is worth leaving the newest event for.
 */
function mayLand({ sessionId, source, isSettled }: Session, summary: SessionSummary): boolean {
  if (source.kind !== 'live') return isSettled;
  const live = liveOf(sessionId);
  if (summary.verdict.tone !== 'failed') return false;
  return live?.status.end === 'run-ended' && live.follow === null && summary.sizeBytes >= live.sizeBytes;
}

/** Ordinal of the event that an address names; null when it is not loaded. */
export async function findEvent(
  sessionId: string,
  { eventId, runId, sequence }: EventAddress,
): Promise<number | null> {
  const byId = eventId === null ? null : await askWorker('find', { sessionId, eventId });
  if (byId !== null) return byId.ordinal;
  if (sequence === null) return null;
  const place = await askWorker('find', { sessionId, sequence, ...(runId === null ? {} : { runId }) });
  return place?.ordinal ?? null;
}
