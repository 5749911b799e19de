import * as base from '@openwop-inspector/base';
import type { RequestClock } from '../connection.ts';
import { errorCodeIn } from '../errors/request-errors.ts';

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
  /** RequestOptions when so long no byte came; false waits on. True unless given. */
  readonly isWatched?: () => boolean;
}

/** A body, chunk by chunk. `close` has to be called; it gives up what was not read. */
export type BodyChunks = ReturnType<typeof bodyChunks>;

/** Reads a body until it ends, is silent for too long, or `signal` aborts. Nothing here rejects. */
export function bodyChunks(body: ReadableStream<Uint8Array>, parts: BodyParts) {
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
    async next(): Promise<Uint8Array | BodyEnd> {
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

/**
 * Deepest nesting of a text of a host that is parsed, stored as JSON or handed on; a scalar has depth 0. What walks a
 * parsed value step by step into itself (JSON.stringify, structured clone, screens) ends long after this depth.
 */
export const DEEPEST = 512;

/** A text as JSON; undefined when it is none, and when it nests deeper than `DEEPEST`, which `jsonDepth` distinguishes. */
export function parsedJson(text: string): unknown {
  return base.parsedJson(text, DEEPEST);
}
