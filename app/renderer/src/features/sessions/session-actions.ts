import { errorText } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import type { LoadProgress, SessionSummary } from '@openwop-inspector/run-log';
import type { OpenFilesReply } from '@openwop-inspector/shell-contract';
import { announce } from '@openwop-inspector/ui';
import { noteFailures } from '../../shared/hint-store.ts';
import { readViewLink, type ViewLink } from '../../shared/view-link.ts';
import { tellShell } from '../../shell/bridge.ts';
import { windowSecret } from '../../shell/window-access.ts';
import { askWorker } from '../../worker/client.ts';
import type { SessionEvent, SourceSpec } from '../../worker/sessions.ts';
import { dropCompare } from '../compare/compare-store.ts';
import { endLive, growCapture, holdsNews } from '../live/live-store.ts';
import { forgetHits } from '../search/payload-search-store.ts';
import { forgetLanding, landOn, narrowAgain, planLanding, summariseRun } from './landing.ts';
import { outcomeOf } from './load-text.ts';
import type { SessionFileHead } from './session-file-format.ts';
import { dropSessionRecords } from './session-record.ts';
import {
  keepClosed,
  linkOf,
  NOT_LOADED,
  newSession,
  type ReopenRef,
  type Session,
  sessionOf,
  takeClosed,
  updateSession,
  useSessionsStore,
} from './sessions-store.ts';
import { changeView, viewOfLink } from './view-store.ts';

let opened = 0;

/**
 * What is stored with a log that was opened for the first time in this window: the head of a session file that named it,
 * or the lines before the log in its own file. What is opened again has its place already.
 */
const heads = new Map<string, SessionFileHead | 'in-file' | Promise<void>>();

/** Opens a source in a tab of its own and shows it. `restore` is what a reload or a link wants back. */
export function openSource(
  given: SourceSpec,
  reopen: ReopenRef | null = null,
  restore: ViewLink | null = null,
  head: SessionFileHead | null = null,
): string {
  opened += 1;
  const sessionId = `s${opened}`;
  // Tabs, titles and notices are rendered by the system or read aloud; nothing in them may act or hide.
  const name = plainLine(given.kind === 'file' ? given.file.name : given.name);
  const source = given.kind === 'file' ? given : { ...given, name };
  useSessionsStore.setState(({ sessions }) => ({
    sessions: [...sessions, newSession({ sessionId, name, source, reopen })],
    activeId: sessionId,
  }));
  if (restore !== null) changeView(sessionId, viewOfLink(restore));
  planLanding(sessionId, restore?.event ?? null);
  if (head !== null || restore === null) heads.set(sessionId, head ?? 'in-file');
  startLoad(sessionId, source);
  return sessionId;
}

function startLoad(sessionId: string, source: SourceSpec): void {
  const loading = askWorker('open', { sessionId, source, secret: windowSecret() })
    .then(() => narrowAgain(sessionId))
    .then(() => growCapture(sessionId));
  orBreak(sessionId, loading);
}

/** A session whose worker cannot do what was requested says so. */
function orBreak(sessionId: string, done: Promise<unknown>): void {
  done.catch((reason: unknown) => breakSession(sessionId, reason));
}

function breakSession(sessionId: string, reason: unknown): void {
  const words = errorText(reason);
  updateSession(sessionId, (session) => ({ ...session, broken: words }));
}

/** Takes files that a shell has opened and shows the first; those it could not open are listed. */
export function openFiles({ opened: files, failed }: OpenFilesReply): void {
  noteFailures(failed);
  const [first] = files.map(({ fileId, name, sizeBytes, url, recentId }) =>
    openSource({ kind: 'url', name, url, sizeBytes }, { fileId, url, recentId }),
  );
  if (first !== undefined) activateSession(first);
}

export function activateSession(sessionId: string | null): void {
  useSessionsStore.setState({ activeId: sessionId });
}

/** Goes to the next or previous tab, round the ends. */
export function stepSession(direction: 1 | -1): void {
  const { sessions, activeId } = useSessionsStore.getState();
  const at = sessions.findIndex((session) => session.sessionId === activeId);
  const next = sessions[(at + direction + sessions.length) % sessions.length];
  if (next !== undefined) activateSession(next.sessionId);
}

/**
 * Closes a tab; the one that takes its place is displayed, the start screen after the last. `reopenClosed` brings it back,
 * unless it was live: then the shell ends the connection.
 */
export function closeSession(sessionId: string): void {
  const closing = sessionOf(sessionId);
  if (closing === null) return;
  const at = useSessionsStore.getState().sessions.indexOf(closing);
  useSessionsStore.setState(({ sessions, activeId }) => {
    const left = sessions.filter((session) => session.sessionId !== sessionId);
    const neighbour = left[Math.min(at, left.length - 1)]?.sessionId ?? null;
    return { sessions: left, activeId: activeId === sessionId ? neighbour : activeId };
  });
  const hash = linkOf(sessionId);
  dropSessionRecords(sessionId);
  forgetLanding(sessionId);
  heads.delete(sessionId);
  refreshedAt.delete(sessionId);
  if (closing.broken === null) void askWorker('close', { sessionId }).catch(() => undefined); // gone anyway
  const { source, reopen } = closing;
  if (source.kind === 'live') endLive(sessionId, source.liveId);
  else keepClosed({ source, reopen, at, hash });
}

/** Opens again what was closed last, at its place among the tabs and with what was visible. */
export function reopenClosed(): void {
  const closed = takeClosed();
  if (closed === null) return;
  const { source, reopen, at, hash } = closed;
  const sessionId = openSource(source, reopen, readViewLink(hash));
  useSessionsStore.setState(({ sessions }) => {
    const others = sessions.filter((session) => session.sessionId !== sessionId);
    const back = sessions.filter((session) => session.sessionId === sessionId);
    return { sessions: others.toSpliced(at, 0, ...back) };
  });
}

