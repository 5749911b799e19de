import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { EventName, ShellEvents } from '@openwop-inspector/shell-contract';

/** One window on the event stream, which may read slowly or not at all. */
interface EventListener {
  /**
   * Sends a frame, at once or when the listener has read what went before. Of frames that wait under the same subject
   * only the newest is sent; null is a subject of its own. One that reads nothing while 200 frames wait is cut off, and
   * comes again by itself.
   */
  tell(subject: string | null, frame: string): void;
  end(): void;
}

const mostWaiting = 200;

/** Everyone who listens for what the shell sends unrequested: `GET /rpc/events`, a line of JSON for each. */
export type EventStream = ReturnType<typeof createEventStream>;

/** Browsers and proxies drop a silent stream after a minute or so. */
const pulseMs = 25_000;

/** Creates a stream nobody listens to yet. */
export function createEventStream() {
  const listeners = new Set<EventListener>();
  const pulse = setInterval(() => {
    for (const listener of listeners) listener.tell('pulse', '\n');
  }, pulseMs);
  pulse.unref();
  return {
    /** Keeps the response open and adds it to the listeners. */
    join(response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
      const listener = createEventListener(response);
      listener.tell('pulse', '\n');
      listeners.add(listener);
      response.on('close', () => listeners.delete(listener));
    },
    send<N extends EventName>(name: N, detail: ShellEvents[N]): void {
      const frame = `${JSON.stringify({ name, detail })}\n`;
      // News of a live session make older news of it worthless; nothing else is replaced.
      const subject = name === 'live-news' && 'liveId' in detail ? `live-news ${detail.liveId}` : null;
      for (const listener of listeners) listener.tell(subject, frame);
    },
    /** Ends all streams. */
    close(): void {
      clearInterval(pulse);
      for (const listener of listeners) listener.end();
    },
  };
}

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
