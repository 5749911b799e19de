import type { Writable } from 'node:stream';

/** One window on the event stream, which may read slowly or not at all. */
export interface EventListener {
  /**
   * Sends a frame, at once or when the listener has read what went before. Of frames that wait under the same subject
   * only the newest is sent; null is a subject of its own. One that reads nothing while 200 frames wait is cut off, and
   * comes again by itself.
   */
  tell(subject: string | null, frame: string): void;
  end(): void;
}

const mostWaiting = 200;

/** Creates the listener behind an open response. */
export function createEventListener(response: Writable): EventListener {
  const waiting = new Map<string, string>();
  let frames = 0;
  response.on('drain', () => {
    const inOrder = [...waiting.values()];
    waiting.clear();
    if (inOrder.length > 0) response.write(inOrder.join(''));
  });
  return {
    tell(subject, frame) {
      if (!response.writableNeedDrain) {
        response.write(frame);
        return;
      }
      frames++;
      waiting.set(subject ?? `frame ${frames}`, frame);
      if (waiting.size > mostWaiting) response.destroy();
    },
    end: () => void response.end(),
  };
}
