/** Actions on a live session: opening, notifications, and the user's follow, pause, fetch, save and end. */
import { countOf, errorText } from '@openwop-inspector/base';
import type { LiveFacts } from '@openwop-inspector/run-log';
import type { LiveSession, SaveCaptureReply } from '@openwop-inspector/shell-contract';
import { announce, downloadBlob } from '@openwop-inspector/ui';
import type { ViewLink } from '../../shared/view-link.ts';
import { shell } from '../../shell/bridge.ts';
import { askShell } from '../../shell/window-access.ts';
import { activateSession, openSource } from '../sessions/session-actions.ts';
import { sessionOf, takeNews, useSessionsStore } from '../sessions/sessions-store.ts';
import { changeView, useViewStore, viewOf } from '../sessions/view-store.ts';
import {
  addLive,
  changeLive,
  growCapture,
  type LiveCommand,
  type LiveEntry,
  type LiveNews,
  type LiveStatus,
  LiveViews,
  liveOf,
  sessionOfLive,
} from './live-store.ts';
import { type FollowStep, followAfter, isHeard, liveName } from './live-text.ts';

type ConnectionState = LiveStatus['state'];

/** Opens a tab for a live session, or goes to the one it has. Answers the session's id. */
export function openLiveSession(live: LiveSession, restore: ViewLink | null = null): string {
  const open = sessionOfLive(live.liveId);
  if (open !== null) {
    activateSession(open);
    return open;
  }
  const { fileId, url, sizeBytes } = live.file;
  const name = liveName(live);
  const source = { kind: 'live', name, url, sizeBytes, liveId: live.liveId } as const;
  const sessionId = openSource(source, { fileId, url, recentId: null }, restore);
  addLive(sessionId, newEntry(live));
  if (restore?.tab === null || restore === null) changeView(sessionId, { tab: 'live' });
  void catchUp(live.liveId);
  return sessionId;
}

/** A live session that was just attached, with nothing of it read. */
export function newEntry(live: LiveSession): LiveEntry {
  const { status, file } = live;
  const unheardSinceMs = unheardSince(status, null);
  return { ...new LiveViews(), live, status, unheardSinceMs, sizeBytes: file.sizeBytes };
}

/** A lost connection goes through many tries; the first moment of silence counts. */
const unheardSince = (status: LiveStatus, before: number | null): number | null =>
  isHeard(status) ? null : (before ?? status.sinceMs);

/** Notifications between the answer of the shell and the opening of the tab, not yet handled. */
async function catchUp(liveId: string): Promise<void> {
  // Without an answer, the next notification repeats it.
  const live = await shell()
    .call('live/find', { liveId })
    .catch(() => null);
  if (live !== null) receiveLiveNews({ liveId, status: live.status, sizeBytes: live.file.sizeBytes });
}

/** Takes news of a connection from the shell: the store is changed, and the worker learns how far it may read. */
export function receiveLiveNews({ liveId, status, sizeBytes }: LiveNews): void {
  const sessionId = sessionOfLive(liveId);
  const before = liveOf(sessionId);
  if (sessionId === null || before === null) return;
  const size = Math.max(sizeBytes, before.sizeBytes);
  const isFilled = before.follow !== null && status.ledger.late > before.status.ledger.late;
  const unheardSinceMs = unheardSince(status, before.unheardSinceMs);
  changeLive(sessionId, { status, unheardSinceMs, sizeBytes: size, ...(isFilled ? { showTo: size } : {}) });
  if (size !== before.sizeBytes || (status.end === null) !== (before.status.end === null))
    growCapture(sessionId).catch(() => undefined); // a lost worker is reported elsewhere
  if (isWorthSaying(before.status.state, status.state)) announce(status.words);
}

/** A connection that is lost, back, or at its end; catching up between is not worth a word for who listens. */
function isWorthSaying(before: ConnectionState, now: ConnectionState): boolean {
  const isBack = now === 'live' && (before === 'lost' || before === 'connecting');
  return now !== before && (now === 'lost' || now === 'ended' || isBack);
}

/** Follows the newest event, or pauses the views where they are. */
export const toggleFollow = (sessionId: string): void => step(sessionId, 'key');

/** The person moved the list away from its newest row. */
export const pauseByScroll = (sessionId: string): void => step(sessionId, 'scroll');

function step(sessionId: string, what: FollowStep): void {
  const entry = liveOf(sessionId);
  const session = sessionOf(sessionId);
  if (entry === null || session === null) return;
  const events = session.summary?.events ?? 0;
  const follow = followAfter(entry.follow, what, { events, sequence: viewedTo(sessionId) });
  if (follow === entry.follow) return;
  changeLive(sessionId, { follow, showTo: null });
  announce(follow === null ? 'Following.' : 'The view is paused. Events keep arriving.');
  if (follow === null) takeNews(sessionId);
}

/** Highest sequence that the views show of the run attached to; null when none is known. */
function viewedTo(sessionId: string): number | null {
  const runs = sessionOf(sessionId)?.summary?.runs ?? [];
  const runId = liveOf(sessionId)?.live.runId;
  const run = runs.find((each) => each.runId === runId) ?? runs[0];
  return run?.lastSequence ?? null;
}

/**
 * The index has reported which event is the newest and what is open. While the views follow, a selection that was the newest
 * goes along.
 */
