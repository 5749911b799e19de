/** Samples of a log's data about an envelope. */
import type { LogEvidence } from '../src/index.ts';

export type Event = LogEvidence['recorded'][number];

/** An event of node `n`. */
export function event(index: number, type: string, payload: unknown, more: Partial<Event> = {}): Event {
  const base = { eventId: `e${index}`, nodeId: 'n', timestamp: '2026-05-18T10:00:00Z', causationId: 'c1' };
  return { index, sequence: index, type, payload, contentTrust: null, ...base, ...more };
}

/** Of a log with nothing but the event itself. */
export const NOTHING: LogEvidence = {
  subject: event(9, 'node.failed', {}),
  runId: 'r',
  nodeId: 'n',
  hostName: null,
  correlationId: 'c1',
  emission: 1,
  recorded: [],
  recordedBy: 'causationId',
  written: [],
  accepted: [],
  acceptedLeftOut: 0,
  nodeStart: null,
  turnStart: null,
  retries: [],
  retriesLeftOut: 0,
  caps: [],
  refusals: [],
  openInterrupt: null,
  openUnplaced: [],
  trust: { trusted: 0, untrusted: 0, untrustedSequences: [] },
  declarations: [],
  isV2: false,
};
