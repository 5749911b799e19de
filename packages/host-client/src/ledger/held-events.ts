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

/** Events of a page. Small, so that a host with wide holes between its sequences costs little more than its events. */
const PAGE = 64;
const FIELDS = 4;
const HELD = 1;
const HAS_CAUSE = 2;

/** Marks of held events by sequence: 16 bytes an event, and about 2 more for the page it is on. */
export class HeldEvents {
  private readonly pages = new Map<number, Int32Array>();
  count = 0;

  has(sequence: number): boolean {
    const page = this.pages.get(Math.floor(sequence / PAGE));
    return page !== undefined && ((page[(sequence % PAGE) * FIELDS] ?? 0) & HELD) !== 0;
  }

  /** Null when the event is not held. */
  get(sequence: number): EventMark | null {
    const page = this.pages.get(Math.floor(sequence / PAGE));
    const at = (sequence % PAGE) * FIELDS;
    const flags = page?.[at] ?? 0;
    if (page === undefined || (flags & HELD) === 0) return null;
    return {
      identity: page[at + 1] ?? 0,
      eventId: page[at + 2] ?? 0,
      payload: page[at + 3] ?? 0,
      hasCause: (flags & HAS_CAUSE) !== 0,
    };
  }

  set(sequence: number, mark: EventMark): void {
    const number = Math.floor(sequence / PAGE);
    let page = this.pages.get(number);
    if (page === undefined) {
      page = new Int32Array(PAGE * FIELDS);
      this.pages.set(number, page);
    }
    const at = (sequence % PAGE) * FIELDS;
    if (((page[at] ?? 0) & HELD) === 0) this.count++;
    page[at] = HELD | (mark.hasCause ? HAS_CAUSE : 0);
    page[at + 1] = mark.identity;
    page[at + 2] = mark.eventId;
    page[at + 3] = mark.payload;
  }
}
