import type { ServerResponse } from 'node:http';
import type { Dialect } from '../dialects/dialect.ts';
import type { FaultSwitch, Faults } from '../faults.ts';
import type { HostedRun } from '../runs/hosted-run.ts';
import { type StoredEvent, statusAfter } from '../runs/script.ts';
import { type Frame, StreamWriter } from './stream-writer.ts';
import { SurfaceDeltas } from './surface-deltas.ts';

export interface StreamParts {
  readonly run: HostedRun;
  readonly dialect: Dialect;
  readonly switch: FaultSwitch;
  /** Events above this one; null for all. */
  readonly cursor: number | null;
  readonly hasDeltas: boolean;
  readonly heartbeatMs: number | null;
  lets(type: string): boolean;
  onEnd(): void;
}

/**
 * One open stream of a run: what is behind the cursor, then whatever happens, until the terminal event has been sent or
 * a fault ends it. The terminal event is the last thing on it.
 */
export class EventStream {
  readonly #parts: StreamParts;
  readonly #faults: Faults;
  readonly #writer: StreamWriter;
  readonly #deltas: SurfaceDeltas | null;
  readonly #stops: (() => void)[] = [];
  #sent = 0;
  #delayed: Frame | null = null;
  #toLose: number;
  #state: 'open' | 'silent' | 'over' = 'open';

  constructor(response: ServerResponse, parts: StreamParts) {
    const { dialect, run } = parts;
    this.#parts = parts;
    this.#faults = parts.switch.of(run.runId);
    this.#toLose = this.#faults.losesFirst;
    this.#deltas = parts.hasDeltas ? new SurfaceDeltas() : null;
    const { chunkBytes } = this.#faults;
    this.#writer = new StreamWriter(response, { inParts: dialect.stream.isWrittenInParts, chunkBytes });
    response.on('close', () => this.#over());
    if (dialect.stream.openComment !== null) this.#writer.comment(dialect.stream.openComment);
    this.#beat();
    this.#stops.push(run.subscribe((events) => this.#happened(events)));
    this.#replay();
  }

  /** A frame that is no event: `run.annotated`. */
  notify(event: string, data: unknown): void {
    if (this.#state === 'open') this.#writer.frames([{ id: null, event, data: JSON.stringify(data) }]);
  }

  #replay(): void {
    const { run, cursor } = this.#parts;
    const { replayStop, keepsFrom } = this.#faults;
    const from = Math.max(cursor === null ? 0 : cursor + 1, keepsFrom ?? 0);
    const behind = run.events.filter(({ sequence }) => sequence >= from);
    if (replayStop === null || behind.length <= replayStop.at) {
      this.#deliver(behind);
      return;
    }
    this.#deliver(behind.slice(0, replayStop.at));
    if (replayStop.thenIt === 'closes') this.#end('end');
    else this.#state = 'silent';
  }

  #happened(events: readonly StoredEvent[]): void {
    const lost = Math.min(this.#toLose, events.length);
    this.#toLose -= lost;
    this.#deliver(events.slice(lost));
  }

  #deliver(events: readonly StoredEvent[]): void {
    const wanted = events.filter(({ type }) => this.#parts.lets(type));
    this.#send(wanted.flatMap((event) => this.#framesOf(event)));
    if (events.some(({ type }) => statusAfter(type) !== null)) this.#finish();
  }

  #finish(): void {
    if (this.#state !== 'open') return;
    if (this.#delayed !== null) this.#writer.frames([this.#delayed]);
    this.#end('end');
  }

  #framesOf(event: StoredEvent): readonly Frame[] {
    const { closesWithoutTerminal } = this.#faults;
    if (closesWithoutTerminal && statusAfter(event.type) !== null) return [];
    const delta = this.#deltas?.frameFor(event) ?? null;
    if (delta !== null) return [delta];
    const reported = this.#parts.dialect.events.stream(event);
    return [{ id: event.sequence, event: String(reported.type), data: JSON.stringify(reported) }];
  }

  /** Sends frames one after another, as the faults have it. */
  #send(frames: readonly Frame[]): void {
    if (this.#state !== 'open') return;
    const out: Frame[] = [];
    for (const frame of frames) {
      out.push(...this.#misordered(frame));
      this.#sent += 1;
      if (this.#strikesAfterFrame(out)) return;
    }
    this.#writer.frames(out);
  }

  /** The frame, or nothing and it goes behind the next; twice when that is what is wrong. */
  #misordered(frame: Frame): readonly Frame[] {
    const { reorderEvery, duplicateEvery } = this.#faults;
    const delayed = this.#delayed;
    if (delayed !== null) {
      this.#delayed = null;
      return [frame, delayed];
    }
    if (reorderEvery !== null && (this.#sent + 1) % reorderEvery === 0) {
      this.#delayed = frame;
      return [];
    }
    const isTwice = duplicateEvery !== null && (this.#sent + 1) % duplicateEvery === 0;
    return isTwice ? [frame, frame] : [frame];
  }

  /** True when the stream ends or falls silent here; what was to go out has then been written. */
  #strikesAfterFrame(out: readonly Frame[]): boolean {
    const { drop, stall } = this.#faults;
    const strikes = (fault: { readonly afterFrames: number; readonly times: number } | null) =>
      fault !== null && this.#sent === fault.afterFrames && this.#parts.switch.strike(fault);
    if (strikes(drop)) {
      this.#writer.frames(out);
      this.#end(drop?.how ?? 'end');
      return true;
    }
    if (!strikes(stall)) return false;
    this.#writer.frames(out);
    this.#state = 'silent';
    return true;
  }

  #beat(): void {
    const { heartbeat } = this.#parts.dialect.stream;
    if (heartbeat === null) return;
    const everyMs = this.#parts.heartbeatMs ?? heartbeat.everyMs;
    const timer = setInterval(() => {
      if (this.#state === 'open') this.#writer.comment(heartbeat.comment);
    }, everyMs);
    this.#stops.push(() => clearInterval(timer));
  }

  #end(how: 'end' | 'reset'): void {
    if (how === 'end') this.#writer.end();
    else this.#writer.reset();
    this.#over();
  }

  #over(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    for (const stop of this.#stops) stop();
    this.#parts.onEnd();
  }
}

/** A client may leave one stream and open the next before word of the leaving is here. */
const LEAVING_MS = 25;

/** Streams that are open, and how many of a run were open at once. */
export class StreamRegister {
  readonly #open = new Map<object, { readonly runId: string; stream: EventStream | null }>();
  readonly #most = new Map<string, number>();

  /** Streams open now: of one run, or of all. */
  open(runId?: string): number {
    if (runId === undefined) return this.#open.size;
    return [...this.#open.values()].filter((each) => each.runId === runId).length;
  }

  /** Most streams of a run that were open at the same time, those left aside whose leaving was under way. */
  most(runId: string): number {
    return this.#most.get(runId) ?? 0;
  }

  /** Opens a stream and counts it; `make` is given what to call at its end. */
  add(runId: string, make: (onEnd: () => void) => EventStream): void {
    const entry: { readonly runId: string; stream: EventStream | null } = { runId, stream: null };
    this.#open.set(entry, entry);
    setTimeout(() => this.#most.set(runId, Math.max(this.most(runId), this.open(runId))), LEAVING_MS).unref();
    entry.stream = make(() => this.#open.delete(entry));
  }

  notify(runId: string, event: string, data: unknown): void {
    for (const each of this.#open.values()) if (each.runId === runId) each.stream?.notify(event, data);
  }
}
