import type { StoredEvent } from '../runs/script.ts';
import type { HostJson } from './dialect.ts';

/** The whole document, keys as a host stores them: spec, app. Members without a value are not sent. */
export function wholeEvent(event: StoredEvent): HostJson {
  const { eventId, runId, sequence, type, nodeId, payload, timestamp, causationId, contentTrust } = event;
  return { eventId, runId, sequence, type, nodeId, payload, timestamp, causationId, contentTrust };
}

/** As app streams an event that has just happened: `sequence` comes last. */
export function wholeLiveEvent(event: StoredEvent): HostJson {
  const { sequence, ...rest } = wholeEvent(event);
  return { ...rest, sequence };
}

/** in-memory by JSON: no cause. */
export function memoryEvent(event: StoredEvent): HostJson {
  const { eventId, runId, type, sequence, payload, timestamp, nodeId } = event;
  return { eventId, runId, type, sequence, payload, timestamp, nodeId };
}

/** in-memory on its stream: raw, without id, with `seq` and `data`. */
export function memoryRawEvent(event: StoredEvent): HostJson {
  const { sequence: seq, runId, type, nodeId, payload, timestamp } = event;
  return { seq, runId, type, nodeId, data: payload ?? undefined, timestamp };
}

/** sqlite and postgres by JSON: both names of everything. */
export function tableEvent(event: StoredEvent): HostJson {
  return { ...tableStreamEvent(event), causationId: event.causationId };
}

/** sqlite and postgres on the stream: the cause is left out. */
export function tableStreamEvent(event: StoredEvent): HostJson {
  const { eventId, runId, sequence, type, nodeId = null, payload, timestamp } = event;
  return { eventId, runId, seq: sequence, sequence, type, nodeId, data: payload, payload, timestamp };
}

/** python by JSON and on the stream: microseconds, no cause. */
export function pythonEvent(event: StoredEvent): HostJson {
  const { eventId, runId, type, payload, sequence, nodeId } = event;
  return { eventId, runId, type, payload, timestamp: microseconds(event), sequence, nodeId };
}

/** Bundle of the spec: no eventId, no runId. `parts` says what else a host keeps. */
export function bundledEvent(
  event: StoredEvent,
  parts: { readonly payload: boolean; readonly cause: boolean },
): HostJson {
  const { sequence, type, timestamp, nodeId = null, payload, causationId } = event;
  return {
    sequence,
    type,
    timestamp: parts.payload ? timestamp : microseconds(event),
    nodeId,
    data: parts.payload ? payload : undefined,
    causationId: parts.cause ? causationId : undefined,
  };
}

function microseconds({ timestamp, sequence }: StoredEvent): string {
  return timestamp.replace('Z', `${String(sequence % 1000).padStart(3, '0')}Z`);
}
