import type { HostAnswer, HostError } from '../src/answers/host-error.ts';
import type { HostConnection, JsonAnswer, RequestParts, StreamAnswer } from '../src/connection.ts';
import { calledOff, outOfTime } from '../src/errors/request-errors.ts';

/** An event as a host keeps it. */
export interface PlayedEvent {
  readonly sequence: number;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What a stream does once it is open. `say` writes text; the stream ends when the function returns, or breaks when it throws. */
export type PlayStream = (say: (text: string | Uint8Array) => void, cursor: number | null) => Promise<void>;

/** A stream whose answer has its head late: when `head` is true, or never, and then the request is out of time. */
export interface LateHead {
  readonly head: (cursor: number | null) => Promise<boolean>;
  readonly play: PlayStream;
}

export interface HostPlan {
  /** Events of the log so far; may grow. */
  readonly log: () => readonly PlayedEvent[];
  readonly status: () => string;
  /** One after another for each connection; the last is played again and again. A number answers with that status. */
  readonly streams: readonly (
    | PlayStream
    | { readonly status: number; readonly retryAfterMs?: number }
    | LateHead
    | 'refused'
  )[];
  readonly contentType?: string;
  /** A poll's answer, by default in the spec's form: a document, a status, an error, or the body as a stream. */
  readonly poll?: (query: Readonly<Record<string, string>>) => unknown;
  readonly bundle?: () => unknown;
  readonly isDown?: () => boolean;
}

/** A request that the played host got. */
export interface HeardRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A host for tests: answers by a plan, without a network. */
export class PlayedHost implements HostConnection {
  readonly baseUrl = 'http://host.example';
  readonly major = 1;
  readonly clockSkewMs = 0;
  readonly heard: HeardRequest[] = [];
  private streams = 0;
  private readonly plan: HostPlan;

  constructor(plan: HostPlan) {
    this.plan = plan;
  }

  /** Requests of streams. */
  get attempts(): readonly HeardRequest[] {
    return this.heard.filter(({ path }) => path.endsWith('/events'));
  }

  get polls(): readonly HeardRequest[] {
    return this.heard.filter(({ path }) => path.endsWith('/poll'));
  }

  /** Is of v1. */
  speak(): void {}

  /** Knows no token. */
  hide(): void {}

  mask(text: string): string {
    return text;
  }

  async postJson(): Promise<HostAnswer<JsonAnswer>> {
    return { ok: false, error: refusal(405) };
  }

  async getJson(path: string, parts: RequestParts = {}): Promise<HostAnswer<JsonAnswer>> {
    this.hear(path, parts);
    if (this.plan.isDown?.() === true) return { ok: false, error: unreachable() };
    const value = this.valueOf(path, parts.query ?? {});
    if (typeof value === 'number') return { ok: false, error: refusal(value) };
    const text = JSON.stringify(value);
    return { ok: true, value: { status: 200, json: JSON.parse(text), text } };
  }

  private valueOf(path: string, query: Readonly<Record<string, string>>): unknown {
    if (path.endsWith('/poll'))
      return (this.plan.poll ?? ((requested) => specPoll(this.plan, requested)))(query);
    if (path.endsWith('/debug-bundle')) return this.plan.bundle?.() ?? 404;
    return { runId: 'r1', workflowId: 'w1', status: this.plan.status() };
  }

  async openStream(path: string, parts: RequestParts = {}): Promise<HostAnswer<StreamAnswer>> {
    if (!path.endsWith('/events')) return this.document(path, parts);
    this.hear(path, parts);
    const { streams, contentType = 'text/event-stream' } = this.plan;
    const play = streams[Math.min(this.streams, streams.length - 1)];
    this.streams++;
    if (play === undefined || play === 'refused' || this.plan.isDown?.() === true) {
      return { ok: false, error: unreachable() };
    }
    if (typeof play === 'object' && 'status' in play)
      return { ok: false, error: refusal(play.status, play.retryAfterMs) };
    const last = parts.headers?.['Last-Event-ID'];
    const cursor = last === undefined ? null : Number(last);
    if (typeof play === 'object' && !(await headOf(play, cursor, parts.signal)))
      return { ok: false, error: parts.signal?.aborted === true ? calledOff() : outOfTime('host.example') };
    const body = bodyOf(typeof play === 'object' ? play.play : play, cursor);
    return { ok: true, value: { status: 200, contentType, body } };
  }

