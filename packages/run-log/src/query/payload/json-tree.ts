/** The value tree of one event, read from its bytes when somebody unfolds it (`JsonNode`). */
import {
  type ClearText,
  cutMasked,
  isRecord,
  isSecretKey,
  type JsonChildren,
  type JsonNode,
  type JsonObject,
  literal,
  type Masked,
  type MaskedStretch,
  type MaskedText,
  masker,
  partOf,
  pointerTo,
  type TokenParts,
  unescaped,
  withMasks,
  words,
} from '@openwop-inspector/base';
import { JsonBytes, Members, stepOf, stringHead, stringText, stringUnits } from './json-members.ts';
import { innermostValue, JsonPlaces, MetMember, type Place } from './json-places.ts';
import { decodedPlaces, TextFinder, type TextPlaces, unitOfByte } from './text-places.ts';

/** Longest text of a node in UTF-16 units, and what is inspected behind it for secrets. */
const TEXT_UNITS = 4096;
const LOOK_AHEAD = 1024;
/** Bytes of a value that `text` returns at most by default. */
const COPIED_BYTES = 8 * 1024 * 1024;
/** Pointers that a search lists. */
const LISTED = 500;

/** The innermost value at a byte. */
export interface ValueAtByte {
  /** RFC 6901 pointer from the root of the event document. */
  readonly pointer: string;
  /** Place of the value in the source; of a repeated key, which its pointer does not tell from the last. */
  readonly byteOffset: number;
  readonly byteLength: number;
}

/**
 * The tree over the bytes of one event. Nothing is built but what is requested: a page of members costs its own bytes
 * and, once for each container, those of the container. Duplicate keys are all listed and share a pointer, which
 * addresses the last of them, as JSON.parse does. A document that is cut shows what is there. Secrets are masked.
 * Iterative throughout; never throws.
 */
export class JsonTree {
  private readonly json: JsonBytes;
  private readonly places: JsonPlaces;
  private readonly marks: ReturnType<typeof documentMarks>;

  constructor(bytes: Uint8Array) {
    this.json = new JsonBytes(bytes);
    this.places = new JsonPlaces(this.json);
    this.marks = documentMarks(bytes);
  }

  /** The value that a pointer names, null when there is none. `base` is the place of the event in the source. */
  node(pointer: string, base: number): JsonNode | null {
    const place = this.places.resolve(pointer);
    return place === null ? null : this.nodeAt(place, pointer, base);
  }

  /** Members `offset` to `offset + limit` of an object or array, in document order; none of a scalar. */
  children(pointer: string, offset: number, limit: number, base: number): JsonChildren | null {
    const place = this.places.resolve(pointer);
    if (place === null) return null;
    if (!this.json.isContainer(place.start)) return { pointer, total: 0, offset, nodes: [] };
    const { total } = this.places.container(place.start);
    const nodes: JsonNode[] = [];
    const members = this.places.membersFrom(place.start, offset);
    while (nodes.length < limit && members.next()) {
      const end = members.skipValue();
      if (members.index < offset) continue;
      const child = this.places.memberPlace(members, end, place.under);
      const step = typeof child.key === 'number' ? String(child.key) : stepOf(child.key ?? '');
      nodes.push(this.nodeAt(child, `${pointer}/${step}`, base));
    }
    return { pointer, total, offset, nodes };
  }

  /** A value as it is written, masked, at most `maxBytes` of it. */
  text(pointer: string, maxBytes = COPIED_BYTES) {
    const place = this.places.resolve(pointer);
    if (place === null) return null;
    const most = Math.min(maxBytes, COPIED_BYTES);
    const truncated = place.end - place.start > most;
    let to = truncated ? place.start + most : place.end;
    while (truncated && ((this.json.bytes[to] as number) & 0xc0) === 0x80) to--;
    const written = new TextDecoder().decode(this.json.bytes.subarray(place.start, to));
    // What is around a value may show that it is a secret.
    const text = this.marks.textOf(place.start, to) ?? masker.json(written, place.under).text;
    return { text, truncated };
  }

  /** The beginning of a string as it is, unmasked: for as long as the user holds a button (security S-14). */
  reveal(pointer: string): ClearText | null {
    const place = this.places.resolve(pointer);
    if (place === null || this.json.bytes[place.start] !== 0x22) return null;
    const [from, to] = this.contentOf(place);
    const head = stringHead(this.json.bytes, from, to, TEXT_UNITS);
    return {
      text: head.slice(0, TEXT_UNITS),
      truncated: stringUnits(this.json.bytes, from, to) > TEXT_UNITS,
    };
  }

  /** The innermost value at a byte of the source; null outside of the document. */
  at(byte: number, base: number): ValueAtByte | null {
    const found = innermostValue(this.json, byte - base, (container, wanted) =>
      this.places.membersNear(container, wanted),
    );
    if (found === null) return null;
    const { pointer, start, end } = found;
    return { pointer, byteOffset: base + start, byteLength: end - start };
  }

