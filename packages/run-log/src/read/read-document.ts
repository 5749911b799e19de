import { KEY, keyBit } from '../scan/event-keys.ts';
import { BAD, NEED_MORE } from '../scan/json-bytes.ts';
import { bundleFormat, findNextEvent, isBundleWithoutList, isExportBundle } from './document-shape.ts';
import { classOfEntry, type EntryClass, listFormat } from './entry-class.ts';
import { explainDocument, explainList } from './explain.ts';
import { noteCut } from './note-cut.ts';
import {
  emptyResult,
  MAX_EVENT_BYTES,
  MAX_HEADER_BYTES,
  type ReadContext,
  type ReadResult,
} from './read-context.ts';
import { noteBadUtf8, readLines } from './read-lines.ts';
import { readSingleEntry } from './read-single-entry.ts';
import { skipHuge } from './skip-huge.ts';

const decoder = new TextDecoder();

/** How a step of the document ended. `stop` ends the reading of this source. */
type Step = 'on' | 'more' | 'huge' | 'stop' | 'cut';

/**
 * Reads a JSON document: an array of entries, or an object that holds an `events` array (bundle, poll answer) or is
 * itself one entry. Entries are read as they come; the document is never held whole. A document that stops in the
 * middle gives every entry before the cut and `ends_early`; its shape then counts as assumed.
 */
export async function readDocument(context: ReadContext, at: number): Promise<ReadResult> {
  const reader = new DocumentReader(context, at);
  for (;;) {
    const step = reader.step();
    if (context.pause()) return { ...reader.result('unknown'), cancelled: true };
    if (step === 'stop') return reader.finish();
    if (step === 'huge') await reader.stepOverHuge();
    else if (step === 'cut' || !(await reader.more())) return reader.finishCut();
  }
}

type State = 'start' | 'members' | 'elements' | 'afterElement' | 'afterMember' | 'behind';

class DocumentReader {
  private readonly context: ReadContext;
  private at: number;
  /** Start of the whole object while it may still turn out to be one entry; -1 afterwards. */
  private whole = -1;
  private state: State = 'start';
  private isObject = false;
  private keys = 0;
  private arrays = 0;
  private first: EntryClass | null = null;
  private readonly header = new Map<string, unknown>();
  private format: ReadResult['format'] = 'unknown';
  private explanation: string | null = null;
  private elements = 0;
  /** Where the value in hand starts, for the message about a cut. */
  private inside = 'the document';

  constructor(context: ReadContext, at: number) {
    this.context = context;
    this.at = at;
  }

