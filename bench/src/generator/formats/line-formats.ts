import type { LogFormat } from './log-format.ts';

/** One event a line. */
export const ndjsonFormat: LogFormat = {
  head: () => '',
  event: (event) => `${JSON.stringify(event)}\n`,
  tail: () => '',
};

/** A plain JSON array of events, one a line. */
export const eventListFormat: LogFormat = {
  head: () => '[\n',
  event: (event, index) => (index === 0 ? '' : ',\n') + JSON.stringify(event),
  tail: () => '\n]\n',
};

/** Events between two keep-alive comments; a host sends them by time, a quiet stretch is that long. */
const KEEP_ALIVE_EVERY = 500;

/** A captured event stream (bundles-and-transport.md section 6.2) with keep-alive comments. */
export const sseFormat: LogFormat = {
  head: () => ': open\n\n',
  event: (event, index) => {
    const comment = index > 0 && index % KEEP_ALIVE_EVERY === 0 ? ': heartbeat\n\n' : '';
    return `${comment}id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  },
  tail: () => '',
};
