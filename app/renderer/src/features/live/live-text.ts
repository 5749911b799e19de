/** Texts and glyphs of a live session: its host and run, the state of the connection, the state of the run. Pure, no clock. */
import {
  capital,
  countOf,
  formatAgo,
  formatBytes,
  formatCount,
  formatDuration,
  formatLag,
  formatSeconds,
  masker,
  parsedUrl,
} from '@openwop-inspector/base';
import type { LiveStatus } from '@openwop-inspector/host-client';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import type { LiveFacts, SentencePart, Verdict } from '@openwop-inspector/run-log';
import type { LiveSession, TokenState } from '@openwop-inspector/shell-contract';
import type { IconName } from '@openwop-inspector/ui';

/** Host and port of a base URL; the text itself when it is not a URL. */
export const hostOf = (baseUrl: string): string => parsedUrl(baseUrl)?.host || baseUrl;

/** Name of a session's tab: "127.0.0.1:3801 · prd-draft". */
export const liveName = ({ baseUrl, runId }: Pick<LiveSession, 'baseUrl' | 'runId'>): string =>
  `${hostOf(baseUrl)} · ${runId}`;

/** The state of a connection or a run: a short label, and its meaning. */
interface StateText {
  readonly title: string;
  readonly tone: Verdict['tone'];
}

interface ConnectionForm extends StateText {
  readonly icon: IconName;
  /** Label of the tab, where it is not the title. */
  readonly tab?: string;
  /** Text of the status bar. */
  readonly foot: string;
}

/** By the reason of the end, else by the state: one that has ended is `ended`, whatever the reason. */
const CONNECTIONS: Record<LiveStatus['state'] | NonNullable<LiveStatus['end']>, ConnectionForm> = {
  connecting: { title: 'Connecting', tone: 'running', icon: 'running', foot: 'connecting' },
  live: { title: 'Connected', tone: 'ok', icon: 'live', foot: 'streaming' },
  behind: { title: 'Behind', tone: 'warning', icon: 'warning', foot: 'behind' },
  backfilling: { title: 'Reading the log', tone: 'running', icon: 'download', foot: 'reading the JSON log' },
  lost: { title: 'Connection lost', tone: 'failed', icon: 'lost', tab: 'Lost', foot: 'lost' },
  // The end of the run is described with the run.
  ended: { title: 'Closed', tone: 'unknown', icon: 'ok', tab: 'Ended', foot: 'ended' },
  'run-ended': { title: 'Closed', tone: 'unknown', icon: 'ok', tab: 'Ended', foot: 'run ended' },
  refused: { title: 'Refused', tone: 'failed', icon: 'failed', foot: 'refused by the host' },
  detached: { title: 'Detached', tone: 'unknown', icon: 'unknown', foot: 'detached' },
  'reader-failed': {
    title: 'The reader failed',
    tone: 'failed',
    icon: 'failed',
    tab: 'Reader failed',
    foot: 'the reader failed',
  },
  stopped: { title: 'Stopped', tone: 'failed', icon: 'failed', foot: 'stopped' },
};

type Connection = Pick<LiveStatus, 'state' | 'end'>;

/** True while the run is observed. Otherwise its known state is in the past. */
export const isHeard = ({ state, end }: Connection): boolean =>
  end === null && (state === 'live' || state === 'behind' || state === 'backfilling');

/** The state of the connection. */
export function stateText({ state, end, lastError }: Connection & Pick<LiveStatus, 'lastError'>): StateText {
  const form = CONNECTIONS[end ?? state];
  return end === 'refused' && lastError?.status === 401 ? { ...form, title: 'Token refused' } : form;
}

/** Glyph of a connection; its label is the title or the label of the tab. */
export const liveIcon = ({ state, end }: Connection): IconName => CONNECTIONS[end ?? state].icon;

/** Label of a session's tab: its connection, and whether its views are paused. */
export function tabWord(connection: Connection, follows: boolean): string {
  if (isHeard(connection)) return follows ? 'Live' : 'View paused';
  const { tab, title } = CONNECTIONS[connection.end ?? connection.state];
  return tab ?? title;
}

/** Status bar text: "streaming since 20:44:12". */
export function footState({ state, end }: Connection, sinceMs: number): string {
  const time = new Date(sinceMs).toTimeString().slice(0, 'hh:mm:ss'.length);
  return `${CONNECTIONS[end ?? state].foot} since ${time}`;
}

/** A fact of the bar: its value, and its meaning. */
export interface BarFact {
  readonly value: string;
  readonly note: string;
}

export const rateFact = ({ ratePerSecond, peakPerSecond }: LiveStatus): BarFact => ({
  value: `${formatRate(ratePerSecond)} events/s`,
  note: `last 5 s, peak ${formatRate(peakPerSecond)}`,
});

