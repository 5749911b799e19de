import { countAt, member, textAt } from '@openwop-inspector/base';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import type { HostAnswer, HostError } from '../answers/host-error.ts';
import type { RequestParts } from '../connection.ts';
import { calledOff, outOfTime, withoutAnswer } from '../errors/request-errors.ts';
import { EventSplitter, pollQuery } from '../poll/event-splitter.ts';
import { type BodyChunks, type BodyEnd, bodyChunks, parsedJson } from '../rest/read-body.ts';
import { hostNameOf, runPath } from '../rest/request-url.ts';
import type { Intake, LoggedWish, SessionContext } from './intake.ts';
import { within } from './live-run.ts';

/** What a read of the JSON log came to. */
export interface LogReading {
  /** Events that were not stored. */
  readonly brought: number;
  /** The host said that the run is over. */
  readonly isOver: boolean;
}

/** Answers by which a host says that it has no such endpoint, given that it knows the run. */
const NO_ENDPOINT: ReadonlySet<number> = new Set([400, 404, 405, 406, 501]);
/** How far before a hole a poll begins, in turn: one host skips the event behind the cursor. */
const OVERLAPS = [0, 8, 64];
/** Holes that one fill looks at. */
const MAX_HOLES = 32;
/** Answers in a row that did not come in time, after which the log is not requested any more. */
const MAX_SLOW = 2;
/** A bundle is made on request. */
const BUNDLE_MS = 60_000;

/** Ends of an answer by which the host, or its size, left us without the rest of it. */
const CUT: readonly PageReading['end'][] = ['too-large', 'idle', 'quiet', 'broken'];

interface PolledPage extends LogReading, Pick<PageReading, 'highest' | 'end'> {
  /** Highest sequence of the log, as a host of v2 says; null for others. */
  readonly lastSequence: number | null;
}

export interface LogContext extends SessionContext {
  readonly intake: Intake;
}

/** The JSON log of a run, read by polls (section 7), and its debug bundle where polls leave holes. */
export class JsonLog {
  /** Null until the host has answered. */
  canPoll: boolean | null = null;
  /** The log was read from its beginning. */
  isWhole = false;
  /** The newest reading came to the end of the log. */
  isEndRead = false;
  /** Highest sequence up to which it has been read. */
  confirmedTo: number | null = null;
  /** Status that the newest poll reported. */
  runStatus: string | null = null;
  /** The host's log ends before what is stored: it has begun again or lost events. */
  endsAt: number | null = null;
  /** Why the log is not read from its beginning, though the host has one. */
  unread: 'too-large' | 'too-slow' | null = null;
  /** The newest answer broke off. */
  private wasCut = false;
  private slow = 0;
  private isBundleRead = false;
  private readonly of: LogContext;

  constructor(of: LogContext) {
    this.of = of;
    // There is none in v2.
    this.isBundleRead = of.parts.host.major === 2;
  }

  /** Reads on from where the last read stopped, until an answer brings nothing new or `pages` are read. */
  async readOn(
    signal: AbortSignal,
    isNews: boolean,
    pages = Number.POSITIVE_INFINITY,
  ): Promise<HostAnswer<LogReading>> {
    const { ledger } = this.of.intake;
    let brought = 0;
    for (let page = 0; page < pages; page++) {
      const before = this.confirmedTo;
      this.isEndRead = false;
      const answer = await this.poll(before, signal, { isNews });
      if (this.wasCut) ledger.doubt('answer-cut', true);
      if (!answer.ok) return answer;
      const { highest, end, lastSequence, isOver } = answer.value;
      brought += answer.value.brought;
      if (highest !== null && (before === null || highest > before)) this.confirmedTo = highest;
      this.isWhole ||= before === null;
      // What ends with the last event of the log needs no further poll, which would wait for news.
      const isAtEnd = end === 'whole' && lastSequence !== null && lastSequence <= (this.confirmedTo ?? -1);
      // An answer that broke off is gone on with behind what it brought, as long as it brings anything.
      if (this.confirmedTo !== before && !isAtEnd) continue;
      if (end !== 'whole') return { ok: false, error: this.brokenOff(end, signal) };
      if (this.isWhole) this.unread = null;
      this.isEndRead = true;
      // What broke off before was read on from where it did.
      ledger.doubt('answer-cut', false);
      return { ok: true, value: { brought, isOver } };
    }
    return { ok: true, value: { brought, isOver: false } };
  }

  /** What was streamed up to here is as good as the log, or all that can be had of it. */
  skipTo(sequence: number | null): void {
    if (sequence !== null && (this.canPoll !== null || this.unread !== null))
      this.confirmedTo = Math.max(this.confirmedTo ?? 0, sequence);
  }

