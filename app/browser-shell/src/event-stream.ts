import type { ServerResponse } from 'node:http';
import type { EventName, ShellEvents } from '@openwop-inspector/main/contract';

/** Everyone who listens for what the shell tells unasked (`GET /rpc/events`, an event stream). */
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
  const listeners = new Set<ServerResponse>();
  const pulse = setInterval(() => {
    for (const response of listeners) response.write(':\n\n');
  }, pulseMs);
  pulse.unref();
  return {
    join(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(':\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send(name, detail) {
      for (const response of listeners) response.write(`event: ${name}\ndata: ${JSON.stringify(detail)}\n\n`);
    },
    close() {
      clearInterval(pulse);
      for (const response of listeners) response.end();
    },
  };
}