const formatRate = (rate: number): string =>
  rate > 0 && rate < 9.95 && !Number.isInteger(rate) ? rate.toFixed(1) : formatCount(Math.round(rate));

/** Clocks that differ by less count as equal, in ms. */
const SKEW_FROM_MS = 2000;

/** Lag of the window to the host. A wrong clock is named, since it falsifies the lag. */
export function lagFact({ lagMs, clockSkewMs }: Pick<LiveStatus, 'lagMs' | 'clockSkewMs'>): BarFact {
  const value = lagMs === null ? 'Lag not known' : lagMs < 50 ? 'Up to date' : `${formatLag(lagMs)} behind`;
  return { value, note: skewText(clockSkewMs) ?? 'lag to the host’s clock' };
}

function skewText(clockSkewMs: number | null): string | null {
  if (clockSkewMs === null || Math.abs(clockSkewMs) < SKEW_FROM_MS) return null;
  return `host’s clock ${formatDuration(Math.abs(clockSkewMs))} ${clockSkewMs > 0 ? 'ahead' : 'behind'}`;
}

const TRANSPORTS: Record<LiveStatus['transport'], BarFact> = {
  sse: { value: 'SSE, debug mode', note: 'no reconnects' },
  poll: { value: 'Polling only', note: 'this host has no stream' },
  'poll-meanwhile': { value: 'Polling', note: 'no stream is open' },
};

export function transportFact(status: LiveStatus, nowMs: number): BarFact {
  const { transport, reconnects, lastReconnectAtMs } = status;
  const { value, note } = TRANSPORTS[transport];
  if (reconnects === 0) return { value, note };
  const last = lastReconnectAtMs === null ? '' : `, last ${agoText(lastReconnectAtMs, nowMs)}`;
  return { value, note: `${countOf(reconnects, 'reconnect')}${last}` };
}

function agoText(thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
  return seconds < 60 ? `${formatSeconds(nowMs - thenMs)} ago` : formatAgo(thenMs, nowMs);
}

