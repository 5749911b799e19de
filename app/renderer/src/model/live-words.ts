/** A live session in words: where it is attached, how the connection stands, what its run does. Pure, no clock. */
import type { LiveStatus } from '@openwop-inspector/host-client';
import type { LiveSession } from '@openwop-inspector/main/contract';
import type { LiveFacts, SentencePart } from '@openwop-inspector/run-log';
import { countOf, formatAgo, formatCount, formatDuration } from './format.ts';

/** Host and port of a base URL; the text itself when it is none. */
export function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host || baseUrl;
  } catch {
    return baseUrl;
  }
}

/** Name of a session's tab: "127.0.0.1:3801 · prd-draft". */
export function liveName({ baseUrl, runId }: Pick<LiveSession, 'baseUrl' | 'runId'>): string {
  return `${hostOf(baseUrl)} · ${runId}`;
}

/** How a connection stands: one or two words for a title, and what they mean. */
export interface StateWords {
  readonly title: string;
  readonly tone: 'ok' | 'running' | 'warning' | 'failed' | 'unknown';
}

const STATES: Record<LiveStatus['state'], StateWords> = {
  connecting: { title: 'Connecting', tone: 'running' },
  live: { title: 'Connected', tone: 'ok' },
  behind: { title: 'Behind', tone: 'warning' },
  backfilling: { title: 'Reading the log', tone: 'running' },
  lost: { title: 'Connection lost', tone: 'failed' },
  ended: { title: 'Ended', tone: 'unknown' },
};

export function stateWords({
  state,
  end,
  lastError,
}: Pick<LiveStatus, 'state' | 'end' | 'lastError'>): StateWords {
  if (end === 'refused')
    return { title: lastError?.status === 401 ? 'Token refused' : 'Refused', tone: 'failed' };
  if (end === 'detached') return { title: 'Detached', tone: 'unknown' };
  return STATES[state];
}

/** The word of a session's tab. */
export function tabWord({ state, end }: Pick<LiveStatus, 'state' | 'end'>, follows: boolean): string {
  if (end === 'refused') return 'Refused';
  if (end === 'detached') return 'Detached';
  if (state === 'ended') return 'Ended';
  if (state === 'lost') return 'Lost';
  if (state === 'connecting') return 'Connecting';
  return follows ? 'Live' : 'Paused';
}

/** The state at the foot: "streaming since 20:44:12". */
export function footState(state: LiveStatus['state'], end: LiveStatus['end'], sinceMs: number): string {
  const since = new Date(sinceMs);
  const time = [since.getHours(), since.getMinutes(), since.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${end === null ? FOOT[state] : END_WORDS[end]} since ${time}`;
}

const FOOT: Record<LiveStatus['state'], string> = {
  connecting: 'connecting',
  live: 'streaming',
  behind: 'behind',
  backfilling: 'reading the JSON log',
  lost: 'lost',
  ended: 'ended',
};
const END_WORDS: Record<NonNullable<LiveStatus['end']>, string> = {
  'run-ended': 'run ended',
  refused: 'refused by the host',
  detached: 'detached',
};

/** A fact of the bar: what it is in one look, and what that means. */
export interface BarFact {
  readonly value: string;
  readonly note: string;
}

export function rateFact({ ratePerSecond, peakPerSecond }: LiveStatus): BarFact {
  return {
    value: `${formatRate(ratePerSecond)} events/s`,
    note: `last 5 s, peak ${formatRate(peakPerSecond)}`,
  };
}

const formatRate = (rate: number): string =>
  rate > 0 && rate < 9.95 && !Number.isInteger(rate) ? rate.toFixed(1) : formatCount(Math.round(rate));

/** Clocks that differ by less are called the same, in ms. */
const SKEW_FROM_MS = 2000;

/** How far behind the host the window is. A clock that goes wrong is named, since it makes the lag look wrong. */
export function lagFact({ lagMs, clockSkewMs }: Pick<LiveStatus, 'lagMs' | 'clockSkewMs'>): BarFact {
  const value = lagMs === null ? 'Lag not known' : lagMs < 50 ? 'Up to date' : `${lagWords(lagMs)} behind`;
  return { value, note: skewWords(clockSkewMs) ?? 'lag to the host’s clock' };
}

const lagWords = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms));

function skewWords(clockSkewMs: number | null): string | null {
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
  const last = lastReconnectAtMs === null ? '' : `, last ${agoWords(lastReconnectAtMs, nowMs)}`;
  return { value, note: `${countOf(reconnects, 'reconnect')}${last}` };
}

function agoWords(thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
  return seconds < 60 ? `${seconds} s ago` : formatAgo(thenMs, nowMs);
}

/** Words of a connection as a sentence of its own. */
export function asSentence(words: string): string {
  const sentence = words.slice(0, 1).toUpperCase() + words.slice(1);
  return sentence === '' || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** When the next try is made: "Next try in 4 s"; null when none is set. */
export function nextTryWords({ nextTryAtMs }: Pick<LiveStatus, 'nextTryAtMs'>, nowMs: number): string | null {
  if (nextTryAtMs === null) return null;
  const seconds = Math.ceil((nextTryAtMs - nowMs) / 1000);
  return seconds <= 0 ? 'Trying again now' : `Next try in ${formatCount(seconds)} s`;
}

const text = (words: string): SentencePart => ({ kind: 'plain', text: words });
const strong = (words: string): SentencePart => ({ kind: 'strong', text: words });
const code = (words: string): SentencePart => ({ kind: 'code', text: words });

/** What the run attached to does, in one sentence; empty before anything is known. */
export function runSentence(
  facts: LiveFacts | null,
  runId: string,
  runStatus: string | null,
): readonly SentencePart[] {
  const run = facts?.runs.find((each) => each.runId === runId) ?? facts?.runs[0];
  const working = namesOf(facts, (state) => state !== 'suspended');
  const asked = facts?.interrupts[0];
  if (asked !== undefined) {
    const more = (facts?.interrupts.length ?? 0) - 1;
    return [
      strong('Run is waiting for a person'),
      ...(asked.nodeId === null ? [] : [strong(' at '), code(asked.nodeId)]),
      text(more > 0 ? ` and ${formatCount(more)} more` : ''),
      ...stillWorking(working),
    ];
  }
  // The events are newer than the snapshot, which is looked at now and then.
  const status = run === undefined || run.status === 'unknown' ? runStatus : run.status;
  if (status === null) return [];
  return [
    strong('Run is '),
    code(status),
    ...(working.length === 0 ? [text('.')] : [text('; '), ...atWork(working), text('.')]),
  ];
}

function namesOf(facts: LiveFacts | null, wanted: (state: string) => boolean): readonly string[] {
  return [
    ...new Set(facts?.nodesAtWork.filter(({ state }) => wanted(state)).map(({ nodeId }) => nodeId) ?? []),
  ];
}

function stillWorking(working: readonly string[]): readonly SentencePart[] {
  return working.length === 0 ? [text('.')] : [text('; '), ...atWork(working, 'still '), text('.')];
}

/** At most three nodes by name. */
function atWork(names: readonly string[], still = ''): readonly SentencePart[] {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  const parts = shown.flatMap((name, at) => [
    ...(at === 0 ? [] : [text(at === shown.length - 1 && more === 0 ? ' and ' : ', ')]),
    code(name),
  ]);
  const rest = more > 0 ? [text(` and ${formatCount(more)} more`)] : [];
  return [
    text(names.length === 1 ? 'node ' : 'nodes '),
    ...parts,
    ...rest,
    text(` ${names.length === 1 ? 'is' : 'are'} ${still}working`),
  ];
}