  /** Pointers of the members whose key or scalar holds `text`, upper and lower case alike, in document order. */
  search(text: string) {
    const pointers: string[] = [];
    if (text === '') return { pointers, truncated: false };
    const finder = new TextFinder(text);
    for (const met of this.walk()) {
      if (!this.memberHolds(met, finder)) continue;
      if (pointers.push(met.pointer) > LISTED)
        return { pointers: pointers.slice(0, LISTED), truncated: true };
    }
    return { pointers, truncated: false };
  }

  /** The members of the document in document order; with `only`, those at and below its member of that key. */
  *walk(only: string | null = null): Generator<MetMember> {
    const { scanner } = this.json;
    const root = scanner.skipSpace(0);
    const open: { members: Members; pointer: string; under: string | null }[] = [];
    const enter = (at: number, pointer: string, under: string | null): void => {
      open.push({ members: new Members(this.json, at), pointer, under });
    };
    if (this.json.isContainer(root)) enter(root, '', null);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { members } = top;
      if (!members.next()) {
        open.pop();
        open.at(-1)?.members.valueEnds(members.endedAt);
        continue;
      }
      const isRoot = open.length === 1;
      const met = new MetMember(members, top, isRoot, this.json, this.places);
      if (isRoot && only !== null && met.key !== only) {
        members.skipValue();
        continue;
      }
      if (!met.isContainer) {
        scanner.sawEscape = false;
        met.end = members.skipValue();
        met.hasEscapes = scanner.sawEscape;
      }
      yield met;
      if (met.isContainer) enter(members.valueStart, met.pointer, met.under);
    }
  }

  /** True where the document, an object, has a member of this key. */
  has(key: string): boolean {
    return this.places.resolve(pointerTo('', key)) !== null;
  }

  /** The bytes that members are met in. */
  get bytes(): Uint8Array {
    return this.json.bytes;
  }

  /** The scalar of a member as it is displayed, whole: masked by its name, by its shape and by what is around it. */
  maskedScalar({ members, end, under }: MetMember): MaskedText {
    const { valueStart } = members;
    if (this.json.bytes[valueStart] !== 0x22) return this.displayedWord(valueStart, end, under, end).text;
    const text = stringText(this.json.bytes, valueStart + 1, end - 1);
    return this.maskedHead(text, under, valueStart + 1, end - 1).value;
  }

  /** Looks at the key and, of a scalar, at the value. A masked value is not found by its text. */
  private memberHolds(met: MetMember, finder: TextFinder): boolean {
    const { bytes } = this.json;
    const { members, end, isContainer, hasEscapes } = met;
    const { keyStart, keyEnd, valueStart } = members;
    const keyHolds =
      members.isObject &&
      finder.isInBytes(bytes, keyStart, keyEnd, !members.keyIsPlain) &&
      finder.isIn(met.maskedKey);
    if (keyHolds || isContainer) return keyHolds;
    const [from, to] = bytes[valueStart] === 0x22 ? [valueStart + 1, end - 1] : [valueStart, end];
    return finder.isInBytes(bytes, from, to, hasEscapes) && finder.isIn(this.maskedScalar(met));
  }

  private nodeAt(place: Place, pointer: string, base: number): JsonNode {
    const { bytes } = this.json;
    const { start, end } = place;
    const shared = {
      key: typeof place.key === 'string' ? masker.text(place.key) : place.key,
      pointer,
      byteOffset: base + start,
      byteLength: end - start,
    };
    const none = { text: words``, truncated: false, masked: false };
    switch (bytes[start]) {
      case 0x7b:
        return { ...shared, ...none, kind: 'object', size: this.places.container(start).total };
      case 0x5b:
        return { ...shared, ...none, kind: 'array', size: this.places.container(start).total };
      case 0x22:
        return { ...shared, kind: 'string', ...this.stringAt(place) };
      default: {
        const { written, text, masked } = this.displayedWord(start, end, place.under, start + TEXT_UNITS);
        const kind = written === 'null' ? 'null' : /^[tf]/.test(written) ? 'boolean' : 'number';
        return { ...shared, kind, size: 0, text, truncated: end - start > TEXT_UNITS, masked: masked > 0 };
      }
    }
  }

  /** A scalar that is no string, up to a byte: as written, and as it is displayed. */
  private displayedWord(start: number, end: number, under: string | null, to: number) {
    const written = new TextDecoder().decode(this.json.bytes.subarray(start, Math.min(end, to)));
    const marked = this.marks.textOf(start, end);
    return { written, ...(marked === null ? masker.json(written, under) : { text: marked, masked: 1 }) };
  }

  /** Place of a string's content. A string that is cut off has no closing quote. */
  private contentOf({ start, end }: Place): readonly [from: number, to: number] {
    const isClosed = end > start + 1 && this.json.bytes[end - 1] === 0x22;
    return [start + 1, isClosed ? end - 1 : end];
  }

  private stringAt(place: Place): Pick<JsonNode, 'size' | 'text' | 'truncated' | 'masked' | 'token'> {
    const { bytes } = this.json;
    const [from, to] = this.contentOf(place);
    const isClosed = to < place.end;
    const size = stringUnits(bytes, from, to);
    const head = stringHead(bytes, from, to, TEXT_UNITS + LOOK_AHEAD);
    const { value, masked } = this.maskedHead(head, place.under, from, to);
    const isHidden = masked > 0 && place.under !== null && isSecretKey(place.under);
    const unit = value.charCodeAt(TEXT_UNITS - 1);
    const isParted = value.length > TEXT_UNITS && unit >= 0xd800 && unit < 0xdc00;
    const text = partOf(value, 0, isParted ? TEXT_UNITS - 1 : TEXT_UNITS);
    const token = masked > 0 ? tokenPartsIn(bytes, from, to) : null;
    return {
      size,
      text,
      truncated: !isHidden && (size > TEXT_UNITS || !isClosed),
      masked: masked > 0,
      ...(token === null ? {} : { token }),
    };
  }

  /** The beginning of a string, masked by its name, by its shape and by what is around it. */
  private maskedHead(head: string, under: string | null, from: number, to: number): Masked<MaskedText> {
    const alone = masker.counted(head, under);
    const marked = alone.masked > 0 ? null : this.marks.textOf(from, to);
    if (marked === null) return alone;
    return { value: masker.text(unescaped(marked, 0, marked.length).text), masked: 1 };
  }
}

