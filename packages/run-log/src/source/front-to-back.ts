/**
 * Reads of a source whose bytes also come as a stream. What is read from front to back is taken from one stream, which
 * costs a fraction of a request for every piece; whatever lies elsewhere is requested by range.
 */
import { nextTurn } from '../next-turn.ts';

/** The two ways to the bytes of a source. Both reject with a `SourceError`. */
export interface TwoWays {
  readonly sizeBytes: number;
  range(offset: number, length: number): Promise<Uint8Array>;
  /** All bytes from a place on; `from` is where they begin, which may be before it. */
  stream(offset: number): Promise<{ readonly bytes: ReadableStream<Uint8Array>; readonly from: number }>;
  /** What a stream is rejected with that was opened and breaks off. */
  brokenOff(): Error;
}

/** A source below this many bytes is not worth a stream. */
const ENOUGH_TO_STREAM = 1024 * 1024;
/** A first read of at least this number of bytes is the beginning of a reading of the whole. */
const WHOLE_READING = 64 * 1024;
/** Reads, one behind the other, after which a stream is opened. */
const ENOUGH_IN_TURN = 3;
/** Bytes between two reads that are skipped rather than requested again: a request takes as long as some megabytes. */
const PASSED_OVER = 2 * 1024 * 1024;
/** A load, and a filter or a check next to it. */
const MAX_STREAMS = 2;
/** Reads whose ends are remembered, to notice one that continues there. */
const MAX_ENDS = 8;
/** A stream that nobody reads is ended after this number of ms: it occupies a connection. */
const IDLE_MS = 1500;
/** Longest time, in ms, in which bytes that are at hand keep others from their turn. */
const TURN_MS = 16;

/** Where a read ended, and how many came before it, each behind the other. */
interface ReadEnd {
  readonly at: number;
  readonly inTurn: number;
}

/** Reads ranges, and takes those that follow each other from streams. */
export class FrontToBack {
  readonly #ways: TwoWays;
  /** The one that was used last comes first. */
  readonly #streams: ReadStream[] = [];
  readonly #ends: ReadEnd[] = [];
  #idle: ReturnType<typeof setTimeout> | null = null;

  constructor(ways: TwoWays) {
    this.#ways = ways;
  }

  /** Bytes from `offset` on, fewer than `length` only at the end of the source. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.#ways.sizeBytes - offset));
    const stream = wanted === 0 ? null : this.#streamAt(offset, wanted);
    if (stream === null) return wanted === 0 ? new Uint8Array(0) : this.#range(offset, wanted);
    const bytes = new Uint8Array(wanted);
    const got = await this.#take(stream, bytes, offset);
    return got < wanted ? bytes.subarray(0, got) : bytes;
  }

  /** The same into a buffer of the caller's; answers how many there were. */
  async readInto(target: Uint8Array, at: number, length: number, offset: number): Promise<number> {
    const wanted = Math.max(0, Math.min(length, this.#ways.sizeBytes - offset));
    if (wanted === 0) return 0;
    const stream = this.#streamAt(offset, wanted);
    if (stream !== null) return this.#take(stream, target.subarray(at, at + wanted), offset);
    const bytes = await this.#range(offset, wanted);
    target.set(bytes, at);
    return bytes.length;
  }

  close(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    for (const stream of this.#streams.splice(0)) stream.cancel();
  }

  #range(offset: number, length: number): Promise<Uint8Array> {
    this.#remember({ at: offset + length, inTurn: this.#inTurnAt(offset) + 1 });
    return this.#ways.range(offset, length);
  }

  #remember(end: ReadEnd): void {
    this.#ends.unshift(end);
    this.#ends.length = Math.min(this.#ends.length, MAX_ENDS);
  }

  #inTurnAt(offset: number): number {
    return this.#ends.find(({ at }) => isBehind(at, offset))?.inTurn ?? 0;
  }