  async more(): Promise<boolean> {
    const { window } = this.context;
    const keep = this.whole >= 0 ? this.whole : this.at;
    const shift = this.at - keep;
    const got = await window.more(keep);
    if (this.whole >= 0) this.whole = window.start;
    this.at = window.start + shift;
    return got;
  }

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
    switch (this.state) {
      case 'start':
        return this.open();
      case 'members':
        return this.member();
      case 'elements':
        return this.isObjectList() ? this.scanElements() : this.firstElement();
      case 'afterElement':
        return this.afterElement();
      case 'afterMember':
        return this.afterMember();
    }
  }

  private open(): Step {
    const c = this.context.entry.json.bytes[this.at];
    this.isObject = c === 0x7b;
    if (this.isObject) this.whole = this.at;
    this.state = this.isObject ? 'members' : 'elements';
    this.at++;
    return 'on';
  }

  private member(): Step {
    const { json } = this.context.entry;
    const bytes = json.bytes;
    if (bytes[this.at] === 0x7d) return this.closeObject();
    const keyStart = this.at + 1;
    if (bytes[this.at] !== 0x22) return this.broken(this.at);
    json.sawEscape = false;
    const keyEnd = json.skipString(keyStart);
    if (keyEnd < 0) return keyEnd === NEED_MORE ? 'more' : this.broken(json.errorAt);
    const colon = json.skipSpace(keyEnd);
    if (colon >= json.end) return 'more';
    if (bytes[colon] !== 0x3a) return this.broken(colon);
    const value = json.skipSpace(colon + 1);
    if (value >= json.end) return 'more';
    const bit = json.sawEscape ? 0 : keyBit(bytes, keyStart, keyEnd - 1);
    if (bit === KEY.events && bytes[value] === 0x5b) {
      this.keys |= bit;
      this.arrays |= bit;
      this.whole = -1;
      this.at = value + 1;
      this.state = 'elements';
      return 'on';
    }
    return this.plainMember(bit, keyStart - 1, keyEnd, value);
  }

  /** A member that is not the list of events: kept as a value when it is not too large. */
  private plainMember(bit: number, keyStart: number, keyEnd: number, value: number): Step {
    const { json } = this.context.entry;
    const next = json.skipValue(value);
    if (next === NEED_MORE) {
      this.inside = 'a member of the document';
      // A single huge event is met here: its payload is a member that does not end.
      if (json.end - (this.whole >= 0 ? this.whole : value) > MAX_EVENT_BYTES)
        return this.whole >= 0 ? 'huge' : 'cut';
      return 'more';
    }
    if (next === BAD) return this.broken(json.errorAt);
    const key: unknown = JSON.parse(decoder.decode(json.bytes.subarray(keyStart, keyEnd)));
    this.keys |= bit;
    const first = json.bytes[value];
    if (first === 0x5b) this.arrays |= bit;
    if (typeof key === 'string' && next - value <= MAX_HEADER_BYTES && json.depth <= 512) {
      this.header.set(key, JSON.parse(decoder.decode(json.bytes.subarray(value, next))));
    }
    this.at = next;
    this.state = 'afterMember';
    return 'on';
  }

  private afterMember(): Step {
    const c = this.context.entry.json.bytes[this.at];
    if (c === 0x7d) return this.closeObject();
    if (c !== 0x2c) return this.broken(this.at);
    this.at++;
    this.state = 'members';
    return 'on';
  }

  private closeObject(): Step {
    this.at++;
    this.state = 'behind';
    if ((this.arrays & KEY.events) !== 0) {
      this.format = bundleFormat(this.keys, this.header);
      return 'on';
    }
    if (isBundleWithoutList(this.keys)) {
      this.explanation = 'A debug bundle whose "events" is not an array cannot be opened';
      this.problem('events_not_array', this.explanation);
      return 'on';
    }
    if (isExportBundle(this.keys)) {
      this.format = 'export-bundle';
      this.explanation = explainDocument(this.header);
      return 'on';
    }
    const single = readSingleEntry(this.context, this.whole, this.at);
    this.format = single.format;
    this.explanation = single.isKnown ? single.explanation : explainDocument(this.header);
    return 'on';
  }

  private isObjectList(): boolean {
    return this.first !== null || this.isObject;
  }

  /** The first object of an array decides what the array is; what stands before it is unreadable. */
  private firstElement(): Step {
    const { entry } = this.context;
    const json = entry.json;
    const c = json.bytes[this.at];
    if (c === 0x5d) return this.closeArray();
    if (c !== 0x7b) return this.oddElement();
    const next = entry.scan(this.at);
    if (next === NEED_MORE && json.end - this.at > MAX_EVENT_BYTES) this.first = 'event';
    else if (next === NEED_MORE) return 'more';
    else if (next === BAD) return this.broken(json.errorAt);
    else this.first = classOfEntry(entry);
    this.format = listFormat(this.first ?? 'other');
    if (this.format !== 'unknown') return 'on';
    this.explanation = explainList(entry.parse(this.at, Math.max(next, this.at)));
    if (json.badUtf8At >= 0)
      this.problem('invalid_utf8', `Byte ${this.context.window.base + json.badUtf8At} is no UTF-8`);
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
    for (;;) {
      this.at = at;
      if (bytes[at] !== 0x7b) return this.oddElement();
      json.badUtf8At = -1;
      const next = entry.scan(at);
      if (next === NEED_MORE) {
        this.inside = `entry ${this.elements + 1}`;
        return end - at > MAX_EVENT_BYTES ? 'huge' : 'more';
      }
      if (next === BAD) return this.broken(json.errorAt);
      place.offset = window.base + at;
      place.length = next - at;
      this.elements++;
      if (events) {
        const ordinal = index.addEvent(entry, place, null);
        if (json.badUtf8At >= 0) noteBadUtf8(this.context, ordinal, json.badUtf8At);
      } else this.addOther(place);
      at = json.skipSpace(next);
      if (at >= end || bytes[at] !== 0x2c) {
        this.at = at;
        this.state = 'afterElement';
        return 'on';
      }
      at = json.skipSpace(at + 1);
      if (at >= end) {
        this.at = at;
        return 'more';
      }
    }
  }

  private addOther(place: { source: number; offset: number; length: number; line: number }): void {
    const { entry, index } = this.context;
    if (this.first === 'envelope') index.addEnvelope(entry, place);
    else {
      index.entries++;
      index.aghMessages++;
    }
  }

  /** An element that is not an object, or the end of the array. */
  private oddElement(): Step {
    const { json } = this.context.entry;
    if (json.bytes[this.at] === 0x5d) return this.closeArray();
    const next = json.skipValue(this.at);
    if (next === NEED_MORE) return json.end - this.at > MAX_EVENT_BYTES ? 'cut' : 'more';
    if (next === BAD) return this.broken(json.errorAt);
    const { index, window, sourceNumber } = this.context;
    const place = { source: sourceNumber, offset: window.base + this.at, length: next - this.at, line: 0 };
    if (json.depth > 64) this.problem('too_deep', `Nesting deeper than 64 levels at byte ${place.offset}`);
    index.addUnreadable(place, `Entry ${this.elements + 1} is not an object`);
    this.elements++;
    this.at = next;
    this.state = 'afterElement';
    return 'on';
  }

  private afterElement(): Step {
    const c = this.context.entry.json.bytes[this.at];
    if (c === 0x5d) return this.closeArray();
    if (c !== 0x2c) return this.broken(this.at);
    this.at++;
    this.state = 'elements';
    return 'on';
  }

  private closeArray(): Step {
    this.at++;
    this.state = this.isObject ? 'afterMember' : 'behind';
    if (!this.isObject && this.first === null) {
      this.explanation =
        this.elements === 0 ? 'An empty array: no event, no envelope' : 'An array without any object';
    }
    return 'on';
  }

  /**
   * The text is not JSON at `errorAt`. The rest is searched for the next entry, so that one bad entry does not cost
   * those behind it.
   */
  private broken(errorAt: number): Step {
    const { entry, index, window } = this.context;
    const offset = window.base + errorAt;
    const listed = this.state === 'elements' || this.state === 'afterElement';
    this.problem('bad_line', `The document is not JSON at byte ${offset}`, offset);
    if (!listed || (this.first !== 'event' && !this.isObject)) {
      this.explanation = `The document is not JSON at byte ${offset}`;
      return 'stop';
    }
    index.entries++;
    index.unreadable++;
    this.elements++;
    const next = findNextEvent(entry, Math.max(errorAt, this.at + 1));
    if (next >= 0) {
      this.at = next;
      this.state = 'elements';
      return 'on';
    }
    this.explanation = `The document is not JSON at byte ${offset}; nothing readable follows`;
    return 'stop';
  }

  private problem(
    code: 'bad_line' | 'events_not_array' | 'invalid_utf8' | 'too_deep',
    message: string,
    offset?: number,
  ): void {
    const { index, window, sourceNumber } = this.context;
    const place = { source: sourceNumber, offset: offset ?? window.base + this.at, length: 0, line: 0 };
    index.problemAt(code, message, place);
  }

  async stepOverHuge(): Promise<void> {
    const start = this.whole >= 0 ? this.whole : this.at;
    this.at = await skipHuge(this.context, start, 0, null);
    if (this.whole >= 0) {
      this.format = 'event';
      this.state = 'behind';
      this.whole = -1;
    } else this.state = 'afterElement';
    this.elements++;
  }

  result(format: ReadResult['format']): ReadResult {
    const items = this.header.get('items');
    return {
      ...emptyResult(format),
      header: this.header,
      explanation: this.explanation,
      items: format === 'export-bundle' && Array.isArray(items) ? items.length : 0,
    };
  }

  async finish(): Promise<ReadResult> {
    const { json } = this.context.entry;
    let rest = json.skipSpace(this.at);
    while (rest >= json.end && this.state === 'behind') {
      this.whole = -1;
      this.at = rest;
      if (!(await this.more())) break;
      rest = json.skipSpace(this.at);
    }
    if (this.state === 'behind' && rest < json.end) return this.finishWithRest(rest);
    return this.result(this.format);
  }

  /** More text follows the document: further values a line each, or something that does not belong there. */
  private async finishWithRest(rest: number): Promise<ReadResult> {
    const { index, entry, window } = this.context;
    if (entry.json.bytes[rest] === 0x7b && (this.format === 'event' || this.format === 'envelope')) {
      const lines = await readLines(this.context, rest, 2);
      return { ...lines, header: this.header };
    }
    const offset = window.base + rest;
    index.problemAt('trailing_data', `Text follows the end of the document at byte ${offset}`, {
      source: this.context.sourceNumber,
      offset,
      length: 0,
      line: 0,
    });
    return this.result(this.format);
  }

  /** The source ended inside the document. */
  finishCut(): ReadResult {
    const isBundle = (this.arrays & KEY.events) !== 0;
    const assumed = !this.isObject
      ? this.format
      : isBundle
        ? bundleFormat(this.keys, this.header)
        : 'unknown';
    this.explanation = noteCut(this.context, this.whole >= 0 ? this.whole : this.at, this.inside);
    return { ...this.result('unknown'), assumed, endsEarly: true };
  }
}