  private async poll(
    cursor: number | null,
    signal: AbortSignal,
    wish: Omit<PageWish, 'via'>,
  ): Promise<HostAnswer<PolledPage>> {
    const query = pollQuery(cursor, this.of.parts.host.major);
    const answer = await askPage(this.of, '/events/poll', { ...wish, via: 'poll', query, signal });
    this.wasCut = answer.ok && CUT.includes(answer.value.end);
    if (!answer.ok) {
      if (answer.error.kind === 'out-of-time') this.noteSlow();
      return answer;
    }
    const { hasEvents, highest, brought, end, json } = answer.value;
    if (!hasEvents) return { ok: false, error: this.withoutEvents(answer.value, signal) };
    this.canPoll = true;
    this.slow = 0;
    const lastSequence = countAt(json, 'lastSequence');
    return { ok: true, value: { highest, brought, end, lastSequence, isOver: this.noteStatus(json) } };
  }

  /** A poll that brought nothing, or nothing new, before it broke off. */
  private brokenOff(end: Exclude<PageReading['end'], 'whole'>, signal: AbortSignal): HostError {
    const host = hostNameOf(this.of.parts.host.baseUrl);
    if (signal.aborted) return calledOff();
    if (end === 'too-large') {
      // The host heeds neither limit nor cursor: every poll would bring the same beginning again.
      this.unread = 'too-large';
      this.canPoll = false;
      const message = `The JSON log of ${host} is too large to read.`;
      return withoutAnswer('not-understood', 'answer_too_large', message);
    }
    if (end === 'idle') {
      this.noteSlow();
      return outOfTime(host);
    }
    return withoutAnswer('unreachable', 'BODY_BROKEN', `${host} broke off its JSON log in the middle.`);
  }

  /** A log that takes too long is requested near the newest event, and when that takes too long too, no more. */
  private noteSlow(): void {
    this.slow++;
    if (this.confirmedTo === null || this.slow >= MAX_SLOW) this.unread ??= 'too-slow';
    if (this.slow >= MAX_SLOW) this.canPoll = false;
  }

  private withoutEvents({ end, beginning }: PageReading, signal: AbortSignal): HostError {
    if (end !== 'whole') return this.brokenOff(end, signal);
    const message = 'The host answered a poll with something that is no list of events.';
    const error = withoutAnswer('not-understood', 'no_events', message);
    return { ...error, rawBody: this.of.parts.host.mask(beginning) };
  }

  /** Takes in what an answer says next to its events; true when the run is over. */
  private noteStatus(json: unknown): boolean {
    // The names of v1, else those of v2.
    const status = textAt(json, 'runStatus') ?? textAt(json, 'status');
    this.runStatus = status ?? this.runStatus;
    const endsAt = countAt(json, 'lastEventSeq') ?? countAt(json, 'lastSequence');
    const newest = this.of.intake.ledger.lastSequence;
    this.endsAt = endsAt !== null && newest !== null && endsAt < newest ? endsAt : null;
    this.of.intake.ledger.doubt('log-restarted', this.endsAt !== null);
    const isSaid = member(json, 'isTerminal') === true || member(json, 'isComplete') === true;
    return isSaid || isTerminalStatus(status ?? '');
  }

  /** The host has no polls, given that it knows the run. */
  noteError(error: HostError, isRunKnown: boolean): void {
    if (isRunKnown && error.status !== null && NO_ENDPOINT.has(error.status)) this.canPoll = false;
  }

  /** Asks for the first holes: polls that begin before each, as far as one answer does not reach, then the bundle. */
  async fillHoles(signal: AbortSignal): Promise<void> {
    const { ledger } = this.of.intake;
    for (const overlap of OVERLAPS) {
      if (this.canPoll === false) break;
      let requestedTo = -1;
      for (const { first, last } of ledger.holes(MAX_HOLES)) {
        if (signal.aborted) return;
        if (last > requestedTo) requestedTo = await this.fillHole(first - overlap, last, signal);
      }
    }
    if (ledger.holes(1).length > 0) await this.readBundle(signal);
  }

  /** Returns the highest sequence that was received. */
  private async fillHole(first: number, last: number, signal: AbortSignal): Promise<number> {
    let cursor = first - 1;
    while (cursor < last && !signal.aborted) {
      const from = cursor < 0 ? null : cursor;
      const answer = await this.poll(from, signal, { isNews: false, until: last });
      const highest = answer.ok ? answer.value.highest : null;
      if (highest === null || highest <= cursor) break;
      cursor = highest;
    }
    return cursor;
  }

