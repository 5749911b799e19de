/**
 * Finds where an entry (an object of a log: event, envelope, message) ends, checks that it is JSON, and notes the keys
 * by which it is recognised. Plain events never come here: the program in `assembly/` reads them. An event with something
 * odd in it is read by the program as well, reduced to the members that it reads (`writeReduced`).
 */
import {
  type JsonProgram,
  JsonScanner,
  OPEN_ARRAY,
  OPEN_OBJECT,
  parsedJson,
  QUOTE,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { ENTRY_KEYS } from './event-keys.ts';
import { hashText } from './id-hash.ts';

/** Members that the program reads: of an event, of its payload, of objects in that, and of the meta of an envelope. */
const READ_NAMES: readonly ReadonlySet<string>[] = [
  'type eventId runId nodeId timestamp causationId contentTrust sequence seq payload data delivery',
  'nodeId contentTrust causationHostId trust meta envelope level kind fields error catalogVersion surfaceId data config',
  'contentTrust meta envelopeId envelopeType refusedType code catalogVersion surfaceId',
  'contentTrust',
].map((names) => new Set(names.split(' ')));

/** Longest string of a reduced entry in bytes, as `MAX_NAME` in the program; longer ones are made short. */
const MAX_STRING_BYTES = 16 * 1024;
const encoder = new TextEncoder();

export class EntryScanner {
  readonly json: JsonScanner;
  /** Which of the known keys the entry has, see `KEY`. */
  keys = 0;
  /** True when a known key occurs twice; the last one counts, as in JSON.parse. */
  hasRepeatedKey = false;
  /** Deepest nesting of any member, 0 for scalars. */
  depth = 0;
  /** Place of the entry. */
  private start = 0;
  /** Places of the values of known keys and behind them, by the number of their bit. */
  private readonly starts = new Int32Array(32);
  private readonly ends = new Int32Array(32);
  /** Where a reduced entry is written, and its length so far. */
  private target = new Uint8Array(0);
  private length = 0;

  /** Without a program, of which the windows are read, texts are loaded into the scanner. */
  constructor(program: JsonProgram | null = null) {
    this.json = new JsonScanner(program);
  }

  /**
   * Reads the object whose `{` is at `i`. Answers the place behind its `}`, NEED_MORE (keys found so far are set) or
   * BAD with `json.errorAt`. O(bytes); never throws.
   */
  scan(i: number): number {
    this.keys = 0;
    this.hasRepeatedKey = false;
    this.depth = 0;
    this.start = i;
    return this.json.skipMembers(i, this.note);
  }

  private readonly note = (keyStart: number, keyEnd: number, start: number, end: number): void => {
    if (end < 0) return;
    this.depth = Math.max(this.depth, this.json.depth);
    const bit = ENTRY_KEYS.numberAt(this.json.bytes, keyStart, keyEnd);
    if (bit === 0) return;
    if ((this.keys & bit) !== 0) this.hasRepeatedKey = true;
    this.keys |= bit;
    this.starts[numberOf(bit)] = start;
    this.ends[numberOf(bit)] = end;
  };

  /** The string under a known key, see `KEY`; null when there is none. */
  text(bit: number): string | null {
    if ((this.keys & bit) === 0) return null;
    return this.stringAt(this.starts[numberOf(bit)] as number, this.ends[numberOf(bit)] as number);
  }

  /** The value of a span found by `scan`, parsed. */
  parse(start: number, end: number): unknown {
    return JSON.parse(this.json.textOf(start, end));
  }

  private stringAt(start: number, end: number): string | null {
    const value = this.json.bytes[start] === QUOTE ? this.parse(start, end) : null;
    return typeof value === 'string' ? value : null;
  }

  /**
   * Writes the entry that was scanned last into `target`, which has room for 1 MiB: only what the program reads, each
   * member once, and of an entry that does not end what there is. Answers the bytes written.
   */
  writeReduced(target: Uint8Array<ArrayBuffer>): number {
    this.target = target;
    this.length = 0;
    this.writeObject(this.start, 0);
    return this.length;
  }

  private writeObject(at: number, level: number): void {
    const { json } = this;
    const members = new Map<string, readonly [number, number]>();
    json.skipMembers(at, (keyStart, keyEnd, start, end) => {
      const key = json.textOf(keyStart, keyEnd);
      const name = level === 0 ? parsedJson(key) : key.slice(1, -1);
      if (typeof name === 'string' && READ_NAMES[level]?.has(name)) members.set(name, [start, end]);
    });
    let before = '{';
    for (const [name, [start, end]] of members) {
      this.put(encoder.encode(`${before}"${name}":`));
      this.writeValue(start, end, level);
      before = ',';
    }
    this.put(encoder.encode(members.size === 0 ? '{}' : '}'));
  }

  /** `end` is negative for a value that continues behind the window. */
  private writeValue(start: number, end: number, level: number): void {
    const { json } = this;
    const first = json.bytes[start];
    if (first === OPEN_OBJECT && level + 1 < READ_NAMES.length) this.writeObject(start, level + 1);
    else if (first === OPEN_OBJECT || first === OPEN_ARRAY) this.put(encoder.encode('[]'));
    else if (end < 0) this.put(encoder.encode('null'));
    else if (first === QUOTE && end - start > MAX_STRING_BYTES)
      this.put(encoder.encode(shortString(json.textOf(start, end))));
    else if (first === QUOTE || (first as number) >= 0x61) this.put(json.bytes.subarray(start, end));
    else this.put(encoder.encode(wholeNumber(json.textOf(start, end))));
  }

  private put(bytes: Uint8Array): void {
    this.target.set(bytes, this.length);
    this.length += bytes.length;
  }
}

function numberOf(bit: number): number {
  return 31 - Math.clz32(bit);
}

/** A number as the program reads it: -1 for what is no non-negative safe integer. */
function wholeNumber(text: string): string {
  const value = Number(text);
  return Number.isSafeInteger(value) && !text.startsWith('-') ? String(value) : '-1';
}

/** The beginning of a long string with a hash of all of it, as JSON. */
function shortString(text: string): string {
  const { a, b } = hashText(text);
  return JSON.stringify(`${scalarText(parsedJson(text)).slice(0, 1000)}… ${a} ${b}`);
}
