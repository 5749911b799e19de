/** Where values are in the bytes of one document, found by pointers and stored for the next query. */
import { firstThat, type MaskedText, masker, nameBelow, storeRecent } from '@openwop-inspector/base';
import {
  arrayIndex,
  isNamed,
  JsonBytes,
  type KeyToken,
  keyTokens,
  Members,
  stepOf,
  stringText,
} from './json-members.ts';

const encoder = new TextEncoder();

/** The place of one member in this number of members is stored. */
const STRIDE = 64;
/** Containers and pointers remembered. */
const MAX_CACHED_CONTAINERS = 512;
const MAX_CACHED_POINTERS = 2048;

/** A value found in the document. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly key: string | number | null;
  /** Name the value is under: its own key, or that of the array it is in. */
  readonly under: string | null;
}

/** What is remembered of an object or array. */
interface Container {
  readonly total: number;
  /** First byte of every 64th member. */
  readonly marks: readonly number[];
}

/** Finds values by pointers. A page of members costs, once for each container, the bytes of the container. Iterative. */
export class JsonPlaces {
  private readonly json: JsonBytes;
  private readonly containers = new Map<number, Container>();
  private readonly places = new Map<string, Place>();

  constructor(json: JsonBytes) {
    this.json = json;
  }

  /** Number of members, and places to start from. */
  container(start: number): Container {
    const cached = this.containers.get(start);
    if (cached !== undefined) return cached;
    const marks: number[] = [];
    const members = new Members(this.json, start);
    while (members.next()) {
      if (members.index % STRIDE === 0) marks.push(members.memberAt);
      members.skipValue();
    }
    const container = { total: members.index + 1, marks };
    if (container.total > STRIDE) storeRecent(this.containers, start, container, MAX_CACHED_CONTAINERS);
    return container;
  }

  /** A walk that begins at most 64 members before the one with this number. */
  membersFrom(start: number, index: number): Members {
    const mark = Math.max(0, Math.floor(index / STRIDE));
    const at = mark === 0 ? undefined : this.containers.get(start)?.marks[mark];
    if (at === undefined) return new Members(this.json, start);
    return new Members(this.json, start, { index: mark * STRIDE, at });
  }

  /** A walk through a large container that begins at most 64 members before a byte; null when its places are not known. */
  membersNear(start: number, byte: number): Members | null {
    const marks = this.containers.get(start)?.marks;
    if (marks === undefined) return null;
    const mark = firstThat(marks.length, (at) => (marks[at] as number) > byte, 1) - 1;
    if (mark === 0) return null;
    return new Members(this.json, start, { index: mark * STRIDE, at: marks[mark] as number });
  }

  /** The value that a pointer names; null when there is none. */
  resolve(pointer: string): Place | null {
    const cached = this.places.get(pointer);
    if (cached !== undefined) return cached;
    const tokens = keyTokens(pointer);
    if (tokens === null) return null;
    const from = this.nearestKnown(pointer, tokens.length);
    const place = this.find(from.place, tokens.slice(from.depth));
    if (place !== null) storeRecent(this.places, pointer, place, MAX_CACHED_POINTERS);
    return place;
  }

  /** The nearest ancestor that is remembered, else the root. Trees are unfolded level by level. */
  private nearestKnown(pointer: string, depth: number): { place: Place; depth: number } {
    let at = pointer;
    for (let up = 1; up <= 3 && up < depth; up++) {
      at = at.slice(0, at.lastIndexOf('/'));
      const place = this.places.get(at);
      if (place !== undefined) return { place, depth: depth - up };
    }
    const start = this.json.scanner.skipSpace(0);
    return { place: { start, end: this.json.behind(start), key: null, under: null }, depth: 0 };
  }

  /**
   * Follows tokens down from a value. The whole value is walked once, since a later duplicate of any key on the way
   * wins over an earlier one; only what lies on the way is entered.
   */
  private find(from: Place, tokens: readonly KeyToken[]): Place | null {
    if (tokens.length === 0) return from.start < this.json.end ? from : null;
    if (!this.json.isContainer(from.start)) return null;
    if (tokens.length === 1 && this.json.bytes[from.start] === 0x5b)
      return this.findItem(from, tokens[0] as KeyToken);
    let found: Place | null = null;
    const open = [{ members: new Members(this.json, from.start), under: from.under }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { members, under } = top;
      if (!members.next()) {
        open.pop();
        open.at(-1)?.members.valueEnds(members.endedAt);
        continue;
      }
      const token = tokens[open.length - 1] as KeyToken;
      const isOnTheWay = members.isObject
        ? isNamed(this.json, members, token)
        : members.index === arrayIndex(token);
      if (!isOnTheWay) {
        members.skipValue();
        continue;
      }
      found = null;
      if (open.length === tokens.length) {
        found = this.memberPlace(members, members.skipValue(), under);
      } else if (this.json.isContainer(members.valueStart)) {
        const name = members.isObject ? nameBelow(under, this.keyOf(members)) : under;
        open.push({ members: new Members(this.json, members.valueStart), under: name });
      } else members.skipValue();
    }
    return found;
  }

  /** An item of an array, from the nearest place that is remembered. */
  private findItem(array: Place, token: KeyToken): Place | null {
    const index = arrayIndex(token);
    if (index < 0) return null;
    this.container(array.start);
    const members = this.membersFrom(array.start, index);
    while (members.next()) {
      const end = members.skipValue();
      if (members.index === index) return this.memberPlace(members, end, array.under);
    }
    return null;
  }

