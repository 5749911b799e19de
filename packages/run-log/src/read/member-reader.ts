import {
  BAD,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  NEED_MORE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { ENTRY_KEYS, KEY } from '../scan/event-keys.ts';
import { isWordByte, mendName, mendValue, skipComment } from '../scan/mend-json.ts';
import { bundleFormat, type EntryClass, findEventList } from './detect.ts';
import { DocumentFaults, DocumentMembers, type PlacedFault } from './document-members.ts';
import { MAX_EVENT_BYTES, type ReadContext, type ReadResult } from './read-context.ts';

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

/** State of the reader of a document; reads the members of its outermost object, up to the list of events and behind it. */
export class MemberReader {
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
  /** Bit of the member in hand. */
  private bit = 0;

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

  /** Continues at a place of the window, with something else expected there. */
  protected goOn(at: number, state: State): Step {
    this.at = at;
    this.state = state;
    return 'on';
  }

  /** Steps over one sign that is a fault, and costs nothing. */
  protected stepOver(fault: PlacedFault['fault']): Step {
    this.reportHere(fault);
    return this.goOn(this.at + 1, this.state);
  }

  /** Steps over a comment; null when there is none. */
  protected comment(): Step | null {
    const { entry, window } = this.context;
    const next = skipComment(entry.json, this.at, window.atEnd);
    if (next === this.at) return null;
    if (next === NEED_MORE) return 'more';
    this.reportHere('comment');
    return this.goOn(next, this.state);
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
    this.lostAt = entry.json.errorAt;
    return listed ? this.goOn(this.at + 1, 'seekEvent') : this.goOn(start, 'seekList');
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

  protected member(): Step {
    const { json } = this.context.entry;
    const { bytes } = json;
    if (this.byte === CLOSE_OBJECT) return this.closeObject();
    json.errorAt = this.at;
    if (this.byte !== QUOTE) return this.oddMember();
    json.badUtf8At = -1;
    const keyEnd = json.skipString(this.at + 1);
    if (keyEnd < 0) return keyEnd === NEED_MORE ? 'more' : this.oddMember();
    const colon = json.skipSpace(keyEnd);
    if (colon >= json.end) return 'more';
    json.errorAt = colon;
    if (bytes[colon] !== 0x3a) return this.oddMember();
    const value = json.skipSpace(colon + 1);
    if (value >= json.end) return 'more';
    const bit = ENTRY_KEYS.numberAt(bytes, this.at, keyEnd);
    return this.memberValue(bit, json.textOf(this.at, keyEnd), value);
  }

  /** A member whose name is not as JSON has it, or something that is no member. */
  private oddMember(): Step {
    const { entry, window } = this.context;
    const { json } = entry;
    if (this.byte === COMMA) return this.stepOver('extraComma');
    const comment = this.comment();
    if (comment !== null) return comment;
    const name = mendName(json, this.at, window.atEnd);
    if (name === NEED_MORE) return 'more';
    if (name === null) return this.lose(this.at, 'the end of the member is unknown');
    const value = json.skipSpace(name.next);
    if (value >= json.end) return 'more';
    for (const fault of name.faults) this.faults.report(fault);
    const key = name.text.slice(0, -1);
    return this.memberValue(ENTRY_KEYS.numberOf(scalarText(JSON.parse(key))), key, value);
  }

  /** `key` is the name as a JSON string, `value` the place of the value. */
  private memberValue(bit: number, key: string, value: number): Step {
    const { json } = this.context.entry;
    this.bit = bit;
    if (bit === KEY.events && json.bytes[value] === OPEN_ARRAY) {
      this.reportRepeated(bit, key);
      this.openList(value + 1);
      return 'on';
    }
    if (isMissing(json.bytes[value])) {
      this.faults.report({ fault: 'missingValue', at: value });
      return this.goOn(value, 'afterMember');
    }
    const next = this.valueEnd(value);
    if (next === NEED_MORE) {
      this.inside = 'a member of the document';
      // A single huge event is met here: its payload is a member that does not end.
      if (json.end - (this.whole >= 0 ? this.whole : value) > MAX_EVENT_BYTES)
        return this.whole >= 0 ? 'huge' : 'cut';
      return 'more';
    }
    if (next === BAD) return this.mendMember(bit, key, value);
    this.reportRepeated(bit, key);
    this.members.take(bit, key, json, value, next);
    if (json.badUtf8At >= 0 && this.badUtf8 < 0) this.badUtf8 = this.context.window.base + json.badUtf8At;
    return this.goOn(next, 'afterMember');
  }

  private reportRepeated(bit: number, key: string): void {
    if (!this.members.has(bit, key)) return;
    const what = bit === KEY.events ? 'both lists are read' : 'the last one counts';
    const offset = this.context.window.base + this.at;
    this.faults.problem('duplicate_key', `A member of the document occurs twice; ${what}`, offset);
  }

  protected openList(at: number): void {
    this.members.keys |= KEY.events;
    this.members.arrays |= KEY.events;
    this.whole = -1;
    this.at = at;
    this.state = 'elements';
  }

  /** A member whose value is not JSON: read as a lenient reader would, when its end can be found. */
  private mendMember(bit: number, key: string, value: number): Step {
    const { entry, window } = this.context;
    const mended = mendValue(entry.json, value, window.atEnd);
    if (mended === NEED_MORE) return 'more';
    if (mended === null) return this.lose(value, 'the end of the member is unknown');
    this.reportRepeated(bit, key);
    for (const fault of mended.faults) this.faults.report(fault);
    this.members.takeMended(bit, key, mended.text);
    return this.goOn(mended.next, 'afterMember');
  }

  protected afterMember(): Step {
    const c = this.byte;
    if (c === CLOSE_OBJECT) return this.closeObject();
    const next = this.peek();
    if (next === null) return 'more';
    if (c === COMMA) {
      if (next === -1) return 'more';
      if (next === CLOSE_OBJECT) this.reportHere('trailingComma');
      if (next === OPEN_OBJECT && this.closedAt >= 0) return this.reopenList();
      this.at++;
    } else if (c === QUOTE) this.reportHere('missingComma');
    else if (c === CLOSE_ARRAY) {
      if (next === -1) {
        this.reportHere('wrongBracket');
        return this.closeObject();
      }
      return this.stepOver('extraBracket');
    } else return this.comment() ?? this.lose(this.at, 'what follows in the document is not read');
    this.state = 'members';
    return 'on';
  }

  /** A further entry follows the list of events: the bracket before it was one too many. */
  private reopenList(): Step {
    this.faults.report({ fault: 'extraBracket', at: this.closedAt - this.context.window.base });
    this.state = 'afterElement';
    return 'on';
  }

  private closeObject(): Step {
    const next = this.peek();
    if (next === null) return 'more';
    if (next === CLOSE_OBJECT || (next === COMMA && this.isBeforeMember())) {
      this.state = 'afterMember';
      return this.stepOver('extraBracket');
    }
    this.at++;
    this.state = 'behind';
    const { format, explanation } = this.members.close(this.context, this.faults, this.whole, this.at);
    this.format = format;
    this.explanation = explanation;
    return 'on';
  }

  /** At the end of a source: reads a list of events inside a member whose bracket is not closed; false for none. */
  findListInMember(): boolean {
    const isPayload = (this.bit & (KEY.payload | KEY.data)) !== 0 || (this.members.keys & KEY.type) !== 0;
    const isBefore = this.state === 'members' || this.state === 'afterMember';
    if (!isBefore || isPayload || this.whole < 0) return false;
    const { found } = findEventList(this.context.entry, this.whole);
    if (found < 0) return false;
    this.reportHere('openBracket');
    this.openList(found);
    return true;
  }

  /** The shape as far as it was seen, of a document that was not read to its end. */
  assumedFormat(): ReadResult['format'] {
    if (!this.isObject) return this.format;
    if ((this.members.arrays & KEY.events) !== 0) return bundleFormat(this.members.keys, this.members.header);
    return 'unknown';
  }
}

/** True for a byte that cannot start a value but can stand behind one: there is no value. */
function isMissing(c: number | undefined): boolean {
  return c === COMMA || c === CLOSE_OBJECT || c === CLOSE_ARRAY;
}