  /** Takes from the bundle only what is missing: its events have less than those of the log. Requested at most once. */
  async readBundle(signal: AbortSignal, isAll = false): Promise<void> {
    if (this.isBundleRead) return;
    const { ledger } = this.of.intake;
    const last = ledger.lastSequence ?? -1;
    const answer = await askPage(this.of, '/debug-bundle', {
      via: 'bundle',
      isNews: false,
      wanted: (sequence) => (isAll || sequence < last) && !ledger.has(sequence),
      timeoutMs: BUNDLE_MS,
      signal,
    });
    if (answer.ok) this.isBundleRead = answer.value.end === 'too-large';
    else {
      const { kind, status } = answer.error;
      this.isBundleRead = kind === 'out-of-time' || (status !== null && NO_ENDPOINT.has(status));
    }
  }

  /** A hole may be requested in the bundle again. */
  allowBundle(): void {
    this.isBundleRead = this.of.parts.host.major === 2;
  }
}

interface PageWish extends LoggedWish {
  /** Behind this sequence nothing more is read. */
  readonly until?: number;
}

/** What an answer came to. Events that came before it broke off were taken. */
interface PageReading {
  /** It listed events. */
  readonly hasEvents: boolean;
  readonly highest: number | null;
  /** Events that were not stored. */
  readonly brought: number;
  /** `too-large`: more bytes than are read of one answer. `enough`: all that was wished for came. */
  readonly end: 'whole' | 'too-large' | 'enough' | Exclude<BodyEnd, 'end'>;
  /** The document without its events; null when it cannot be read. */
  readonly json: unknown;
  /** How the answer begins. */
  readonly beginning: string;
}

/** Maximum bytes of one answer unless given. */
const LARGEST_PAGE = 64 * 1024 * 1024;
/** No byte for so long ends the reading. */
const SILENT_MS = 20_000;
/** Events between two turns for others. */
const SLICE = 2000;
const MAX_DISPLAYED = 1024;

/** Asks for a list of events and takes it in while it comes, whatever its size. */
async function askPage(
  { parts, intake, clock }: LogContext,
  path: '/events/poll' | '/debug-bundle',
  wish: PageWish & Pick<RequestParts, 'query' | 'timeoutMs'> & { readonly signal: AbortSignal },
): Promise<HostAnswer<PageReading>> {
  const { host, runId, maxPageBytes } = parts;
  const { query = {}, timeoutMs = SILENT_MS, signal } = wish;
  const one = within(signal);
  try {
    const requested = { query, headers: { Accept: 'application/json' }, timeoutMs, signal: one.signal };
    const answer = await host.openStream(runPath(host, runId, path), requested);
    if (!answer.ok) return answer;
    const { body } = answer.value;
    if (body === null) return { ok: true, value: NO_EVENTS };
    const chunks = bodyChunks(body, { clock, signal: one.signal, idleMs: SILENT_MS });
    const value = await readLogPage(intake, wish, chunks, maxPageBytes).finally(() => chunks.close());
    return { ok: true, value };
  } finally {
    one.abort();
  }
}

const NO_EVENTS: PageReading = {
  hasEvents: false,
  highest: null,
  brought: 0,
  end: 'whole',
  json: null,
  beginning: '',
};

/** Takes an answer into the intake while it comes; `first` is a chunk of it that was read already. */
export async function readLogPage(
  intake: Intake,
  wish: PageWish,
  chunks: BodyChunks,
  maxBytes: number = LARGEST_PAGE,
  first: Uint8Array | null = null,
): Promise<PageReading> {
  let highest: number | null = null;
  let brought = 0;
  let events = 0;
  let bytes = 0;
  /** Events by the last turn for others. */
  let rested = 0;
  const splitter = new EventSplitter({
    onElement: (text) => {
      events++;
      const taken = intake.takeLogged(text, wish);
      if (taken === null) return;
      const { sequence, isNew } = taken;
      if (sequence !== null && (highest === null || sequence > highest)) highest = sequence;
      if (isNew) brought++;
    },
    onTooLarge: (beginning) => intake.takeTooLarge(beginning),
  });
  const reading = (end: PageReading['end']): PageReading => {
    const { hasEvents, isOpen, around } = splitter.end();
    return {
      hasEvents,
      highest,
      brought,
      // Less than the document is no end of it, however politely the connection was closed.
      end: end === 'whole' && isOpen ? 'broken' : end,
      json: parsedJson(around) ?? null,
      beginning: around.slice(0, MAX_DISPLAYED),
    };
  };
  intake.place.begin(wish.via === 'bundle' ? 'bundle' : 'poll');
  for (let chunk = first ?? (await chunks.next()); ; chunk = await chunks.next()) {
    if (typeof chunk === 'string') return reading(chunk === 'end' ? 'whole' : chunk);
    const room = maxBytes - bytes;
    bytes += chunk.length;
    intake.place.took(chunk.length);
    splitter.push(chunk.subarray(0, room));
    if (bytes > maxBytes) return reading('too-large');
    if (wish.until !== undefined && (highest ?? -1) > wish.until) return reading('enough');
    if (events - rested >= SLICE) {
      rested = events;
      await intake.rest();
    }
    await intake.drained();
  }
}
