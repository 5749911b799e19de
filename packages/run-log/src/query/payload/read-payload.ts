import { CLOSE_OBJECT, isRecord, parseAsWritten } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { type EventDocument, readEventDocument } from '../../index/event-document.ts';
import { SourceError } from '../../source/byte-source.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { eachEventBytes } from '../rows/event-bytes.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { JsonBytes, Members, stringText } from './json-members.ts';

/** Events over this many bytes are not parsed to be folded or put in lanes. */
const MAX_PARSED = 8 * 1024 * 1024;

// Shared, since a large view makes most of its requests beyond its budget.
const NOTHING: Promise<null> = Promise.resolve(null);
const NO_FIELDS = Promise.resolve(new Fields(undefined));

/** Reads events for a view that can do without some of them: no more than `left` are parsed. */
export class PayloadReader {
  readonly log: LoadedLog;
  private left: number;
  private readonly ahead: ReadAhead | null;

  /** With `ahead`, events that it has read are not read again. */
  constructor(log: LoadedLog, budget: number, ahead: ReadAhead | null = null) {
    this.log = log;
    this.left = budget;
    this.ahead = ahead;
  }

  /** False when nothing more will be read. */
  get hasBudget(): boolean {
    return this.left > 0;
  }

  /**
   * The event, or null when it is too large, no JSON, beyond the budget, or when its source is gone. What a view shows
   * then is less, never wrong; that the source is gone is reported by the rows themselves.
   */
  read(ordinal: number): Promise<EventDocument | null> {
    if (!this.mayRead(ordinal)) return NOTHING;
    const known = this.ahead?.find(ordinal);
    return known === undefined ? readOne(this.log, ordinal) : Promise.resolve(known);
  }

  /** False beyond the budget, which it takes one of. */
  private mayRead(ordinal: number): boolean {
    if (this.left <= 0 || ordinal < 0) return false;
    this.left--;
    return (this.log.index.columns.byteLength[ordinal] as number) <= MAX_PARSED;
  }

  /** The bytes of the event, `known` where they are; null where `read` gives null, unless for what is no JSON. */
  async bytes(ordinal: number, known?: Uint8Array): Promise<Uint8Array | null> {
    return this.mayRead(ordinal) ? (known ?? readable(this.log.read(ordinal))) : null;
  }

  /** Named members of the payload of an event, without parsing the rest; none where `read` gives null. */
  async named(ordinal: number, names: ReadonlySet<string>): Promise<Fields> {
    const bytes = await this.bytes(ordinal);
    return new Fields(bytes === null ? undefined : payloadMembers(bytes, names));
  }

  /** Members of the payload of an event; none where `read` gives null. */
  fields(ordinal: number): Promise<Fields> {
    const document = this.read(ordinal);
    return document === NOTHING ? NO_FIELDS : document.then((read) => new Fields(read?.payload));
  }
}

async function readOne(log: LoadedLog, ordinal: number): Promise<EventDocument | null> {
  const bytes = await readable(log.read(ordinal));
  return bytes === null ? null : readEventDocument(bytes, parseAsWritten);
}

/** Bytes that are read; null when the source is gone, which the rows themselves report. */
export async function readable(bytes: Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await bytes;
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** Events of more bytes are read when it is their turn: 2,000 of these, which is what lanes read, are 128 MiB. */
const MAX_AHEAD = 64 * 1024;

/**
 * Reads at once what a view requests one by one. The view is made first of what is known, which shows what is missing,
 * and made again when that was read: where every read is a request, they no longer wait for each other.
 */
export class ReadAhead {
  private readonly log: LoadedLog;
  private readonly known = new Map<number, EventDocument | null>();
  private readonly missing = new Set<number>();
  private isPlanning = false;
  /** True when a planned read was answered with null for an event that was not read: the view is made again. */
  private hasGaps = false;

  constructor(log: LoadedLog) {
    this.log = log;
  }

  /** What is known of an event; undefined where it is to be read now. */
  find(ordinal: number): EventDocument | null | undefined {
    const known = this.known.get(ordinal);
    if (known !== undefined || !this.isPlanning) return known;
    this.hasGaps = true;
    if ((this.log.index.columns.byteLength[ordinal] as number) <= MAX_AHEAD) this.missing.add(ordinal);
    return null;
  }

  /**
   * Makes a view by `make`, which is called until all that it reads is known, `rounds` times at most, and then once more
   * with reads in their turn. It must not change what it is made of. `onFirst` gets what was made before anything was read.
   */
  async settled<T>(rounds: number, make: () => Promise<T>, onFirst?: (made: T) => void): Promise<T> {
    for (let round = 0; round < rounds; round++) {
      this.isPlanning = true;
      this.hasGaps = false;
      const made = await make();
      this.isPlanning = false;
      if (!this.hasGaps) return made;
      if (round === 0) onFirst?.(made);
      if (this.missing.size === 0) break;
      await this.readMissing();
    }
    return make();
  }

  /**
   * From the last to the first: reads that follow each other are taken from one stream of the source, which carries all
   * that lies between them.
   */
  private async readMissing(): Promise<void> {
    const rows = [...this.missing].sort((a, b) => b - a);
    this.missing.clear();
    const read = (row: number): Promise<EventDocument | null> => readOne(this.log, row);
    const documents = await mapSideBySide(rows, read);
    rows.forEach((row, i) => {
      this.known.set(row, documents[i] ?? null);
    });
  }
}

/** `durationMs` of an event in ms; null where there is none, and for an event that cannot be read. Costs one read. */
export async function measuredDuration(log: LoadedLog, ordinal: number): Promise<number | null> {
  const ms = (await new PayloadReader(log, 1).fields(ordinal)).number('durationMs');
  return ms !== null && ms >= 0 ? ms : null;
}

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
  const { stored, columns } = log.index;
  const toRead: number[] = [];
  for (const row of rows) {
    const payload = stored.payloadOf(row, columns.offset[row] as number);
    if (payload === undefined) toRead.push(row);
    else take(row, payload ?? undefined);
  }
  const takeBytes = (row: number, bytes: Uint8Array): void => take(row, payloadMembers(bytes, names));
  return toRead.length === 0 ? Promise.resolve(true) : eachEventBytes(log, toRead, takeBytes, isCancelled);
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
