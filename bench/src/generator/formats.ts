import type { EventDoc } from '@openwop-inspector/testing/stories';
import type { RunHead } from './long-run.ts';

/** What a log is wrapped in. Each part is text to be appended to the file; no part needs the whole log. */
export interface LogFormat {
  /** Text before the first event. */
  head(head: RunHead): string;
  /** Text of one event, with what separates it from the one before. `index` counts from 0. */
  event(event: EventDoc, index: number): string;
  /** Text after the last event. */
  tail(head: RunHead, last: LogEnd): string;
}

/** What is known once the last event is written. */
export interface LogEnd {
  readonly events: number;
  readonly lastSequence: number;
  readonly endedAt: string;
}

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

/**
 * Debug bundle as the spec has it (bundles-and-transport.md section 2.1): events carry `data`. One line, as a host
 * sends it. The run's end is not known when the head is written, so `endedAt` is left out.
 */
export const debugBundleFormat: LogFormat = {
  head: ({ runId, workflowId, status, startedAt }) => {
    const start = {
      bundleVersion: '1',
      generatedAt: startedAt,
      host: { name: 'acme-host', version: '1.1.7', vendor: 'acme' },
      run: { runId, workflowId, status, startedAt, inputs: {}, variables: {} },
    };
    return `${JSON.stringify(start).slice(0, -1)},"events":[`;
  },
  event: (event, index) => (index === 0 ? '' : ',') + JSON.stringify(asBundleEvent(event)),
  tail: (_head, { events }) => {
    const end = { spans: [], metrics: { eventCount: events }, redactionApplied: true, redactionMode: 'mask' };
    return `],${JSON.stringify(end).slice(1)}\n`;
  },
};

/** Bundle of the app host (section 2.3): no version, no host, RunEventDoc as is. */
export const appBundleFormat: LogFormat = {
  head: ({ runId, workflowId, status }) =>
    `${JSON.stringify({ runId, workflowId, status }).slice(0, -1)},"events":[`,
  event: (event, index) => (index === 0 ? '' : ',') + JSON.stringify(event),
  tail: (_head, { events }) => `],"truncated":false,"metrics":{"eventCount":${events}}}\n`,
};

/** Answer of a poll (section 7). */
export const pollFormat: LogFormat = {
  head: ({ runId }) => `${JSON.stringify({ runId }).slice(0, -1)},"events":[`,
  event: (event, index) => (index === 0 ? '' : ',') + JSON.stringify(event),
  tail: ({ status }, { lastSequence }) =>
    `],"lastEventSeq":${lastSequence},"runStatus":${JSON.stringify(status)},"isTerminal":true}\n`,
};

/** A run event under the bundle's own field names: `payload` is called `data`, an absent node is null. */
export function asBundleEvent(event: EventDoc): Record<string, unknown> {
  const { payload, nodeId, ...frame } = event;
  return { ...frame, nodeId: nodeId ?? null, data: payload };
}

/** The shapes the generator writes, by the names the command line takes. */
export const FORMAT_NAMES = ['ndjson', 'bundle', 'app-bundle', 'poll', 'sse', 'event-log'] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

/** How each is written. */
export const FORMATS: Readonly<Record<FormatName, LogFormat>> = {
  ndjson: ndjsonFormat,
  bundle: debugBundleFormat,
  'app-bundle': appBundleFormat,
  poll: pollFormat,
  sse: sseFormat,
  'event-log': eventListFormat,
};
