import { capital } from '@openwop-inspector/base';
import { type SessionSummary, textOfLog } from '@openwop-inspector/run-log';
import { announce } from '@openwop-inspector/ui';
import type { EventAddress } from '../../shared/view-link.ts';
import { askWorker } from '../../worker/client.ts';
import { liveOf } from '../live/live-store.ts';
import { type Session, sessionOf, updateSession } from './sessions-store.ts';
import { changeView, selectEvent, viewOf } from './view-store.ts';

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
  const ended = landing.catch(() => undefined); // the caller of the landing gets the error
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
export const findEvent = async (sessionId: string, event: EventAddress): Promise<number | null> =>
  (await askWorker('find', { sessionId, ...event }))?.ordinal ?? null;

/**
 * Narrows every view to one run, or widens them to all: at once, so that what is displayed until the answers come is
 * nothing. The selected event comes back when it is one of the run. Rejects when the worker is gone.
 */
export async function showRun(sessionId: string, run: string | null): Promise<void> {
  const { run: before, selected } = viewOf(sessionId);
  if (before === run) return;
  // The worker takes messages in their order: what is requested from here on is answered about the run.
  const narrowed = askWorker('narrow', { sessionId, runId: run });
  changeView(sessionId, {
    run,
    brush: null,
    problem: null,
    envelope: null,
    ...(run === null ? {} : { selected: null }),
  });
  updateSession(sessionId, (session) => ({ ...session, ofRun: null, generation: session.generation + 1 }));
  await narrowed;
  const [row] =
    selected === null ? [] : await askWorker('rowsByOrdinal', { sessionId, ordinals: [selected] });
  // Together with the summary, so that lists begin at the event.
  await summariseRun(sessionId, (ofRun) => {
    // Another run may have been chosen meanwhile, which lands by itself.
    if (viewOf(sessionId).run !== run) return;
    const landOn = row?.runId === run ? selected : (ofRun?.verdict.landOn ?? null);
    if (landOn !== null && viewOf(sessionId).selected === null) selectEvent(sessionId, landOn);
  });
  if (viewOf(sessionId).run !== run) return;
  const word = textOfLog(sessionOf(sessionId)?.summary).run;
  announce(run === null ? `All ${word}s` : `${capital(word)} ${run}`);
}

/** Sends the run of the views to a worker that has reopened the session. */
export async function narrowAgain(sessionId: string): Promise<void> {
  const { run } = viewOf(sessionId);
  if (run !== null) await askWorker('narrow', { sessionId, runId: run });
}

/** Brings the summary of the run up to date, and hands it to `land`; a run that is not in the source is left for all runs. */
export async function summariseRun(sessionId: string, land?: (ofRun: Session['ofRun']) => void) {
  const { run } = viewOf(sessionId);
  const session = sessionOf(sessionId);
  if (run === null || session === null) return;
  const isLoaded = session.summary?.runs.some(({ runId }) => runId === run) === true;
  if (!isLoaded)
    return session.isSettled && session.source.kind !== 'live' ? showRun(sessionId, null) : undefined;
  const ofRun = await askWorker('summary', { sessionId }).catch(() => null); // a lost worker is reported elsewhere
  if (viewOf(sessionId).run !== run) return;
  updateSession(sessionId, (now) => ({ ...now, ofRun }));
  land?.(ofRun);
}