/** Label of a connection as a separate sentence. */
export function asSentence(words: string): string {
  const sentence = capital(words);
  return sentence === '' || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Time of the next attempt: "Next try in 4 s"; null when none is scheduled. */
export function nextTryText({ nextTryAtMs }: Pick<LiveStatus, 'nextTryAtMs'>, nowMs: number): string | null {
  if (nextTryAtMs === null) return null;
  const seconds = Math.ceil((nextTryAtMs - nowMs) / 1000);
  return seconds <= 0 ? 'Trying again now' : `Next try in ${formatCount(seconds)} s`;
}

const text = (words: string): SentencePart => ({ kind: 'plain', text: masker.text(words) });
const strong = (words: string): SentencePart => ({ kind: 'strong', text: masker.text(words) });
const code = (words: string): SentencePart => ({ kind: 'code', text: masker.text(words) });

/** Known facts about the attached run. */
export interface KnownRun {
  readonly facts: LiveFacts | null;
  readonly runId: string;
  /** Last status reported by the host. */
  readonly runStatus: string | null;
  /** Open interrupts from the log and the host: the same list as the tab's. */
  readonly waiting: readonly { readonly nodeId: string | null }[];
  readonly isHeard: boolean;
}

const runOf = ({ facts, runId }: KnownRun): LiveFacts['runs'][number] | undefined =>
  facts?.runs.find((each) => each.runId === runId) ?? facts?.runs[0];

/** The events are newer than the snapshot, which is polled at intervals. */
function statusOf(known: KnownRun): string | null {
  const run = runOf(known);
  return run === undefined || run.status === 'unknown' ? known.runStatus : run.status;
}

/**
 * The headline: the state of the run, regardless of the connection. `verdict` is the log's result of a run that has
 * ended. For a disconnected run it is the last known state.
 */
export function runTitle(known: KnownRun, verdict: StateText | null): StateText {
  const status = statusOf(known);
  const ended = ENDED.get(status ?? '');
  if (ended !== undefined) return runOf(known)?.isTerminal === true && verdict !== null ? verdict : ended;
  if (known.waiting.length === 0 && status === null) return { title: 'Not known yet', tone: 'unknown' };
  const going: StateText = GOING.get(status ?? '') ?? { title: status ?? '', tone: 'unknown' };
  const now = known.waiting.length > 0 ? { ...WAITING, title: 'Waiting for an answer' } : going;
  return known.isHeard ? now : { title: `${now.title} when last heard of`, tone: 'unknown' };
}

const ENDED: ReadonlyMap<string, StateText> = new Map([
  ['completed', { title: 'Completed', tone: 'ok' }],
  ['failed', { title: 'Failed', tone: 'failed' }],
  ['cancelled', { title: 'Cancelled', tone: 'unknown' }],
]);

const WAITING: StateText = { title: 'Waiting', tone: 'waiting' };
const GOING: ReadonlyMap<string, StateText> = new Map([
  ['pending', { title: 'Pending', tone: 'running' }],
  ['running', { title: 'Running', tone: 'running' }],
  ['paused', { title: 'Paused', tone: 'waiting' }],
  ['cancelling', { title: 'Cancelling', tone: 'running' }],
  ['waiting-approval', WAITING],
  ['waiting-input', WAITING],
  ['waiting-clarification', WAITING],
  ['waiting-external', WAITING],
]);

/** State of the attached run in one sentence; empty before anything is known. */
export function runSentence(known: KnownRun): readonly SentencePart[] {
  const { facts, waiting, isHeard: heard } = known;
  const active = facts?.nodesAtWork.filter(({ state }) => state !== 'suspended') ?? [];
  const working = [...new Set(active.map(({ nodeId }) => nodeId))];
  const [requested] = waiting;
  if (requested !== undefined) {
    const more = waiting.length - 1;
    return [
      strong(`Run ${heard ? 'is' : 'was'} waiting for an answer`),
      ...(requested.nodeId === null ? [] : [strong(' at '), code(requested.nodeId)]),
      text(more > 0 ? ` and ${formatCount(more)} more` : ''),
      ...atWork(working, heard, 'still '),
    ];
  }
  const status = statusOf(known);
  if (status === null) return [];
  const isPast = !heard && !isTerminalStatus(status);
  return [strong(isPast ? 'Run was ' : 'Run is '), code(status), ...atWork(working, !isPast)];
}

/** The end of the sentence: at most three nodes by name. */
function atWork(names: readonly string[], heard: boolean, still = ''): readonly SentencePart[] {
  if (names.length === 0) return [text('.')];
  const isOne = names.length === 1;
  const verb = heard ? (isOne ? 'is' : 'are') : isOne ? 'was' : 'were';
  const between = (at: number) => (at === 0 ? [] : [text(at === names.length - 1 ? ' and ' : ', ')]);
  const parts = names.slice(0, 3).flatMap((name, at) => [...between(at), code(name)]);
  const more = names.length > 3 ? ` and ${formatCount(names.length - 3)} more` : '';
  return [text(isOne ? '; node ' : '; nodes '), ...parts, text(`${more} ${verb} ${still}working.`)];
}

/** "openwop-workflow-engine 0.1.0, protocol 1.1". */
export function hostText({ hostName, discovery }: Pick<LiveSession, 'hostName' | 'discovery'>): string {
  if (discovery === null) return `${hostName}, no discovery document`;
  const { version, protocolVersion } = discovery;
  const name = version === null ? hostName : `${hostName} ${version}`;
  return `${name}, protocol ${protocolVersion ?? 'version not said'}`;
}

/** Storage of the token; never the token. */
export function tokenStorageText({ store, variable }: TokenState): string {
  return {
    none: 'none is stored for this host',
    session: '•••••••• stored by the shell until it exits, not in this window',
    'system-store': '•••••••• stored by the system, not in this window',
    environment: `•••••••• read from ${variable ?? 'the environment'} by the shell, not in this window`,
  }[store];
}

export const cursorText = (cursor: number | null): string =>
  cursor === null ? 'from the beginning' : `from sequence ${cursor}`;

export const confirmedText = (confirmedTo: number | null): string =>
  confirmedTo === null ? 'JSON log not read yet' : `JSON log confirmed to ${confirmedTo}`;

/** Size of the capture, and whether a copy of it was saved. */
export function captureText(
  sizeBytes: number,
  saved: { readonly name: string; readonly sizeBytes: number } | null,
): string {
  const size = `${formatBytes(sizeBytes)} of NDJSON`;
  if (saved === null) return `${size}, not saved yet.`;
  const part = saved.sizeBytes >= sizeBytes ? '' : `the first ${formatBytes(saved.sizeBytes)} `;
  return `${size}, ${part}saved as ${saved.name}.`;
}

/** Position of the views while they do not follow. */
interface ViewPosition {
  /** Number of events in the views when they stopped. */
  readonly events: number;
  /** Highest sequence by then; null when there was none. */
  readonly sequence: number | null;
  /** `.` or its button, the list moved away from its end, or an event selected. */
  readonly by: 'key' | 'scroll' | 'selection';
}

/** Null while the views follow. */
export type Follow = ViewPosition | null;

/** What moved the views; `newest`: the newest event was selected. */
export type FollowStep = ViewPosition['by'] | 'newest';

/** `at` is where the views are at the step. The key toggles; selecting the newest event changes nothing. */
export function followAfter(now: Follow, step: FollowStep, at: Omit<ViewPosition, 'by'>): Follow {
  if (step === 'newest' || (now !== null && step !== 'key')) return now;
  return now === null ? { ...at, by: step } : null;
}

/** Number of events since the views stopped; 0 while they follow. */
export const newSince = (follow: Follow, events: number): number =>
  follow === null ? 0 : Math.max(0, events - follow.events);
