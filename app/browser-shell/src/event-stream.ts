import type { ServerResponse } from 'node:http';
import type { EventName, ShellEvents } from '@openwop-inspector/shell-contract';
import { createEventListener, type EventListener } from './event-listener.ts';

/** Everyone who listens for what the shell tells unasked: `GET /rpc/events`, a line of JSON for each. */
export interface EventStream {
  /** Keeps the response open and adds it to the listeners. */
  join(response: ServerResponse): void;
  send<N extends EventName>(name: N, detail: ShellEvents[N]): void;
  /** Ends all streams. */
  close(): void;
}

/** Browsers and proxies drop a silent stream after a minute or so. */
const pulseMs = 25_000;

/** Creates a stream nobody listens to yet. */
export function createEventStream(): EventStream {
  const listeners = new Set<EventListener>();
  const pulse = setInterval(() => {
    for (const listener of listeners) listener.tell('pulse', '\n');
  }, pulseMs);
  pulse.unref();
  return {
    join(response) {
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
      const listener = createEventListener(response);
      listener.tell('pulse', '\n');
      listeners.add(listener);
      response.on('close', () => listeners.delete(listener));
    },
    send(name, detail) {
      const frame = `${JSON.stringify({ name, detail })}\n`;
      for (const listener of listeners) listener.tell(replacedBy(name, detail), frame);
    },
    close() {
      clearInterval(pulse);
      for (const listener of listeners) listener.end();
    },
  };
}

/** News of a live session make older news of it worthless; nothing else is replaced. */
function replacedBy<N extends EventName>(name: N, detail: ShellEvents[N]): string | null {
  return name === 'live-news' && 'liveId' in detail ? `live-news ${detail.liveId}` : null;
}