  /** The stream that continues at a place; a new one where it is due, and null where it is not. */
  #streamAt(offset: number, length: number): ReadStream | null {
    const number = this.#streams.findIndex(({ next }) => isBehind(next, offset));
    const known = this.#streams[number];
    if (known !== undefined) {
      this.#streams.splice(number, 1);
      this.#streams.unshift(known);
      return known;
    }
    const isWhole = offset === 0 && length >= WHOLE_READING;
    const isDue = isWhole || this.#inTurnAt(offset) >= ENOUGH_IN_TURN;
    if (!isDue || this.#ways.sizeBytes - offset < ENOUGH_TO_STREAM) return null;
    const stream = new ReadStream(this.#ways, offset);
    this.#streams.unshift(stream);
    for (const old of this.#streams.splice(MAX_STREAMS)) old.cancel();
    return stream;
  }

  async #take(stream: ReadStream, target: Uint8Array, offset: number): Promise<number> {
    let got = 0;
    try {
      got = await stream.readInto(target, offset);
      return got;
    } finally {
      if (got < target.length || stream.next >= this.#ways.sizeBytes) this.#drop(stream);
      this.#endLater();
    }
  }

  #drop(stream: ReadStream): void {
    const number = this.#streams.indexOf(stream);
    if (number >= 0) this.#streams.splice(number, 1);
    stream.cancel();
  }

  #endLater(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#streams.length === 0) return;
    this.#idle = setTimeout(() => {
      for (const stream of this.#streams.filter(({ isBusy }) => !isBusy)) {
        // Whoever comes back to where it ended continues with a new one.
        this.#remember({ at: stream.next, inTurn: ENOUGH_IN_TURN });
        this.#drop(stream);
      }
      this.#endLater();
    }, IDLE_MS);
  }
}

function isBehind(end: number, offset: number): boolean {
  return offset >= end && offset - end <= PASSED_OVER;
}

/** A stream that is read on and on; reads wait for each other. */
class ReadStream {
  /** Place after all that was requested. */
  next: number;
  readonly #ways: TwoWays;
  readonly #reader: Promise<ReadableStreamDefaultReader<Uint8Array>>;
  #at: number;
  /** What came and was not wanted yet. */
  #rest: Uint8Array = new Uint8Array(0);
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isCancelled = false;
  #turnAt = performance.now();

  constructor(ways: TwoWays, offset: number) {
    this.#ways = ways;
    this.#at = offset;
    this.next = offset;
    this.#reader = ways.stream(offset).then(({ bytes, from }) => {
      this.#at = from;
      return bytes.getReader();
    });
    // A stream that could not be opened is reported by whoever reads it.
    this.#reader.catch(() => undefined);
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Fills `target` from `offset` on, as far as the stream goes. */
  readInto(target: Uint8Array, offset: number): Promise<number> {
    this.next = offset + target.length;
    this.#waiting++;
    const filled = this.#last.then(() => this.#fill(target, offset));
    this.#last = filled.catch(() => undefined).then(() => this.#waiting--);
    return filled;
  }

  /** Reads that wait are finished first. */
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    void this.#last.then(async () => (await this.#reader).cancel()).catch(() => undefined); // it has broken off by itself
  }

  async #fill(target: Uint8Array, offset: number): Promise<number> {
    await this.#giveTurn();
    const reader = await this.#reader;
    let filled = 0;
    while (filled < target.length) {
      if (this.#rest.length === 0 && !(await this.#more(reader))) break;
      const passed = Math.min(this.#rest.length, Math.max(0, offset + filled - this.#at));
      const taken = this.#rest.subarray(passed, passed + target.length - filled);
      target.set(taken, filled);
      filled += taken.length;
      this.#at += passed + taken.length;
      this.#rest = this.#rest.subarray(passed + taken.length);
    }
    return filled;
  }

  async #more(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
    try {
      const { done, value } = await reader.read();
      if (done) return false;
      this.#rest = value;
      return true;
    } catch {
      throw this.#ways.brokenOff();
    }
  }

  /** Bytes that are at hand come without a turn of anybody else, who may wait for an answer. */
  async #giveTurn(): Promise<void> {
    if (performance.now() - this.#turnAt < TURN_MS) return;
    await nextTurn();
    this.#turnAt = performance.now();
  }
}