export function noteFacts(sessionId: string, { newestOrdinal, interrupts }: LiveFacts): void {
  const entry = liveOf(sessionId);
  if (entry === null) return;
  const openAt = interrupts.map(({ ordinal }) => ordinal);
  const isSame = openAt.join() === entry.openAt.join();
  if (isSame && entry.newestOrdinal === newestOrdinal) return;
  const rides = entry.follow === null && viewOf(sessionId).selected === entry.newestOrdinal;
  changeLive(sessionId, { newestOrdinal, openAt: isSame ? entry.openAt : openAt });
  if (rides && newestOrdinal >= 0) changeView(sessionId, { selected: newestOrdinal });
}

/**
 * Whatever way an event was chosen, choosing one pauses, unless it is the newest; and the detail shows it instead of the
 * connection, unless its form is there. Returns the way to stop.
 */
export function watchSelections(): () => void {
  return useViewStore.subscribe((now, before) => {
    for (const { sessionId, source } of useSessionsStore.getState().sessions) {
      const [chosen = null, old = null] = [now[sessionId]?.selected, before[sessionId]?.selected];
      if (source.kind === 'live' && chosen !== null && chosen !== old) selected(sessionId, chosen);
    }
  });
}

function selected(sessionId: string, ordinal: number): void {
  const entry = liveOf(sessionId);
  if (entry === null) return;
  step(sessionId, ordinal === entry.newestOrdinal ? 'newest' : 'selection');
  const { tab, returnTab } = viewOf(sessionId);
  if (tab === 'live' && !entry.openAt.includes(ordinal)) changeView(sessionId, { tab: returnTab });
}

/** Fetches what the ledger misses. Paused views take up what fills their gaps. */
export function fetchMissing(sessionId: string): Promise<void> {
  return runLiveCommand(sessionId, 'fetch', async ({ live: { liveId }, status }) => {
    await shell().call('live/fetch-missing', { liveId });
    const after = liveOf(sessionId);
    changeLive(sessionId, { showTo: after?.sizeBytes ?? null });
    const more = (after?.status.ledger.events ?? 0) - status.ledger.events;
    return fetchedText(status.ledger.missing, after?.status.ledger.missing ?? 0, more);
  });
}

/** Counts of what was missing before and after, and of the events that came. */
function fetchedText(before: number, after: number, more: number): string {
  if (after === 0 && before === 0)
    return more <= 0 ? 'The log of the host has no more.' : `${countOf(more, 'more event')} came.`;
  if (after === 0) return 'All missing events received.';
  return `The JSON log of the host does not have ${after === before ? 'them' : `${after} of them`} either.`;
}

const connectionCommand = (name: 'reconnect' | 'detach') => (sessionId: string) =>
  runLiveCommand(sessionId, name, async ({ live: { liveId } }) => {
    await shell().call(`live/${name}`, { liveId });
    return '';
  });

/** Retries immediately; after an end, attaches again to the same capture. */
export const reconnect = connectionCommand('reconnect');

/** Ends the connection; what came stays open. */
export const detach = connectionCommand('detach');

/** Saves a copy of the capture where the person says. Must be called while a click or key is fresh. */
export function saveCapture(sessionId: string): Promise<void> {
  return runLiveCommand(sessionId, 'save', async ({ live: { liveId }, sizeBytes }) => {
    const reply = await shell().call('live/save-capture', { liveId });
    const name = await savedName(reply);
    if (name !== null) changeLive(sessionId, { saved: { name, sizeBytes } });
    return name === null ? '' : `Saved as ${name}.`;
  });
}

/** Name of the copy, which is downloaded where the shell has no dialog; null when the person said no. */
async function savedName(reply: SaveCaptureReply): Promise<string | null> {
  if (reply.saved) return reply.name;
  if (reply.reason === 'cancelled') return null;
  if (!('download' in reply)) throw new Error(reply.message);
  const { url, name } = reply.download;
  const response = await askShell(url);
  if (!response.ok) throw new Error(`${name} could not be fetched (status ${response.status}).`);
  downloadBlob(name, await response.blob());
  return name;
}

/** Opens what was captured so far as a file of its own, next to the session. */
export function openCapture(sessionId: string): void {
  const entry = liveOf(sessionId);
  if (entry === null) return;
  const { name, url } = entry.live.file;
  openSource({ kind: 'url', name, url, sizeBytes: entry.sizeBytes });
}

/** Answers what came of it as a sentence; empty where there is nothing to say. */
type Act = (entry: LiveEntry) => Promise<string>;

/** Does one thing for a session, with its beginning and its outcome in the store. One at a time. */
async function runLiveCommand(sessionId: string, name: LiveCommand['name'], act: Act): Promise<void> {
  const entry = liveOf(sessionId);
  if (entry === null || entry.command?.state === 'busy') return;
  changeLive(sessionId, { command: { name, state: 'busy', words: '' } });
  const outcome = await act(entry).then(
    (words): LiveCommand => ({ name, state: 'done', words }),
    (reason: unknown): LiveCommand => ({ name, state: 'failed', words: errorText(reason) }),
  );
  changeLive(sessionId, { command: outcome.words === '' ? null : outcome });
  if (outcome.words !== '') announce(outcome.words);
}
