import type { ServerResponse } from 'node:http';
import type { Dialect } from '../dialects/dialect.ts';
import type { FaultSwitch, Faults } from '../faults.ts';
import type { HostedRun } from '../runs/hosted-run.ts';
import { type StoredEvent, statusAfter } from '../runs/script.ts';
import { type Frame, SurfaceDeltas } from './surface-deltas.ts';

/** `id`, `event` and `data` by themselves, as app writes them (section 6.2). */
function framePieces({ id, event, data }: Frame): readonly string[] {
  const pieces = [`event: ${event}\n`, `data: ${data}\n\n`];
  return id === null ? pieces : [`id: ${id}\n`, ...pieces];
}

/** More frames at once than this are written as one text by every host. */
const FEW = 20;

/** Writes frames and comments to one response, whole or in pieces. */
class StreamWriter {
  readonly #response: ServerResponse;
  readonly #inParts: boolean;
  readonly #chunkBytes: number | null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(response: ServerResponse, inParts: boolean, chunkBytes: number | null) {
    this.#response = response;
    this.#inParts = inParts;
    this.#chunkBytes = chunkBytes;
  }

  comment(text: string): void {
    this.#write([`: ${text}\n\n`]);
  }

  frames(frames: readonly Frame[]): void {
    const pieces = frames.flatMap(framePieces);
    const isInParts = this.#inParts && frames.length <= FEW;
    if (pieces.length > 0) this.#write(isInParts ? pieces : [pieces.join('')]);
  }

  /** Closes politely once everything is written. */
  end(): void {
    this.#queue = this.#queue.then(() => this.#response.end());
  }

  /** Tears the connection once everything is written. */
  reset(): void {
    this.#queue = this.#queue.then(() => {
      // What was handed over has to be on its way, or the frames before the cut would be lost with it.
      this.#response.write('', () => this.#response.socket?.destroySoon());
    });
  }

  #write(pieces: readonly string[]): void {
    const size = this.#chunkBytes;
    this.#queue = this.#queue.then(async () => {
      if (size === null) for (const piece of pieces) this.#response.write(piece);
      else await this.#writeChunks(Buffer.from(pieces.join('')), size);
    });
  }

  async #writeChunks(bytes: Buffer, size: number): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#response.destroyed; at += size) {
      this.#response.write(bytes.subarray(at, at + size));
      if (at % 32 === 0) await new Promise<void>((done) => setImmediate(done));
    }
  }
}

interface StreamParts {
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
  #state: 'open' | 'silent' | 'over' = 'open';

  constructor(response: ServerResponse, parts: StreamParts) {
    const { run, heartbeatMs, switch: faults } = parts;
    const { isWrittenInParts, openComment, heartbeat } = parts.dialect.stream;
    this.#parts = parts;
    this.#faults = faults.of(run.runId);
    this.#deltas = parts.hasDeltas ? new SurfaceDeltas() : null;
    this.#writer = new StreamWriter(response, isWrittenInParts, this.#faults.chunkBytes);
    response.on('close', () => this.#over());
    if (openComment !== null) this.#writer.comment(openComment);
    if (heartbeat !== null) {
      const beat = () => this.#state === 'open' && this.#writer.comment(heartbeat.comment);
      const timer = setInterval(beat, heartbeatMs ?? heartbeat.everyMs);
      this.#stops.push(() => clearInterval(timer));
    }
    let toLose = this.#faults.losesFirst;
    const stop = run.subscribe((events) => {
      const lost = Math.min(toLose, events.length);
      toLose -= lost;
      this.#deliver(events.slice(lost));
    });
    this.#stops.push(stop);
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
    this.#deliver(behind.slice(0, replayStop ?? undefined));
    if (replayStop !== null && behind.length > replayStop) this.#end('end');
  }

  #deliver(events: readonly StoredEvent[]): void {
    const wanted = events.filter(({ type }) => this.#parts.lets(type));
    this.#send(wanted.flatMap((event) => this.#framesOf(event)));
    if (this.#state !== 'open' || !events.some(({ type }) => statusAfter(type) !== null)) return;
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
    const strikes = (fault: Faults['stall']) =>
      fault !== null && this.#sent === fault.afterFrames && this.#parts.switch.strike(fault);
    const isDropped = strikes(drop);
    if (!isDropped && !strikes(stall)) return false;
    this.#writer.frames(out);
    if (isDropped) this.#end(drop?.how ?? 'end');
    else this.#state = 'silent';
    return true;
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
