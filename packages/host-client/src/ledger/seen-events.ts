import type { EntryScan } from '../scan/entry-scan.ts';

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
  /** Where each page is stored, by its scrambled number. */
  private readonly pages = new Map<number, number>();
  /** Chosen again for each log: a host that knows this code cannot send numbers that all fall into one place. */
  private readonly odd = Math.floor(Math.random() * 2 ** 32) | 1;
  private readonly chunks: Int32Array[] = [];
  private used = 0;
  count = 0;

  has(sequence: number): boolean {
    return this.get(sequence) !== null;
  }

  /** Null when the event is not stored. */
  get(sequence: number): EventMark | null {
    const page = this.pages.get(this.keyOf(sequence));
    if (page === undefined) return null;
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
    const page = this.pageFor(this.keyOf(sequence));
    const fields = this.chunkOf(page);
    const at = fieldsAt(page, sequence);
    if (((fields[at] ?? 0) & PRESENT) === 0) this.count++;
    fields[at] = PRESENT | (mark.hasCause ? HAS_CAUSE : 0);
    fields[at + 1] = mark.identityHash;
    fields[at + 2] = mark.eventIdHash;
    fields[at + 3] = mark.payloadHash;
  }

  private keyOf(sequence: number): number {
    const page = Math.floor(sequence / PAGE);
    return Math.imul(page, this.odd) + Math.floor(page / 2 ** 32) * 2 ** 32;
  }

  private pageFor(key: number): number {
    const known = this.pages.get(key);
    if (known !== undefined) return known;
    if (this.used % PAGES_IN_CHUNK === 0) this.chunks.push(new Int32Array(PAGES_IN_CHUNK * PAGE_FIELDS));
    this.pages.set(key, this.used);
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
