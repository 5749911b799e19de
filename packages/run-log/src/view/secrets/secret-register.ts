import { type FoundBy, foundBy, MarkBook, pointerAt, withoutScheme } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';

/** Values that are told one by one. */
const MAX_SECRETS = 1_000;
/** Events of one that are held. */
const MAX_HOLDERS = 200;
/** Text of an event in which a place is looked for, and times that it is for one value. */
const MAX_PLACED = 256 * 1024;
const MAX_PLACINGS = 8;

/** What is known of one value. The value itself is not held here. */
export interface Registered {
  readonly rule: string;
  readonly by: FoundBy;
  events: number;
  isBeside: boolean;
  /** Place in the order of its first event so far, and where it stands there. */
  firstAt: number;
  pointer: string | null;
  placings: number;
  /** Ordinals of events that hold it, the first of the order always among them. */
  readonly holders: number[];
  lastRow: number;
}

/** Where a value was found: the number it is known by, and its place in the text. */
export interface Sighting {
  readonly number: number;
  readonly start: number;
}

/** The values that were found, each once. Holds so many of them and so many events of each. */
export class SecretRegister {
  readonly found: Registered[] = [];
  /** Places of values that are not told one by one. */
  beyond = 0;
  /** Tokens that stood under the names of live ones. */
  private readonly live = new Set<string>();
  private readonly book = new MarkBook();
  private readonly numbers = new Map<string, number>();

  addLive(token: string): void {
    if (this.live.size < MAX_SECRETS) this.live.add(token);
  }

  /** The number of a value; -1 for one over the limit. */
  numberOf(secret: string, rule: string): number {
    const key = this.book.markOf(withoutScheme(secret).rest, rule);
    const held = this.numbers.get(key);
    if (held !== undefined) return held;
    if (this.found.length >= MAX_SECRETS) return -1;
    const isLive = [...this.live].some((token) => secret.includes(token));
    const fresh = { events: 0, isBeside: false, firstAt: Number.POSITIVE_INFINITY, pointer: null };
    const more = { placings: 0, holders: [], lastRow: -1 };
    this.numbers.set(
      key,
      this.found.push({ rule, by: foundBy(secret, rule, isLive), ...fresh, ...more }) - 1,
    );
    return this.found.length - 1;
  }

  /** Notes what was found in an event. */
  noteIn({ order }: LoadedLog, row: number, text: string, sightings: readonly Sighting[]): void {
    const at = order.indexOf(row);
    for (const { number, start } of sightings) {
      const one = this.found[number];
      if (one === undefined) {
        this.beyond++;
        continue;
      }
      if (one.lastRow === row) continue;
      one.lastRow = row;
      one.events++;
      if (at < one.firstAt) {
        one.firstAt = at;
        const isPlaced = text.length <= MAX_PLACED && one.placings++ < MAX_PLACINGS;
        one.pointer = isPlaced ? pointerAt(text, start) : null;
        if (one.holders.length >= MAX_HOLDERS) one.holders.pop();
      }
      if (one.holders.length < MAX_HOLDERS) one.holders.push(row);
    }
  }

  /** Notes what was found beside the events. */
  noteBeside(sightings: readonly Sighting[]): void {
    for (const { number } of sightings) {
      const one = this.found[number];
      if (one === undefined) this.beyond++;
      else one.isBeside = true;
    }
  }
}
