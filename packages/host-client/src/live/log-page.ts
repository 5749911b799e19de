import type { HostAnswer } from '../answers/host-error.ts';
import type { EventChannel } from '../answers/live-status.ts';
import type { HostConnection, RequestParts } from '../connection.ts';
import { parsedJson } from '../json/json-depth.ts';
import { type EventSplitter, eventSplitter } from '../poll/event-splitter.ts';
import { type BodyChunks, type BodyEnd, bodyChunks } from '../rest/body-chunks.ts';
import type { Intake } from './intake.ts';
import type { Clock } from './live-run.ts';

/** What is wanted of an answer that lists events. */
export interface PageWish {
  readonly via: EventChannel;
  /** The events are news of a run that goes on: they count for rate and lag. */
  readonly isNews: boolean;
  /** Leaves out what it refuses, and what has no sequence. */
  readonly wanted?: (sequence: number) => boolean;
  /** Behind this sequence nothing more is read. */
  readonly until?: number;
}

/** What an answer came to. Events that came before it broke off were taken. */
export interface PageReading {
  /** It listed events. */
  readonly hasEvents: boolean;
  readonly highest: number | null;
  /** Events that were not held. */
  readonly brought: number;
  /** `too-large`: more bytes than are read of one answer. `enough`: all that was wished for came. */
  readonly end: 'whole' | 'too-large' | 'enough' | Exclude<BodyEnd, 'end'>;
  /** The document without its events; null when it cannot be read. */
  readonly json: unknown;
  /** How the answer begins. */
  readonly beginning: string;
}

/** Most bytes of one answer unless told otherwise. */
const LARGEST_PAGE = 64 * 1024 * 1024;
/** No byte for so long ends the reading. */
const SILENT_MS = 20_000;
/** Events between two turns for others. */
const SLICE = 2000;
const SHOWN = 1024;

interface Asking {
  readonly host: HostConnection;
  readonly intake: Intake;
  readonly clock: Clock;
  /** Most bytes that are read of one answer; 64 MiB unless given. */
  readonly maxPageBytes?: number;
}

/** Asks for a list of events and takes it in while it comes, whatever its size. */
export async function askPage(
  { host, intake, clock, maxPageBytes = LARGEST_PAGE }: Asking,
  path: string,
  wish: PageWish & Pick<RequestParts, 'query' | 'timeoutMs'> & { readonly signal: AbortSignal },
): Promise<HostAnswer<PageReading>> {
  const { query = {}, timeoutMs = SILENT_MS, signal } = wish;
  const one = new AbortController();
  const stop = (): void => one.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const headers = { Accept: 'application/json' };
    const answer = await host.openStream(path, { query, headers, timeoutMs, signal: one.signal });
    if (!answer.ok) return answer;
    const { body } = answer.value;
    if (body === null) return { ok: true, value: NO_EVENTS };
    const chunks = bodyChunks(body, { clock, signal: one.signal, idleMs: SILENT_MS });
    const page = new LogPage(intake, wish, maxPageBytes);
    const value = await page.read(chunks).finally(() => chunks.close());
    return { ok: true, value };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
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

/** One answer on its way into the intake. */
export class LogPage {
  private readonly splitter: EventSplitter;
  private readonly intake: Intake;
  private readonly wish: PageWish;
  private readonly maxBytes: number;
  private highest: number | null = null;
  private brought = 0;
  private events = 0;
  private bytes = 0;

  constructor(intake: Intake, wish: PageWish, maxBytes: number = LARGEST_PAGE) {
    this.intake = intake;
    this.wish = wish;
    this.maxBytes = maxBytes;
    this.splitter = eventSplitter({
      onElement: (text) => this.take(text),
      onTooLarge: (beginning) => intake.takeTooLarge(beginning),
    });
  }

  /** Reads a body to its end; `first` is a chunk of it that was read already. */
  async read(chunks: BodyChunks, first: Uint8Array | null = null): Promise<PageReading> {
    let rested = 0;
    this.intake.place.begin(this.wish.via === 'bundle' ? 'bundle' : 'poll');
    for (let chunk = first ?? (await chunks.next()); ; chunk = await chunks.next()) {
      if (typeof chunk === 'string') return this.reading(chunk === 'end' ? 'whole' : chunk);
      const room = this.maxBytes - this.bytes;
      this.bytes += chunk.length;
      this.intake.place.took(chunk.length);
      this.splitter.push(chunk.subarray(0, room));
      if (this.bytes > this.maxBytes) return this.reading('too-large');
      const { until } = this.wish;
      if (until !== undefined && (this.highest ?? -1) > until) return this.reading('enough');
      if (this.events - rested >= SLICE) {
        rested = this.events;
        await this.intake.rest();
      }
      await this.intake.drained();
    }
  }

  private take(text: string): void {
    this.events++;
    const taken = this.intake.takeLogged(text, this.wish);
    if (taken === null) return;
    const { sequence, isNew } = taken;
    if (sequence !== null && (this.highest === null || sequence > this.highest)) this.highest = sequence;
    if (isNew) this.brought++;
  }

  private reading(end: PageReading['end']): PageReading {
    const { hasEvents, isOpen, around } = this.splitter.end();
    const { highest, brought } = this;
    return {
      hasEvents,
      highest,
      brought,
      // Less than the document is no end of it, however politely the connection was closed.
      end: end === 'whole' && isOpen ? 'broken' : end,
      json: parsedJson(around) ?? null,
      beginning: around.slice(0, SHOWN),
    };
  }
}
