import type { StoredEvent } from '../runs/stored-event.ts';
import type { Told } from './dialect.ts';

/** Members that an event has only sometimes, left out where it has none. */
function sometimes(
  event: StoredEvent,
  ...keys: readonly ('nodeId' | 'causationId' | 'contentTrust')[]
): Told {
  return Object.fromEntries(keys.flatMap((key) => (event[key] === undefined ? [] : [[key, event[key]]])));
}

/** The whole document, keys as a host stores them: spec, app. */
export function wholeEvent(event: StoredEvent): Told {
  const { eventId, runId, sequence, type, payload, timestamp } = event;
  return {
    eventId,
    runId,
    sequence,
    type,
    ...sometimes(event, 'nodeId'),
    payload,
    timestamp,
    ...sometimes(event, 'causationId', 'contentTrust'),
  };
}

/** As app streams an event that has just happened: `sequence` comes last. */
export function wholeLiveEvent(event: StoredEvent): Told {
  const { sequence, ...rest } = wholeEvent(event);
  return { ...rest, sequence };
}

/** in-memory by JSON: no cause. */
export function memoryEvent(event: StoredEvent): Told {
  const { eventId, runId, type, sequence, payload, timestamp } = event;
  return { eventId, runId, type, sequence, payload, timestamp, ...sometimes(event, 'nodeId') };
}

/** in-memory on its stream: raw, without id, with `seq` and `data`. */
export function memoryRawEvent(event: StoredEvent): Told {
  const { sequence: seq, runId, type, payload, timestamp } = event;
  const data = payload === null ? {} : { data: payload };
  return { seq, runId, type, ...sometimes(event, 'nodeId'), ...data, timestamp };
}

/** sqlite and postgres by JSON: both names of everything. */
export function tableEvent(event: StoredEvent): Told {
  return { ...tableStreamEvent(event), ...sometimes(event, 'causationId') };
}

/** sqlite and postgres on the stream: the cause is left out. */
export function tableStreamEvent(event: StoredEvent): Told {
  const { eventId, runId, sequence, type, payload, timestamp } = event;
  const both = { data: payload, payload };
  return { eventId, runId, seq: sequence, sequence, type, nodeId: event.nodeId ?? null, ...both, timestamp };
}

/** python by JSON and on the stream: microseconds, no cause. */
export function pythonEvent(event: StoredEvent): Told {
  const { eventId, runId, type, payload, sequence } = event;
  return {
    eventId,
    runId,
    type,
    payload,
    timestamp: microseconds(event),
    sequence,
    ...sometimes(event, 'nodeId'),
  };
}

/** Bundle of the spec: no eventId, no runId. `parts` says what else a host keeps. */
export function bundledEvent(
  event: StoredEvent,
  parts: { readonly payload: boolean; readonly cause: boolean },
): Told {
  const { sequence, type, timestamp, payload } = event;
  return {
    sequence,
    type,
    timestamp: parts.payload ? timestamp : microseconds(event),
    nodeId: event.nodeId ?? null,
    ...(parts.payload ? { data: payload } : {}),
    ...(parts.cause ? sometimes(event, 'causationId') : {}),
  };
}

function microseconds({ timestamp, sequence }: StoredEvent): string {
  return timestamp.replace('Z', `${String(sequence % 1000).padStart(3, '0')}Z`);
}
