import { PageTable } from './page-table.ts';

/** What is remembered of an event, to tell a second telling from another event. */
export interface EventMark {
  /** Hash of type and time. */
  readonly identity: number;
  /** Hash of `eventId`, 0 for none. */
  readonly eventId: number;
  /** Hash of the payload, 0 for none. */
  readonly payload: number;
  readonly hasCause: boolean;
}

/** Events of a page: few, so that a host with wide holes between its sequences costs little more than its events. */
const PAGE = 8;
const FIELDS = 4;
const PAGE_FIELDS = PAGE * FIELDS;
/** Pages that are made room for at once. */
const PAGES_IN_CHUNK = 1024;
const HELD = 1;
const HAS_CAUSE = 2;

/** Marks of held events by sequence: 16 bytes an event and 3 more for its page; 150 bytes where none has a neighbour. */
export class HeldEvents {
  private readonly pages = new PageTable();
  private readonly chunks: Int32Array[] = [];
  private used = 0;
  count = 0;

  has(sequence: number): boolean {
    const page = this.pages.get(Math.floor(sequence / PAGE));
    return page >= 0 && ((this.chunkOf(page)[fieldsAt(page, sequence)] ?? 0) & HELD) !== 0;
  }

  /** Null when the event is not held. */
  get(sequence: number): EventMark | null {
    const page = this.pages.get(Math.floor(sequence / PAGE));
    if (page < 0) return null;
    const fields = this.chunkOf(page);
    const at = fieldsAt(page, sequence);
    const flags = fields[at] ?? 0;
    if ((flags & HELD) === 0) return null;
    return {
      identity: fields[at + 1] ?? 0,
      eventId: fields[at + 2] ?? 0,
      payload: fields[at + 3] ?? 0,
      hasCause: (flags & HAS_CAUSE) !== 0,
    };
  }

  set(sequence: number, mark: EventMark): void {
    const page = this.pageFor(Math.floor(sequence / PAGE));
    const fields = this.chunkOf(page);
    const at = fieldsAt(page, sequence);
    if (((fields[at] ?? 0) & HELD) === 0) this.count++;
    fields[at] = HELD | (mark.hasCause ? HAS_CAUSE : 0);
    fields[at + 1] = mark.identity;
    fields[at + 2] = mark.eventId;
    fields[at + 3] = mark.payload;
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
