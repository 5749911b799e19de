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
import type { EntryPlace } from '../index/event-columns.ts';
import { KEY } from '../scan/event-keys.ts';
import { mendValue } from '../scan/mend-json.ts';
import { classOfEntry, FORMATS, findEventList, findNextEvent, messageIn } from './detect.ts';
import { explainList } from './explain.ts';
import { MemberReader, type Step } from './member-reader.ts';
import { addEvent, MAX_EVENT_BYTES, placeAt } from './read-context.ts';

/**
 * Steps through one JSON document. Text that is not JSON is reported with its place, and the reading continues behind it: a
 * member or an entry that can be read over costs itself at most, and behind one that cannot the next event is searched for.
 */
export class DocumentReader extends MemberReader {
  private elements = 0;

  /** Reads until something is wanted. */
  step(): Step {
    for (;;) {
      const step = this.advance();
      if (step !== 'on') return step;
    }
  }

  private advance(): Step {
    const { json } = this.context.entry;
    this.at = json.skipSpace(this.at);
    if (this.state === 'behind') return 'stop';
    if (this.at >= json.end) return 'more';
    if (this.state === 'start') return this.open();
    if (this.state === 'members') return this.member();
    if (this.state === 'elements') return this.isObjectList() ? this.scanElements() : this.firstElement();
    if (this.state === 'afterElement') return this.afterElement();
    if (this.state === 'afterMember') return this.afterMember();
    if (this.state === 'seekList') return this.seek(findEventList(this.context.entry, this.at));
    return this.seek(findNextEvent(this.context.entry, this.at, this.lostAt));
  }

  private open(): Step {
    const c = this.byte;
    if (c !== OPEN_OBJECT && c !== OPEN_ARRAY) return this.comment() ?? 'stop';
    this.isObject = c === OPEN_OBJECT;
    if (this.isObject) this.whole = this.at;
    return this.goOn(this.at + 1, this.isObject ? 'members' : 'elements');
  }

  private isObjectList(): boolean {
    return this.first !== null || this.isObject;
  }

  /** The first object of an array decides what the array is; what is before it is unreadable. */
  private firstElement(): Step {
    const { entry } = this.context;
    const json = entry.json;
    if (this.byte !== OPEN_OBJECT) return this.oddElement();
    json.badUtf8At = -1;
    const next = entry.scan(this.at);
    if (next === NEED_MORE && json.end - this.at > MAX_EVENT_BYTES) this.first = 'event';
    else if (next === NEED_MORE) return 'more';
    else if (next === BAD) return this.badElement();
    else {
      const kind = classOfEntry(entry);
      this.first = messageIn(this.context, kind, this.at, next) === null ? kind : 'agh';
    }
    this.format = FORMATS[this.first ?? 'other'].list;
    if (this.format !== 'unknown') return 'on';
    this.explanation = explainList(entry.parse(this.at, Math.max(next, this.at)));
    if (json.badUtf8At >= 0) this.faults.reportBadUtf8(json.badUtf8At);
    return 'stop';
  }

  /** The hot loop: object after object. */
  private scanElements(): Step {
    const { entry, index, window, sourceNumber } = this.context;
    const json = entry.json;
    const bytes = json.bytes;
    const end = json.end;
    const place = { source: sourceNumber, offset: 0, length: 0, line: 0 };
    const events = this.isObject || this.first === 'event';
    let at = this.at;
    if (bytes[at] !== OPEN_OBJECT) return this.oddElement();
    for (;;) {
      this.at = at;
      let next = events ? this.takeFast(at) : at;
      if (next === at) {
        json.badUtf8At = -1;
        next = entry.scan(at);
        if (next === NEED_MORE) {
          this.inside = `entry ${this.elements + 1}`;
          return end - at > MAX_EVENT_BYTES ? 'huge' : 'more';
        }
        if (next === BAD) return this.badElement();
        place.offset = window.base + at;
        place.length = next - at;
        this.elements++;
        const isMessage = !events || entry.text(KEY.protocol) !== null;
        const message = isMessage ? messageIn(this.context, classOfEntry(entry), at, next) : null;
        if (message !== null) {
          index.addMessage(message, place);
          if (json.badUtf8At >= 0) this.faults.reportBadUtf8(json.badUtf8At);
        } else if (events || (this.first === 'agh' && classOfEntry(entry) === 'event')) {
          addEvent(this.context, at, place);
        } else this.addOther(place);
      }
      at = json.skipSpace(next);
      const comma = at;
      if (at < end && bytes[at] === COMMA) at = json.skipSpace(at + 1);
      if (comma === at || at >= end || bytes[at] !== OPEN_OBJECT) {
        this.at = comma;
        this.state = 'afterElement';
        return at >= end ? 'more' : 'on';
      }
    }
  }

  /** Takes events by the fast scanner from `at` on; answers the place behind them. */
  private takeFast(at: number): number {
    const { fast, entry, window, index } = this.context;
    const first = index.columns.length;
    const behind = fast.takeList(entry.json.bytes, at, entry.json.end, window.base);
    this.elements += index.columns.length - first;
    // What was found in text before these events is none of what comes behind them.
    if (behind > at) entry.json.badUtf8At = -1;
    return behind;
  }

