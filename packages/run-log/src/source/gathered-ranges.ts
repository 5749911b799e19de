/** Ranges that are requested in one turn of the event loop go in one request: a request takes as long as some megabytes. */
import { nextTurn } from '../next-turn.ts';

/** A stretch of bytes; `last` is the last of them, as in HTTP. */
export interface Stretch {
  readonly offset: number;
  readonly last: number;
}

/** Ranges of a request; its header stays below 2 KiB. */
export const MAX_RANGES = 64;

interface Waiting extends Stretch {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests ranges by `one` where they are alone, and by `many` where several were requested in the same turn. */
export class GatheredRanges {
  readonly #one: (range: Stretch) => Promise<Uint8Array>;
  /** Answers the bytes of each range, in order; null where the server knows single ranges alone. */
  readonly #many: (ranges: readonly Stretch[]) => Promise<readonly Uint8Array[] | null>;
  #waiting: Waiting[] = [];
  #knowsMany = true;

  constructor(
    one: (range: Stretch) => Promise<Uint8Array>,
    many: (ranges: readonly Stretch[]) => Promise<readonly Uint8Array[] | null>,
  ) {
    this.#one = one;
    this.#many = many;
  }

  read(range: Stretch): Promise<Uint8Array> {
    if (!this.#knowsMany) return this.#one(range);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...range, resolve, reject });
      if (this.#waiting.length === 1) void nextTurn().then(() => this.#askAll());
    });
  }

  #askAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += MAX_RANGES)
      void this.#ask(waiting.slice(from, from + MAX_RANGES));
  }

  async #ask(ranges: readonly Waiting[]): Promise<void> {
    try {
      const answers = ranges.length > 1 ? await this.#many(ranges) : null;
      if (ranges.length > 1 && answers === null) this.#knowsMany = false;
      ranges.forEach((range, i) => {
        const bytes = answers?.[i];
        if (bytes !== undefined) range.resolve(bytes);
        else void this.#one(range).then(range.resolve, range.reject);
      });
    } catch (error) {
      for (const { reject } of ranges) reject(error);
    }
  }
}

const LINE_BREAK = '\r\n';
const decoder = new TextDecoder('latin1');
/** Bytes of the headers of a part that are inspected. */
const MAX_HEADERS = 512;

/** Bytes of ranges in a multipart answer (RFC 9110 section 14.6), in their order; null for anything else. */
export function partsOf(body: Uint8Array, ranges: readonly Stretch[]): readonly Uint8Array[] | null {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { offset, last } of ranges) {
    const headers = decoder.decode(body.subarray(at, at + MAX_HEADERS));
    const end = headers.indexOf(LINE_BREAK + LINE_BREAK);
    const [, start, stop] = /^content-range: *bytes (\d+)-(\d+)\//im.exec(headers.slice(0, end)) ?? [];
    if (end < 0 || Number(start) !== offset || Number(stop) > last) return null;
    const from = at + end + 4;
    const length = Number(stop) - offset + 1;
    if (from + length > body.length) return null;
    parts.push(body.subarray(from, from + length));
    at = from + length + LINE_BREAK.length;
  }
  return parts;
}
