import { createParser } from 'eventsource-parser';

/** One dispatched frame. */
export interface SseFrame {
  /** The last event id that the stream has told, empty before the first; a frame without one has that of its elder. */
  readonly id: string;
  /** `message` when the frame names none. */
  readonly event: string;
  readonly data: string;
}

/** What a stream tells besides its frames. */
export interface SseListener {
  readonly onFrame: (frame: SseFrame) => void;
  /** A comment: the host keeps the connection alive. */
  readonly onComment?: () => void;
  /** `retry:` in ms. */
  readonly onRetry?: (ms: number) => void;
  /** A frame over the cap was passed over; the stream goes on behind it. */
  readonly onTooLarge?: (beginning: string) => void;
}

/** A reader of one stream. Frames are told while `push` runs. */
export interface SseFrames {
  /** Bytes as they come, cut anywhere. */
  push(bytes: Uint8Array): void;
  /** The stream has ended: a frame without its empty line is discarded (section 6.2). */
  end(): void;
}

/** Largest frame, in UTF-16 units (section 6.2). */
const MOST_FRAME = 16 * 1024 * 1024;
/** How much of a frame over the cap is told. */
const SHOWN = 2048;
/** An empty line in any of the three forms of line ends. */
const EMPTY_LINE = /(?:\r\n|\r(?!\n)|\n){2}/;

/**
 * Reads server-sent events (section 6.2) with eventsource-parser, and adds what that leaves to its caller: UTF-8 over
 * chunk ends, ids that last beyond their frame, a carriage return at the end of a chunk, and a cap on frames.
 */
export function sseFrames(listener: SseListener, mostFrame: number = MOST_FRAME): SseFrames {
  const decoder = new TextDecoder();
  let id = '';
  /** The last text ended with CR, which was taken for a line end: LF at the next beginning belongs to it. */
  let isAfterReturn = false;
  /** Inside a frame over the cap: the last characters seen, null outside. */
  let skipped: string | null = null;
  const parser = createParser({
    maxBufferSize: mostFrame,
    onEvent: (frame) => {
      if (frame.id !== undefined) id = frame.id;
      listener.onFrame({ id, event: frame.event ?? 'message', data: frame.data });
    },
    onComment: () => listener.onComment?.(),
    onRetry: (ms) => listener.onRetry?.(ms),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') skipped = '';
    },
  });

  const feed = (text: string): void => {
    parser.feed(text);
    if (skipped === null) return;
    parser.reset();
    listener.onTooLarge?.(text.slice(0, SHOWN));
    // What filled the buffer has no empty line in it, but for one at the very end that is yet to be completed.
    skipped = text.slice(-3);
  };
  const skip = (text: string, before: string): void => {
    const joined = before + text;
    const empty = EMPTY_LINE.exec(joined);
    skipped = empty === null ? joined.slice(-3) : null;
    if (empty !== null) feed(joined.slice(empty.index + empty[0].length));
  };
  const push = (chunk: string): void => {
    let text = isAfterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') isAfterReturn = text.endsWith('\r');
    if (text === '') return;
    // The parser waits for what follows a CR; a host that has said all for now would be heard one frame late.
    if (isAfterReturn) text += '\n';
    if (skipped === null) feed(text);
    else skip(text, skipped);
  };
  return {
    push: (bytes) => push(decoder.decode(bytes, { stream: true })),
    end: () => push(decoder.decode()),
  };
}