  /** A JSON document whose body is read as a stream. */
  private async document(path: string, parts: RequestParts): Promise<HostAnswer<StreamAnswer>> {
    this.hear(path, parts);
    const answer = this.plan.isDown?.() === true ? unreachable() : this.valueOf(path, parts.query ?? {});
    if (typeof answer === 'number') return { ok: false, error: refusal(answer) };
    if (isError(answer)) return { ok: false, error: answer };
    const body = answer instanceof ReadableStream ? answer : new Response(JSON.stringify(answer)).body;
    return {
      ok: true,
      value: { status: 200, contentType: 'application/json', body },
    };
  }

  private hear(path: string, { query = {}, headers = {} }: RequestParts): void {
    this.heard.push({ path, query, headers });
  }
}

/** False when there was none in time, or nobody waits for it any more. */
function headOf({ head }: LateHead, cursor: number | null, signal?: AbortSignal): Promise<boolean> {
  const aborted = new Promise<false>((resolve) => {
    signal?.addEventListener('abort', () => resolve(false), { once: true });
  });
  return Promise.race([head(cursor), aborted]);
}

function bodyOf(play: PlayStream, cursor: number | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      let isOpen = true;
      const say = (text: string | Uint8Array): void => {
        if (isOpen) controller.enqueue(typeof text === 'string' ? encoder.encode(text) : text);
      };
      const over = (end: () => void): void => {
        if (!isOpen) return;
        isOpen = false;
        try {
          end();
        } catch {
          // The reader has gone.
        }
      };
      play(say, cursor).then(
        () => over(() => controller.close()),
        (thrown: unknown) => over(() => controller.error(thrown)),
      );
    },
  });
}

/** Section 7, with the answer of the spec. */
function specPoll(plan: HostPlan, query: Readonly<Record<string, string>>): unknown {
  const after = Number(query.lastSequence ?? -1);
  const limit = Number(query.limit ?? 100);
  const log = plan.log();
  const status = plan.status();
  return {
    runId: 'r1',
    events: log.filter(({ sequence }) => sequence > after).slice(0, limit),
    lastEventSeq: log.at(-1)?.sequence ?? -1,
    runStatus: status,
    isTerminal: ['completed', 'failed', 'cancelled'].includes(status),
  };
}

function isError(value: unknown): value is HostError {
  return typeof value === 'object' && value !== null && 'kind' in value && 'hostMessage' in value;
}

function refusal(status: number, retryAfterMs: number | null = null): HostError {
  return {
    ...unreachable(),
    kind: 'status',
    status,
    code: `http_${status}`,
    message: `The host answers ${status}.`,
    retryAfterMs,
  };
}

export function unreachable(): HostError {
  return {
    kind: 'unreachable',
    status: null,
    code: 'ECONNREFUSED',
    message: 'The host cannot be reached.',
    hostMessage: null,
    retryAfterMs: null,
    correlationId: null,
    rawBody: '',
  };
}

/** A frame as most hosts write it. */
export function frameOf(event: PlayedEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A log of `count` events that ends with a terminal one, from sequence `first`. */
export function playedLog(count: number, first = 0): readonly PlayedEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    eventId: `ev-${first + i}`,
    runId: 'r1',
    type: i === 0 ? 'run.started' : i === count - 1 ? 'run.completed' : 'node.started',
    payload: { step: i, text: 'grüße' },
    timestamp: new Date(Date.parse('2026-05-18T10:00:00.000Z') + i).toISOString(),
    sequence: first + i,
    ...(i > 0 ? { causationId: `ev-${first + i - 1}` } : {}),
  }));
}