  private addOther(place: EntryPlace): void {
    const { entry, index } = this.context;
    if (this.first === 'envelope') index.addEnvelope(entry, place);
    else index.addUnreadable(place, `Entry ${this.elements} is neither a message nor an event`);
    if (entry.json.badUtf8At >= 0) this.faults.reportBadUtf8(entry.json.badUtf8At);
  }

  /** An element that is not an object, or the end of the array. */
  private oddElement(): Step {
    const { json } = this.context.entry;
    if (this.byte === CLOSE_ARRAY) return this.closeArray();
    if (this.byte === COMMA) return this.stepOver('extraComma');
    const comment = this.comment();
    if (comment !== null) return comment;
    if (this.byte === OPEN_ARRAY && this.isObjectList()) return this.innerList();
    json.badUtf8At = -1;
    const next = this.valueEnd(this.at);
    if (next === NEED_MORE) return json.end - this.at > MAX_EVENT_BYTES ? 'cut' : 'more';
    if (next === BAD) return this.badElement();
    return this.skipElement(next);
  }

  /** An element that is JSON up to `next`, and no object. */
  private skipElement(next: number): Step {
    const { json } = this.context.entry;
    const { index } = this.context;
    const place = placeAt(this.context, this.at, next - this.at);
    if (json.depth > 64)
      this.faults.problem('too_deep', `Nesting deeper than 64 levels at byte ${place.offset}`, place.offset);
    if (json.badUtf8At >= 0) this.faults.reportBadUtf8(json.badUtf8At);
    index.addUnreadable(place, `Entry ${this.elements + 1} is not an object`);
    this.elements++;
    return this.goOn(next, 'afterElement');
  }

  /** An array among the entries. When it holds events, it is one that was not closed, or pages of a list: they are read. */
  private innerList(): Step {
    const { entry } = this.context;
    const { found } = findNextEvent(entry, this.at + 1, this.at);
    const end = entry.json.skipValue(this.at);
    if (found >= 0 && (end < 0 || found < end)) {
      this.reportHere('openBracket');
      return this.goOn(found, this.state);
    }
    if (end === NEED_MORE) return entry.json.end - this.at > MAX_EVENT_BYTES ? 'cut' : 'more';
    return end === BAD ? this.badElement() : this.skipElement(end);
  }

  /** An element that is not JSON: it is counted, and the next one searched for. */
  private badElement(): Step {
    const { entry, index, window } = this.context;
    const { json } = entry;
    const mended = mendValue(json, this.at, window.atEnd);
    if (mended === NEED_MORE) return 'more';
    const c = this.byte;
    const isEntry = mended !== null || c === OPEN_OBJECT || c === OPEN_ARRAY || c === QUOTE;
    if (!isEntry) return this.lose(this.at);
    index.entries++;
    index.unreadable++;
    this.elements++;
    const then = `entry ${this.elements} cannot be read`;
    if (mended === null) return this.lose(this.at, then);
    for (const fault of mended.faults.slice(0, 1)) this.faults.report(fault, then);
    return this.goOn(mended.next, 'afterElement');
  }

  private afterElement(): Step {
    const c = this.byte;
    if (c === CLOSE_ARRAY) return this.closeArray();
    const next = this.peek();
    if (next === null) return 'more';
    if (c === COMMA) {
      if (next === -1) return 'more';
      if (next === CLOSE_ARRAY) this.reportHere('trailingComma');
      this.at++;
    } else if (c === QUOTE || c === OPEN_OBJECT) this.reportHere('missingComma');
    else if (c === CLOSE_OBJECT) return this.closedWrongly(next);
    else return this.comment() ?? this.lose(this.at);
    this.state = 'elements';
    return 'on';
  }

  /** `}` where a list ends or continues; `next` is the byte behind it, -1 for the end of the source. */
  private closedWrongly(next: number): Step {
    if (next === COMMA && !(this.isObject && this.isBeforeMember())) return this.stepOver('extraBracket');
    this.reportHere('wrongBracket');
    // At the end of a bundle the bracket that is there is the object's own, and the list's is missing.
    if (this.isObject && next !== COMMA && next !== CLOSE_OBJECT) this.at--;
    return this.closeArray();
  }

  private closeArray(): Step {
    this.closedAt = this.context.window.base + this.at;
    this.at++;
    this.state = this.isObject ? 'afterMember' : 'behind';
    if (!this.isObject && this.first === null) {
      this.explanation =
        this.elements === 0 ? 'An empty array: no event, no envelope' : 'An array without any object';
      if (this.faults.first !== null) this.explanation = this.faults.first;
    }
    return 'on';
  }

  private seek({ found, resume }: ReturnType<typeof findNextEvent>): Step {
    if (found < 0) {
      this.at = resume;
      this.lostAt = 0;
      return 'more';
    }
    this.isLost = false;
    this.explanation = null;
    if (this.state !== 'seekList') return this.goOn(found, 'elements');
    this.openList(found);
    return 'on';
  }

  /** An entry, or the whole document, was stepped over by the caller, up to `at`. */
  behindHuge(isWhole: boolean): void {
    if (isWhole) {
      this.format = 'event';
      this.state = 'behind';
      this.whole = -1;
    } else this.state = 'afterElement';
    this.elements++;
  }
}
