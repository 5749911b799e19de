import { BAD, NEED_MORE, QUOTE } from '@openwop-inspector/base';
import { isWordByte } from '../scan/json-fault.ts';
import { skipComment } from '../scan/mend-json.ts';
import { DocumentFaults, type PlacedFault } from './document-faults.ts';
import { DocumentMembers } from './document-members.ts';
import type { EntryClass } from './entry-class.ts';
import type { ReadContext, ReadResult } from './read-context.ts';

/** How a step of the document ended. `stop` ends the reading of this document. */
export type Step = 'on' | 'more' | 'huge' | 'stop' | 'cut';

/** What the reader of a document expects at `at`. */
type State =
  | 'start'
  | 'members'
  | 'elements'
  | 'afterElement'
  | 'afterMember'
  | 'seekEvent'
  | 'seekList'
  | 'behind';

/** State of the reader of a document, and what it says of the text there. */
export class DocumentCursor {
  /** Place of the next token in the window. */
  at: number;
  /** Start of the whole object while it may still turn out to be one entry; -1 afterwards. */
  whole = -1;
  state: State = 'start';
  format: ReadResult['format'] = 'unknown';
  explanation: string | null = null;
  /** True when the rest of the document could not be read. */
  isLost = false;
  /** Where the value in hand starts, for the message about a cut. */
  inside = 'the document';
  readonly faults: DocumentFaults;
  readonly members = new DocumentMembers();
  protected isObject = false;
  /** Class of the first object of an array, which decides what the array is. */
  protected first: EntryClass | null = null;
  /** Place in the source of the bracket that closed the list of events; -1 before. */
  protected closedAt = -1;
  /** Place in the window where the text stopped being JSON, while the next event is searched for. */
  protected lostAt = 0;
  protected readonly context: ReadContext;
  /** Place in the source of the first byte of a member that is not UTF-8; -1 for none. */
  protected badUtf8 = -1;

  constructor(context: ReadContext, at: number) {
    this.context = context;
    this.at = at;
    this.faults = new DocumentFaults(context);
  }

  protected get byte(): number {
    return this.context.entry.json.bytes[this.at] as number;
  }

  /** The first byte behind the one at `at` that is no white space; -1 when the source has ended, null when more is needed. */
  protected peek(): number | null {
    const { json } = this.context.entry;
    const next = json.skipSpace(this.at + 1);
    if (next < json.end) return json.bytes[next] as number;
    return this.context.window.atEnd ? -1 : null;
  }

  /** True when a comma and the name of a member follow the bracket at `at`. */
  protected isBeforeMember(): boolean {
    const { json } = this.context.entry;
    const behind = json.skipSpace(json.skipSpace(this.at + 1) + 1);
    return behind < json.end && json.bytes[behind] === QUOTE;
  }

  /** Reports a fault at `at` that needs no repair but to go on. */
  protected reportHere(fault: PlacedFault['fault']): void {
    this.faults.report({ fault, at: this.at });
  }

  /** Steps over a comment; null when there is none. */
  protected comment(): Step | null {
    const { entry, window } = this.context;
    const next = skipComment(entry.json, this.at, window.atEnd);
    if (next === this.at) return null;
    if (next === NEED_MORE) return 'more';
    this.reportHere('comment');
    this.at = next;
    return 'on';
  }

  /**
   * It is not known how the text continues behind `json.errorAt`, in a value that starts at `start`. The rest is
   * searched: in a list for the next event, before it for the list.
   */
  protected lose(start: number, then?: string): Step {
    const { entry } = this.context;
    const listed = this.state === 'elements' || this.state === 'afterElement' || this.closedAt >= 0;
    if (this.state === 'afterElement' || this.state === 'afterMember') entry.json.errorAt = this.at;
    this.faults.report(this.faults.met(start), then);
    this.isLost = true;
    this.whole = -1;
    this.explanation = this.faults.first;
    if (listed ? this.first !== 'event' && !this.isObject : !this.isObject) return 'stop';
    this.state = listed ? 'seekEvent' : 'seekList';
    this.lostAt = entry.json.errorAt;
    this.at = listed ? this.at + 1 : start;
    return 'on';
  }

  /** As `skipValue`; a number or word that continues where it ought to end is no JSON either. */
  protected valueEnd(value: number): number {
    const { json } = this.context.entry;
    const next = json.skipValue(value);
    if (next < 0 || !isWordByte(json.bytes[next]) || !isWordByte(json.bytes[next - 1])) return next;
    json.errorAt = next;
    return BAD;
  }

  /** Reports bytes that are no UTF-8 in members of the document; those of an event are reported with the event. */
  reportBadUtf8(): void {
    if (this.badUtf8 < 0 || this.format === 'event') return;
    this.faults.reportBadUtf8(this.badUtf8 - this.context.window.base);
    this.badUtf8 = -1;
  }
}
