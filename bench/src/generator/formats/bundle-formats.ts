import type { EventDoc } from '../event-doc.ts';
import type { LogFormat } from './log-format.ts';

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