/** Larger documents are searched value by value. In bytes. */
const MAX_MARKED_BYTES = 4 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * What is masked in a document as a whole, since what is next to a value may tell that it is a secret: found once, when
 * the first value is requested. O(document), in time and in memory.
 */
function documentMarks(bytes: Uint8Array) {
  let made: { text: string; stretches: readonly MaskedStretch[]; places: TextPlaces } | null = null;
  const make = () => {
    const text = decoder.decode(bytes);
    const stretches = masker.stretches(text);
    return { text, stretches, places: stretches.length === 0 ? new Uint32Array() : decodedPlaces(bytes) };
  };
  return {
    /** The bytes `[start, end)` with their masks, as written; null when nothing is masked there, or nobody knows. */
    textOf(start: number, end: number): MaskedText | null {
      if (bytes.length > MAX_MARKED_BYTES) return null;
      made ??= make();
      const { text, stretches, places } = made;
      if (stretches.length === 0) return null;
      const [from, to] = [unitOfByte(places, start), unitOfByte(places, end, 'end')];
      const own = stretches.filter((one) => one.end > from && one.start < to);
      return own.length === 0 ? null : withMasks(text, own, from, to);
    },
  };
}

const TOKEN = /^(?:bearer[ \t]{1,9})?(eyJ[\w-]{2,8192})\.([\w-]{2,65536})\.([\w-]{0,8192})$/i;
const TIMES = ['iat', 'nbf', 'exp', 'auth_time'] as const;
/** Header members and claims that are displayed, and the length of a header value. */
const HEADER_MEMBERS = 16;
const CLAIMS = 64;
const VALUE_UNITS = 200;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parts of a text that is one token and nothing else; null for any other, and when a part is no JSON object. */
export function tokenParts(text: string): TokenParts | null {
  const match = TOKEN.exec(text);
  if (match === null) return null;
  const [, first = '', second = '', signature = ''] = match;
  const header = objectIn(first);
  const claims = objectIn(second);
  if (header === null || claims === null) return null;
  return {
    header: Object.entries(header)
      .slice(0, HEADER_MEMBERS)
      .map(([name, value]) => [nameOf(name), displayedValue(name, value)] as const),
    claims: Object.keys(claims).slice(0, CLAIMS).map(nameOf),
    times: TIMES.flatMap((name) => {
      const seconds = Object.hasOwn(claims, name) ? claims[name] : undefined;
      return typeof seconds === 'number' ? [[literal(name), seconds] as const] : [];
    }),
    signatureLength: signature.length,
  };
}

const nameOf = (name: string): MaskedText => partOf(masker.text(name), 0, VALUE_UNITS);

const displayedValue = (name: string, value: unknown): MaskedText =>
  cutMasked(masker.json(JSON.stringify(value), name).text, VALUE_UNITS);

function objectIn(base64url: string): JsonObject | null {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    const text = utf8.decode(Uint8Array.from(binary, (unit) => unit.charCodeAt(0)));
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // No base64, no UTF-8, no JSON: then it only looks like a token.
    return null;
  }
}

/** Parts of the string content in `bytes[start, end)`, which begins like one. */
function tokenPartsIn(bytes: Uint8Array, start: number, end: number): TokenParts | null {
  // The shortest and the longest that are inspected; most strings are ruled out by their first bytes.
  const length = end - start;
  if (length < 20 || length > MAX_BYTES || !mayBegin(bytes[start])) return null;
  return tokenParts(stringText(bytes, start, end));
}

const MAX_BYTES = 64 * 1024;

/** `e` of `eyJ`, `B` or `b` of Bearer. */
const mayBegin = (byte: number | undefined): boolean => byte === 0x65 || byte === 0x42 || byte === 0x62;
