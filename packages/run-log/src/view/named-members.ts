/** Members of payloads by their names, read from the bytes of events: the others are passed over undecoded. */
import { CLOSE_OBJECT, isRecord } from '@openwop-inspector/base';
import { readEventDocument } from '../index/event-document.ts';
import { eachEventInAnyOrder } from './event-bytes.ts';
import { JsonBytes, Members, stringText } from './json/json-members.ts';
import type { LoadedLog } from './loaded-log.ts';

/** Bytes of an event that is read, and of one that is parsed as fast as it is searched. */
const MAX_READ = 8 * 1024 * 1024;
const SMALL = 16 * 1024;
/** Objects in one another in a payload that are opened. */
const MAX_DEPTH = 3;

/** Members of a payload, those of its objects too; undefined for one that is no object, and for an event of over 8 MiB. */
export type PayloadMembers = Readonly<Record<string, unknown>> | undefined;

/**
 * Hands the named members of the payloads of some events to `take`, in any order. A few large reads, O(bytes between the
 * rows that lie close together). False when it was stopped. Rejects with a `SourceError`.
 */
export function eachPayload(
  log: LoadedLog,
  rows: Iterable<number>,
  names: ReadonlySet<string>,
  take: (row: number, members: PayloadMembers) => void,
  isCancelled: () => boolean,
): Promise<boolean> {
  const takeBytes = (row: number, bytes: Uint8Array): void => take(row, payloadMembers(bytes, names));
  return eachEventInAnyOrder(log, rows, takeBytes, isCancelled);
}

/** As `readEventDocument` would: of large events the names alone, and of arrays only that they are there. O(bytes). */
export function payloadMembers(event: Uint8Array, names: ReadonlySet<string>): PayloadMembers {
  if (event.length > MAX_READ) return undefined;
  if (event.length <= SMALL) return recordOr(readEventDocument(event)?.payload);
  if (event.at(-1) !== CLOSE_OBJECT) return undefined; // it is cut
  const json = new JsonBytes(event);
  try {
    const whole = named(json, new Members(json, json.scanner.skipSpace(0)), names, 0);
    return recordOr(Object.hasOwn(whole, 'payload') ? whole.payload : whole.data);
  } catch {
    return undefined; // a value that is cut
  }
}

/** The members of an object that are called so, or those of an event that hold its payload. */
function named(json: JsonBytes, members: Members, names: ReadonlySet<string>, depth: number) {
  const out: Record<string, unknown> = {};
  while (members.next()) {
    const { keyStart, keyEnd, valueStart } = members;
    const name = stringText(json.bytes, keyStart, keyEnd);
    if (!(depth === 0 ? OF_EVENT : names).has(name)) members.skipValue();
    else if (json.isContainer(valueStart)) {
      const below = new Members(json, valueStart);
      const isOpened = below.isObject && depth < MAX_DEPTH;
      out[name] = isOpened ? named(json, below, names, depth + 1) : below.isObject ? {} : [];
      members.valueEnds(isOpened ? below.endedAt : json.behind(valueStart));
    } else out[name] = JSON.parse(json.scanner.textOf(valueStart, members.skipValue()));
  }
  return out;
}

const OF_EVENT: ReadonlySet<string> = new Set(['payload', 'data']);
const recordOr = (value: unknown): PayloadMembers => (isRecord(value) ? value : undefined);
