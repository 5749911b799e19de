import type { RequestClock } from '../connection.ts';
import { errorCodeIn } from '../errors/network-error.ts';

/** How a body came to its end, for whoever reads it. */
export type BodyEnd =
  /** The host has said all. */
  | 'end'
  /** No byte for too long, and somebody minded. */
  | 'idle'
  /** Node's fetch has given up a body that was silent for minutes, though nothing was wrong with it. */
  | 'quiet'
  /** The connection broke. */
  | 'broken'
  /** We called it off. */
  | 'called-off';

interface BodyParts {
  readonly clock: RequestClock;
  readonly signal: AbortSignal;
  /** How long no byte may come, in ms. */
  readonly idleMs: number;
  /** Asked when so long no byte came; false waits on. True unless given. */
  readonly isWatched?: () => boolean;
}

/** A body, chunk by chunk. `close` has to be called; it gives up what was not read. */
export interface BodyChunks {
  next(): Promise<Uint8Array | BodyEnd>;
  close(): void;
}

/** Reads a body until it ends, is silent for too long, or `signal` aborts. Nothing here rejects. */
export function bodyChunks(body: ReadableStream<Uint8Array>, parts: BodyParts): BodyChunks {
  const { clock, signal, idleMs, isWatched = () => true } = parts;
  const reader = body.getReader();
  let ended: BodyEnd | null = null;
  let heardMs = clock.now();
  let cancelTimer = (): void => {};
  // Cancelling lets a read that waits come back; a body that was cut off rejects, and there is nobody left to tell.
  const stop = (why: BodyEnd): void => {
    ended ??= why;
    reader.cancel().catch(() => {});
  };
  const callOff = (): void => stop('called-off');
  const watch = (ms: number): void => {
    cancelTimer = clock.after(ms, () => {
      const restMs = heardMs + idleMs - clock.now();
      if (restMs > 0) watch(restMs);
      else if (isWatched()) stop('idle');
      else watch(idleMs);
    });
  };
  watch(idleMs);
  signal.addEventListener('abort', callOff);
  if (signal.aborted) callOff();
  return {
    async next() {
      try {
        const { value } = await reader.read();
        if (ended === null && value !== undefined) {
          heardMs = clock.now();
          return value;
        }
        ended ??= 'end';
      } catch (thrown) {
        ended ??= errorCodeIn(thrown) === 'UND_ERR_BODY_TIMEOUT' ? 'quiet' : 'broken';
      }
      return ended;
    },
    close() {
      cancelTimer();
      signal.removeEventListener('abort', callOff);
      stop('called-off');
    },
  };
}

/** What became of reading a body. `end`: whole. `too-large`: more than was allowed; the rest is not asked for. */
interface BodyText {
  readonly text: string;
  readonly end: 'whole' | 'too-large';
}

/** Reads a body as UTF-8, at most `maxBytes` of it. Rejects as the stream does. */
export async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<BodyText> {
  if (body === null) return { text: '', end: 'whole' };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const room = maxBytes - bytes;
    bytes += value.byteLength;
    parts.push(decoder.decode(value.subarray(0, room), { stream: true }));
    if (bytes > maxBytes) {
      // The answer to this says nothing that matters: the stream is given up either way.
      reader.cancel().catch(() => undefined);
      return { text: parts.join(''), end: 'too-large' };
    }
  }
  parts.push(decoder.decode());
  return { text: parts.join(''), end: 'whole' };
}
