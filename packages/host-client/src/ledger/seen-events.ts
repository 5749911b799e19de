import type { EntryScan } from '../scan/entry-scan.ts';

/** Numbers of pages and where each is stored, in two typed arrays: 12 bytes an entry, up to twice that with its room. */
class PageTable {
  private keys = new Float64Array(64).fill(EMPTY);
  private values = new Int32Array(64);
  private size = 0;
  /** Chosen again for each table: a host that knows this code cannot send numbers that all fall into one place. */
  private readonly low = randomOdd();
  private readonly high = randomOdd();

  /** Value of a page, -1 when it has none. Expected O(1). */
  get(page: number): number {
    const at = this.placeOf(page);
    return this.keys[at] === page ? (this.values[at] ?? -1) : -1;
  }

  /** Enters a page that has no value. */
  add(page: number, value: number): void {
    if (this.size * 2 >= this.keys.length) this.grow();
    this.size++;
    this.enter(page, value);
  }

  private enter(page: number, value: number): void {
    const at = this.placeOf(page);
    this.keys[at] = page;
    this.values[at] = value;
  }

  /** Where a page is, or the empty place where it would be. */
  private placeOf(page: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    const hash = Math.imul(page | 0, this.low) + Math.imul(Math.floor(page / 2 ** 32) | 0, this.high);
    let at = ((hash ^ (hash >>> 15)) >>> 0) & mask;
    while (keys[at] !== EMPTY && keys[at] !== page) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2).fill(EMPTY);
    this.values = new Int32Array(keys.length * 2);
    for (let at = 0; at < keys.length; at++)
      if (keys[at] !== EMPTY) this.enter(keys[at] ?? 0, values[at] ?? 0);
  }
}

const EMPTY = -1;

/** What is remembered of an event, to tell a second telling from another event. */
export type EventMark = Pick<EntryScan, 'identityHash' | 'eventIdHash' | 'payloadHash' | 'hasCause'>;

/** Events of a page: few, so that a host with wide holes between its sequences costs little more than its events. */
const PAGE = 8;
const FIELDS = 4;
const PAGE_FIELDS = PAGE * FIELDS;
/** Pages that are made room for at once. */
const PAGES_IN_CHUNK = 1024;
const PRESENT = 1;
const HAS_CAUSE = 2;

/** Marks of stored events by sequence: 16 bytes an event and 3 more for its page; 150 bytes where none has a neighbour. */
export class SeenEvents {
  private readonly pages = new PageTable();
  private readonly chunks: Int32Array[] = [];
  private used = 0;
  count = 0;

  has(sequence: number): boolean {
    const page = this.pages.get(Math.floor(sequence / PAGE));
    return page >= 0 && ((this.chunkOf(page)[fieldsAt(page, sequence)] ?? 0) & PRESENT) !== 0;
  }

  /** Null when the event is not stored. */
  get(sequence: number): EventMark | null {
    const page = this.pages.get(Math.floor(sequence / PAGE));
    if (page < 0) return null;
    const fields = this.chunkOf(page);
    const at = fieldsAt(page, sequence);
    const flags = fields[at] ?? 0;
    if ((flags & PRESENT) === 0) return null;
    return {
      identityHash: fields[at + 1] ?? 0,
      eventIdHash: fields[at + 2] ?? 0,
      payloadHash: fields[at + 3] ?? 0,
      hasCause: (flags & HAS_CAUSE) !== 0,
    };
  }

  set(sequence: number, mark: EventMark): void {
    const page = this.pageFor(Math.floor(sequence / PAGE));
    const fields = this.chunkOf(page);
    const at = fieldsAt(page, sequence);
    if (((fields[at] ?? 0) & PRESENT) === 0) this.count++;
    fields[at] = PRESENT | (mark.hasCause ? HAS_CAUSE : 0);
    fields[at + 1] = mark.identityHash;
    fields[at + 2] = mark.eventIdHash;
    fields[at + 3] = mark.payloadHash;
  }

  private pageFor(number: number): number {
    const known = this.pages.get(number);
    if (known >= 0) return known;
    if (this.used % PAGES_IN_CHUNK === 0) this.chunks.push(new Int32Array(PAGES_IN_CHUNK * PAGE_FIELDS));
    this.pages.add(number, this.used);
    return this.used++;
  }

  private chunkOf(page: number): Int32Array {
    return this.chunks[Math.floor(page / PAGES_IN_CHUNK)] ?? NO_FIELDS;
  }
}

const NO_FIELDS = new Int32Array(0);

function fieldsAt(page: number, sequence: number): number {
  return (page % PAGES_IN_CHUNK) * PAGE_FIELDS + (sequence % PAGE) * FIELDS;
}

function randomOdd(): number {
  return Math.floor(Math.random() * 2 ** 32) | 1;
}
