/** Reads the few members of a payload that somebody asks about out of the bytes of an event, without parsing the rest. */
import { isRecord } from '@openwop-inspector/base';
import { readEventDocument } from './event-document.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SPACE = 0x20;
const ZERO = 0x30;

type Members = Record<string, unknown>;

// A mark of the byte order inside of a document is a character like others.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Which members of a payload are read. Made once for each who asks. */
export class MemberNames {
  private readonly kept: ReadonlySet<string>;
  private readonly opened: ReadonlySet<string>;
  private readonly maxText: number;
  /** Known names by their length. */
  private readonly known: { readonly name: string; readonly bytes: Uint8Array }[][] = [];

  /**
   * Scalars named `kept` are kept, of a payload and of the objects named `opened` in it; texts up to `maxText` UTF-16
   * units.
   */
  constructor(kept: readonly string[], opened: readonly string[], maxText: number) {
    this.kept = new Set(kept);
    this.opened = new Set(opened);
    this.maxText = maxText;
    for (const name of new Set(['payload', 'data', ...kept, ...opened])) {
      const bytes = encoder.encode(name);
      this.known[bytes.length] = [...(this.known[bytes.length] ?? []), { name, bytes }];
    }
  }

  isKept(name: string): boolean {
    return this.kept.has(name);
  }

  isOpened(name: string): boolean {
    return this.opened.has(name);
  }

  /** The longest that such a value is as it is written, in bytes. */
  get maxBytes(): number {
    return 8 * this.maxText;
  }

  isShort(value: unknown): boolean {
    if (typeof value === 'string') return value.length <= this.maxText;
    return typeof value !== 'object' || value === null;
  }

  /** The known name that stands in bytes; null for another. */
  at(bytes: Uint8Array, start: number, end: number): string | null {
    for (const known of this.known[end - start] ?? []) if (isAt(bytes, start, known.bytes)) return known.name;
    return null;
  }

  /** The same members of a payload that is parsed. */
  of(from: Members, opens = true): Members {
    const out: Members = {};
    for (const [key, value] of Object.entries(from)) {
      if (opens && isRecord(value) && this.isOpened(key)) out[key] = this.of(value, false);
      else if (this.isKept(key) && this.isShort(value)) out[key] = value;
    }
    return out;
  }
}

function isAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}

/** The members that are asked for, as in the payload; undefined for a payload that is no object. O(bytes). */
export function payloadMembers(event: Uint8Array, names: MemberNames): Members | undefined {
  const reader = new MemberReader(event, names);
  const found = reader.ofEvent();
  if (!reader.isUnclear) return found;
  const payload = readEventDocument(event)?.payload;
  return isRecord(payload) ? names.of(payload) : undefined;
}

/** Steps over the members of one event, which is known to be JSON. */
class MemberReader {
  /** Set where a name is written with an escape, or where the bytes are no JSON after all. */
  isUnclear = false;
  private readonly bytes: Uint8Array;
  private readonly names: MemberNames;
  private at = 0;
  private hasEscape = false;

  constructor(bytes: Uint8Array, names: MemberNames) {
    this.bytes = bytes;
    this.names = names;
  }

  ofEvent(): Members | undefined {
    let payload: Members | undefined;
    let data: Members | undefined;
    let hasPayload = false;
    this.eachMember((name) => {
      if (name !== 'payload' && name !== 'data') return this.skip();
      const members = this.bytes[this.at] === OPEN ? this.members(true) : this.skip();
      if (name === 'data') data = members ?? undefined;
      else {
        payload = members ?? undefined;
        hasPayload = true;
      }
    });
    return hasPayload ? payload : data;
  }

  private members(opens: boolean): Members {
    const out: Members = {};
    this.eachMember((name) => {
      const isKept = name !== null && this.names.isKept(name);
      if (name !== null && opens && this.names.isOpened(name) && this.bytes[this.at] === OPEN)
        out[name] = this.members(false);
      else if (name !== null && isKept) this.keep(out, name);
      else this.skip();
    });
    return out;
  }

  private keep(out: Members, name: string): void {
    const start = this.at;
    const first = this.bytes[start];
    this.hasEscape = false;
    this.skip();
    if (first === OPEN || first === OPEN_LIST || this.at - start > this.names.maxBytes) delete out[name];
    else {
      const isPlain = first === QUOTE && !this.hasEscape;
      const value = isPlain
        ? decoder.decode(this.bytes.subarray(start + 1, this.at - 1))
        : this.scalar(start, this.at);
      if (this.names.isShort(value)) out[name] = value;
      else delete out[name];
    }
  }

  private scalar(start: number, end: number): unknown {
    const first = (this.bytes[start] as number) - ZERO;
    if (end === start + 1 && first >= 0 && first <= 9) return first;
    try {
      return JSON.parse(decoder.decode(this.bytes.subarray(start, end)));
    } catch {
      this.isUnclear = true;
      return undefined;
    }
  }

  /** Calls `take` with each name that is known and null for others; it steps over the value. */
  private eachMember(take: (name: string | null) => void): void {
    const { bytes } = this;
    this.space();
    if (bytes[this.at] !== OPEN) {
      this.isUnclear = true;
      return;
    }
    this.at++;
    this.space();
    while (!this.isUnclear && bytes[this.at] === QUOTE) {
      const name = this.name();
      this.space();
      if (bytes[this.at] !== COLON) break;
      this.at++;
      this.space();
      take(name);
      this.space();
      if (bytes[this.at] !== COMMA) break;
      this.at++;
      this.space();
    }
    if (bytes[this.at] !== CLOSE) this.isUnclear = true;
    this.at++;
  }

  private name(): string | null {
    const start = this.at + 1;
    this.hasEscape = false;
    this.string();
    if (this.hasEscape) this.isUnclear = true;
    return this.names.at(this.bytes, start, this.at - 1);
  }

  private space(): void {
    while ((this.bytes[this.at] as number) <= SPACE) this.at++;
  }

  /** Steps over a text; `at` is its first quote. */
  private string(): void {
    const { bytes } = this;
    const { length } = bytes;
    let at = this.at + 1;
    for (; at < length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) break;
      if (byte !== BACKSLASH) continue;
      this.hasEscape = true;
      at++;
    }
    this.at = at + 1;
  }

  /** Steps over a value. */
  private skip(): undefined {
    const { bytes } = this;
    if (bytes[this.at] === QUOTE) {
      this.string();
      return;
    }
    let depth = 0;
    for (;;) {
      const byte = bytes[this.at];
      if (byte === undefined) {
        this.isUnclear = true;
        return;
      }
      if (byte === QUOTE) this.string();
      else {
        if (byte === OPEN || byte === OPEN_LIST) depth++;
        else if (byte === CLOSE || byte === CLOSE_LIST) depth--;
        // The end of the object around a number stays where it is.
        if (depth < 0) return;
        this.at++;
      }
      if (depth === 0 && this.isEnd()) return;
    }
  }

  /** True behind a value: what follows a digit or letter of the same number or word is none. */
  private isEnd(): boolean {
    const next = this.bytes[this.at];
    return next === undefined || next === COMMA || next === CLOSE || next === CLOSE_LIST || next <= SPACE;
  }
}
