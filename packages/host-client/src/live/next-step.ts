import { unreachable } from '@openwop-inspector/base';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import { pollQuery } from '../poll/event-splitter.ts';
import type { LiveTimings } from './live-run.ts';

/** What just happened to the transport of a session. */
export type SessionMoment =
  /** Nothing yet, or what was to be done is done. */
  | { readonly kind: 'ready' }
  /** A poll was read to its end; the run continues. */
  | { readonly kind: 'nothing-new' }
  /** The stream ended, or was ended by us since it was idle. */
  | { readonly kind: 'stream-end' }
  /** The host answered with a status that is no stream and no page of events. */
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfterMs: number | null }
  /** The host streams nothing: it answered with JSON, or with a type that is no stream of events. */
  | { readonly kind: 'no-stream' }
  /** No answer: refused, reset, out of time, not understood. */
  | { readonly kind: 'no-answer' };

/** What a session knows when it decides. */
export interface SessionFacts {
  readonly moment: SessionMoment;
  readonly transport: 'sse' | 'poll';
  /** Highest sequence seen in JSON, null for none. */
  readonly cursor: number | null;
  /**
   * The JSON log was just read to its end, so that nothing is known to lie behind the cursor. The stream is then requested
   * from one event before: some hosts send no head of an answer until they have something to write (section 6.1).
   */
  readonly isCaughtUp: boolean;
  /** A terminal event of the run is stored. */
  readonly isTerminalSeen: boolean;
  /** Run status of the snapshot that was fetched since the moment; `not-requested` before, `unknown` when that failed. */
  readonly snapshot: { readonly status: string } | 'not-requested' | 'unknown';
  /** The host has sent this run's snapshot or events in this session, so that 404 can only mean the endpoint. */
  readonly isRunKnown: boolean;
  readonly canPoll: boolean;
  /** Optional parameters were left out of the last request. */
  readonly isBare: boolean;
  /** Ask for surfaces as delta frames. */
  readonly a2uiDelta: boolean;
  /** Tries since the last event or healthy stretch. */
  readonly failures: number;
  /** `retry:` of the stream. */
  readonly retryMs: number | null;
  /** The run waits for somebody: polls are rarer. */
  readonly isWaiting: boolean;
  /** 0 to 1. */
  readonly chance: number;
}

/** What a session does next. */
export type NextStep =
  /** Nothing more is requested. `why` is `refused` when the host said no for good. */
  | { readonly action: 'stop'; readonly why: 'run-ended' | 'refused' }
  /** Look at the snapshot, then decide again. */
  | { readonly action: 'snapshot' }
  /** Read the JSON log to its end, then stop. */
  | { readonly action: 'backfill'; readonly andThen: 'stop' }
  | {
      readonly action: 'reconnect';
      readonly delayMs: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, string>>;
      /** Without optional parameters. */
      readonly isBare: boolean;
    }
  | { readonly action: 'poll'; readonly delayMs: number; readonly query: Readonly<Record<string, string>> };

/** Answers after which nothing is tried again (section 6.3). */
const FINAL: ReadonlySet<number> = new Set([204, 401, 403, 404, 410]);
/** Answers by which a host may say that it has no stream. */
const NO_STREAM: ReadonlySet<number> = new Set([404, 405, 406, 501]);
/** Longest wait that a host can ask for. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * The session rules of bundles-and-transport.md section 6.3 and the polling rules of section 7 as one decision: what
 * happened and what is known, to what is done next. Pure; the live session asks it at every turn.
 */
export function nextStep(facts: SessionFacts, timings: LiveTimings): NextStep {
  const { moment } = facts;
  if (facts.isTerminalSeen) return { action: 'stop', why: 'run-ended' };
  switch (moment.kind) {
    case 'ready':
      return again(facts, timings, 0);
    case 'nothing-new':
      return poll(facts, facts.isWaiting ? timings.pollWaitingMs : timings.pollEveryMs);
    case 'stream-end':
      return afterEnd(facts, timings);
    case 'no-stream':
      return facts.canPoll ? poll(facts, 0) : again(facts, timings, backoff(facts, timings));
    case 'no-answer':
      return again(facts, timings, backoff(facts, timings));
    case 'answer':
      return afterAnswer(facts, moment, timings);
    default:
      return unreachable(moment);
  }
}

/** End of stream is not end of run: the snapshot decides. */
function afterEnd(facts: SessionFacts, timings: LiveTimings): NextStep {
  if (facts.snapshot === 'not-requested') return { action: 'snapshot' };
  if (facts.snapshot !== 'unknown' && isTerminalStatus(facts.snapshot.status))
    return { action: 'backfill', andThen: 'stop' };
  return again(facts, timings, backoff(facts, timings));
}

type Answer = Extract<SessionMoment, { readonly kind: 'answer' }>;

function afterAnswer(facts: SessionFacts, { status, retryAfterMs }: Answer, timings: LiveTimings): NextStep {
  const isStream = facts.transport === 'sse';
  if (isStream && NO_STREAM.has(status) && facts.isRunKnown && facts.canPoll) return poll(facts, 0);
  if (FINAL.has(status)) return { action: 'stop', why: 'refused' };
  if (status === 400) {
    if (isStream && !facts.isBare) return { ...reconnect(facts, 0), isBare: true, query: {} };
    return isStream && facts.canPoll ? poll(facts, 0) : { action: 'stop', why: 'refused' };
  }
  const wait = Math.min(MAX_WAIT_MS, Math.max(backoff(facts, timings), retryAfterMs ?? 0));
  return again(facts, timings, wait);
}

function again(facts: SessionFacts, timings: LiveTimings, delayMs: number): NextStep {
  if (facts.transport === 'sse') return reconnect(facts, delayMs);
  const pace = facts.isWaiting ? timings.pollWaitingMs : timings.pollEveryMs;
  return poll(facts, delayMs > 0 ? Math.max(delayMs, pace) : 0);
}

function poll(facts: SessionFacts, delayMs: number): NextStep {
  return { action: 'poll', delayMs, query: pollQuery(facts.cursor) };
}

/** Always `debug`: modes differ between hosts, filtering is ours (section 6.4). */
function reconnect(facts: SessionFacts, delayMs: number): NextStep & { action: 'reconnect' } {
  const query: Record<string, string> = facts.isBare ? {} : { streamMode: 'debug' };
  if (!facts.isBare && facts.a2uiDelta) query.a2uiDelta = '1';
  const headers: Record<string, string> = { Accept: 'text/event-stream', 'Cache-Control': 'no-cache' };
  const from = facts.cursor === null ? null : facts.cursor - (facts.isCaughtUp ? 1 : 0);
  // Before the first event there is no id to name.
  if (from !== null && from >= 0) headers['Last-Event-ID'] = String(from);
  return { action: 'reconnect', delayMs, headers, query, isBare: facts.isBare };
}

/** Delay of the next try, with jitter; never under what `retry:` asks for. */
function backoff(facts: SessionFacts, timings: LiveTimings): number {
  const steps = timings.backoffMs;
  const step = steps[Math.min(Math.max(0, facts.failures - 1), steps.length - 1)] ?? 0;
  const jittered = step * (1 + timings.jitter * (2 * facts.chance - 1));
  return Math.round(Math.min(MAX_WAIT_MS, Math.max(jittered, facts.retryMs ?? 0)));
}
