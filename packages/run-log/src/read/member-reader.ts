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
import { mendName, mendValue } from '../scan/mend-json.ts';
import { DocumentCursor, type Step } from './document-cursor.ts';
import { bundleFormat, findEventList } from './document-shape.ts';
import { MAX_EVENT_BYTES, type ReadResult } from './read-context.ts';

/** Reads the members of the outermost object of a document, up to the list of events and behind it. */
export class MemberReader extends DocumentCursor {
  /** Bit of the member in hand. */
  private bit = 0;

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
    if (this.byte === COMMA) {
      this.reportHere('extraComma');
      this.at++;
      return 'on';
    }
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
      this.at = value;
      this.state = 'afterMember';
      return 'on';
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
    this.at = next;
    this.state = 'afterMember';
    return 'on';
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
    this.at = mended.next;
    this.state = 'afterMember';
    return 'on';
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
      this.reportHere('extraBracket');
      this.at++;
      return 'on';
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
      this.reportHere('extraBracket');
      this.at++;
      this.state = 'afterMember';
      return 'on';
    }
    this.at++;
    this.state = 'behind';
    const { format, explanation } = this.members.close(this.context, this.faults, this.whole, this.at);
    this.format = format;
    this.explanation = explanation;
    return 'on';
  }

  /**
   * At the end of a source that ends before a list of events: true when the list is inside a member, a bracket of
   * which is not closed. The list is then read.
   */
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
    return (this.members.arrays & KEY.events) !== 0
      ? bundleFormat(this.members.keys, this.members.header)
      : 'unknown';
  }
}

/** True for a byte that cannot start a value but can stand behind one: there is no value. */
function isMissing(c: number | undefined): boolean {
  return c === COMMA || c === CLOSE_OBJECT || c === CLOSE_ARRAY;
}