/** Stops a load; what was read stays open. */
export function cancelLoad(sessionId: string): void {
  updateSession(sessionId, (session) => ({ ...session, unpack: null }));
  orBreak(sessionId, askWorker('cancel', { sessionId }));
}

/** Factor by which the limit of a packed file grows when the user continues; then it asks again. */
const GO_ON_TIMES = 8;

/** Continues unpacking, or stops; what was unpacked stays open. */
export function answerUnpack(sessionId: string, goOn: boolean): void {
  const facts = sessionOf(sessionId)?.unpack ?? null;
  if (facts === null) return;
  updateSession(sessionId, (session) => ({ ...session, unpack: null }));
  const mostBytes = goOn ? facts.unpackedBytes * GO_ON_TIMES : 0;
  orBreak(sessionId, askWorker('answerUnpack', { sessionId, mostBytes }));
}

/** Opens every session again after a worker was lost. */
export function reloadSessions(): void {
  for (const { sessionId, source, broken } of useSessionsStore.getState().sessions) {
    if (broken === null) continue;
    updateSession(sessionId, (session) => ({ ...session, ...NOT_LOADED }));
    startLoad(sessionId, source);
  }
}

/** Reads one source again from its beginning. */
export function reloadSession(sessionId: string): void {
  const session = sessionOf(sessionId);
  if (session === null) return;
  updateSession(sessionId, (before) => ({ ...before, ...NOT_LOADED, openedAtMs: Date.now() }));
  changeView(sessionId, { selected: null, problem: null });
  dropCompare(sessionId); // its places may be other events now
  forgetHits(sessionId);
  planLanding(sessionId, null);
  const closed = askWorker('close', { sessionId });
  orBreak(
    sessionId,
    closed.then(() => startLoad(sessionId, session.source)),
  );
}

/** The worker is gone: every session says so. */
export function breakAllSessions(reason: string): void {
  for (const { sessionId } of useSessionsStore.getState().sessions)
    breakSession(sessionId, new Error(reason));
}

/** Takes news of a load from the worker. */
export function receiveSessionEvent(event: SessionEvent): void {
  const { kind, sessionId } = event;
  if (kind === 'unpack') updateSession(sessionId, (session) => ({ ...session, unpack: event.facts }));
  else if (kind === 'summary') receiveSummary(sessionId, event.summary);
  else receiveProgress(sessionId, event.progress);
}

/** Least time between two refreshes while rows arrive, in ms; grows with the load, whose rows then change less. */
const REFRESH_AFTER_MS = 400;
const refreshedAt = new Map<string, number>();

function receiveProgress(sessionId: string, progress: LoadProgress): void {
  const last = refreshedAt.get(sessionId) ?? Number.NEGATIVE_INFINITY;
  const due = progress.elapsedMs - last >= Math.max(REFRESH_AFTER_MS, progress.elapsedMs / 10);
  updateSession(sessionId, (session) => {
    // Of a live session every stage is reported by a summary; its rows go on coming for as long as the run.
    const isLive = session.source.kind === 'live';
    const grew = due && !isLive && progress.events !== (session.progress?.events ?? 0);
    if (grew) refreshedAt.set(sessionId, progress.elapsedMs);
    return { ...session, progress, generation: session.generation + (grew ? 1 : 0) };
  });
}

function land(session: Session, summary: SessionSummary): void {
  const first = beforeLanding(session, summary);
  const landing = first === null ? landOn(session, summary) : first.then(() => landOn(session, summary));
  orBreak(session.sessionId, landing);
}

/** What of a session file comes before the first event is selected; null for every other log. */
function beforeLanding({ sessionId }: Session, { sessionFile, events, isRead }: SessionSummary) {
  const head = heads.get(sessionId);
  if (head === undefined || head instanceof Promise) return head ?? null;
  if (head === 'in-file' ? sessionFile?.holdsLog !== true || events === 0 : !isRead) return null;
  const taken = takeUpHead(sessionId, head);
  heads.set(sessionId, taken);
  return taken;
}

async function takeUpHead(sessionId: string, head: SessionFileHead | 'in-file'): Promise<void> {
  const { showPlaceOfFile, takeUp } = await import('./session-file.ts');
  const session = sessionOf(sessionId);
  const read = session !== null && head === 'in-file' ? await showPlaceOfFile(session) : head;
  heads.delete(sessionId);
  if (session === null || read === null || read === 'in-file') return;
  orBreak(sessionId, takeUp(session, read));
}

/** A paused view keeps what it shows; the news is counted and taken up when it follows again. */
function receiveSummary(sessionId: string, summary: SessionSummary): void {
  const before = sessionOf(sessionId);
  if (before === null) return;
  const isLive = before.source.kind === 'live';
  const holds = isLive && before.summary !== null && holdsNews(sessionId, summary);
  updateSession(sessionId, (session) => ({
    ...session,
    ...(holds ? { news: summary } : { summary, news: null, generation: session.generation + 1 }),
    heard: session.heard + 1,
    isSettled: isLive || summary.isRead,
  }));
  const session = sessionOf(sessionId);
  if (session === null) return;
  land(session, summary);
  if (!session.isSettled) return;
  if (!holds) void summariseRun(sessionId);
  if (isLive) return;
  const { title, tone } = outcomeOf(summary);
  if (!before.isSettled)
    announce(summary.cancelled ? 'Cancelled. What was read stays open.' : `Read. ${title}.`);
  // The recent list is a comfort; without it nothing is lost.
  const { fileId } = session.reopen ?? {};
  if (fileId !== undefined) tellShell('recent/note', { fileId, events: summary.events, tone });
}