  /** Key of the current member of an object. */
  keyOf(members: Members): string {
    return stringText(this.json.bytes, members.keyStart, members.keyEnd);
  }

  /** Place of the current member, whose value ends at `end`; `under` is the name that its container is under. */
  memberPlace(members: Members, end: number, under: string | null): Place {
    const key = members.isObject ? this.keyOf(members) : members.index;
    return {
      start: members.valueStart,
      end,
      key,
      under: typeof key === 'string' ? nameBelow(under, key) : under,
    };
  }
}

/**
 * The text of `payload`, else of `data` (run-events 1.2), with every digit and escape; of a repeated key the last one, as
 * a parser reads it. Null where there is neither, or the text is no JSON object. O(length).
 */
export function payloadText(event: string): string | null {
  const json = new JsonBytes(encoder.encode(event));
  const places = new JsonPlaces(json);
  const place = places.resolve('/payload') ?? places.resolve('/data');
  return place === null ? null : json.scanner.textOf(place.start, place.end);
}

/** Bytes that may be stepped over twice to learn where values end; behind that every value on the way is entered. */
const SKIPPED_BYTES = 32 * 1024 * 1024;

interface Level {
  readonly members: Members;
  readonly start: number;
  /** Place behind the container; -1 while it is not known. */
  readonly end: number;
}

/** A value with the way to it. */
type InnermostValue = NonNullable<ReturnType<typeof found>>;

/**
 * The innermost value at a byte counted from the start of the document. A key belongs to its member; what is
 * between members belongs to their container; what is before or behind the document, to nothing. `jumpTo` may
 * answer a walk through a container that begins nearer to the byte. Iterative; of cut or broken JSON what is there.
 */
export function innermostValue(
  json: JsonBytes,
  byte: number,
  jumpTo: (container: number, byte: number) => Members | null,
): InnermostValue | null {
  const root = json.scanner.skipSpace(0);
  if (byte < root || byte >= json.end) return null;
  if (!json.isContainer(root)) return found(json, [], root, json.behind(root), byte);
  let budget = SKIPPED_BYTES;
  const enter = (start: number, end: number): Level => ({
    members: jumpTo(start, byte) ?? new Members(json, start),
    start,
    end,
  });
  const open: Level[] = [enter(root, -1)];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { members } = top;
    const isOver = !members.next();
    if (isOver || byte < members.memberAt) {
      // Between two members, or behind the last: the container's own, unless the container ended before.
      const known = isOver ? members.endedAt : top.end;
      const end = known < 0 ? json.behind(top.start) : known;
      if (byte < end) return found(json, open.slice(0, -1), top.start, end, byte);
      open.pop();
      open.at(-1)?.members.valueEnds(members.endedAt);
      continue;
    }
    const { valueStart } = members;
    const isContainer = json.isContainer(valueStart);
    if (isContainer && byte >= valueStart && budget <= 0) {
      open.push(enter(valueStart, -1));
      continue;
    }
    const end = members.skipValue();
    budget -= isContainer ? end - valueStart : 0;
    if (byte >= end) continue;
    if (isContainer && byte >= valueStart) open.push(enter(valueStart, end));
    else return found(json, open, valueStart, end, byte);
  }
  return null;
}

function found(json: JsonBytes, open: readonly Level[], start: number, end: number, byte: number) {
  if (byte >= end) return null;
  const steps = open.map(({ members }) =>
    members.isObject
      ? stepOf(stringText(json.bytes, members.keyStart, members.keyEnd))
      : String(members.index),
  );
  return { pointer: steps.map((step) => `/${step}`).join(''), start, end };
}

/** The container of a member. */
interface Around {
  readonly pointer: string;
  /** Name that its members stand under. */
  readonly under: string | null;
}

/** A member that a walk through a document meets. It can be queried until the walk continues. */
export class MetMember {
  readonly members: Members;
  /** True for a member of the document itself. */
  readonly isRoot: boolean;
  readonly isContainer: boolean;
  /** Place behind the value; of a container where it begins. */
  end: number;
  /** Of a scalar: its bytes are not what they represent. */
  hasEscapes = false;
  private readonly around: Around;
  private readonly places: JsonPlaces;
  private asKey: string | null = null;

  constructor(members: Members, around: Around, isRoot: boolean, json: JsonBytes, places: JsonPlaces) {
    this.members = members;
    this.around = around;
    this.isRoot = isRoot;
    this.places = places;
    this.isContainer = json.isContainer(members.valueStart);
    this.end = members.valueStart;
  }

  /** Null in an array. */
  get key(): string | null {
    if (this.members.isObject) this.asKey ??= this.places.keyOf(this.members);
    return this.asKey;
  }

  /** The key as it is displayed; the number of an item as text. */
  get maskedKey(): MaskedText {
    return masker.text(this.key ?? String(this.members.index));
  }

  get pointer(): string {
    return `${this.around.pointer}/${this.key === null ? this.members.index : stepOf(this.key)}`;
  }

  /** Name that the value is under. */
  get under(): string | null {
    return this.key === null ? this.around.under : nameBelow(this.around.under, this.key);
  }
}
