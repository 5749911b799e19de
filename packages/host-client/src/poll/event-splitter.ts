/** Polls of the JSON log: their query, and the events of an answer, found while it comes. */
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '@openwop-inspector/base';
import type { ProtocolMajor } from '../connection.ts';

/** Maximum number of events in an answer; hosts without a limit ignore it. */
const POLL_LIMIT = 1000;

interface SplitListener {
  /** One element of the array, as it came. */
  readonly onElement: (text: string) => void;
  /** One that is larger than a frame may be; only its beginning is reported. */
  readonly onTooLarge: (beginning: string) => void;
}

const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

const MAX_ELEMENT = 16 * 1024 * 1024;
const MAX_AROUND = 1024 * 1024;
const MAX_DISPLAYED = 2048;
/** The name that the events stand under. */
const EVENTS_NAME = Uint8Array.from('events', (letter) => letter.charCodeAt(0));

/**
 * Splits one JSON document: the elements of an array, or of the array under `events` of an object. Whether the elements
 * are JSON is for their reader to say. O(bytes); holds one element.
 */
export class EventSplitter {
  private readonly listener: SplitListener;
  private readonly mostElement: number;
  private readonly aroundDecoder = new TextDecoder();
  private readonly elementDecoder = new TextDecoder();
  private chunk: Uint8Array = new Uint8Array();
  private depth = 0;
  private isString = false;
  private isEscaped = false;
  /** Depth inside the array of the events, -1 outside of it. */
  private eventsDepth = -1;
  private hasEvents = false;
  private isWhole = false;
  /** What begins with something else is no document with events. */
  private isForeign = false;
  private around = '';
  /** Where in the chunk begins what is not taken yet. */
  private from = 0;
  /** Bytes of the last string of the document that are those of the name of the events; -1 when it is another. */
  private matched = -1;
  /** What was read last is that name and its colon. */
  private isNamed = false;
  /** The element so far, null between two. */
  private element: { text: string; bytes: number } | null = null;

  constructor(listener: SplitListener, mostElement: number = MAX_ELEMENT) {
    this.listener = listener;
    this.mostElement = mostElement;
  }

  /** Bytes as they come, cut anywhere. Elements are reported meanwhile. */
  push(bytes: Uint8Array): void {
    if (this.isWhole) return;
    this.chunk = bytes;
    this.from = 0;
    let at = 0;
    while (at < bytes.length && !this.isWhole && !this.isForeign)
      at = this.isString ? this.inString(at) : this.at(at);
    // What is behind the document is no part of it, wherever the chunk ends.
    if (!this.isWhole) this.take(bytes.length);
  }

  /**
   * What is around the events: whether the text was an array or had one under `events`, whether brackets are open, and
   * the document without its events, cut after 1 MiB.
   */
  end() {
    const { hasEvents, isForeign, depth, around } = this;
    return { hasEvents, isOpen: !isForeign && depth > 0, around };
  }

  /** Place behind the string, or behind the chunk when it continues. */
  private inString(from: number): number {
    const { chunk } = this;
    let at = from;
    while (this.matched >= 0 && at < chunk.length && chunk[at] !== QUOTE)
      this.matched = chunk[at++] === EVENTS_NAME[this.matched] ? this.matched + 1 : -1;
    // The one byte that did not match may be a backslash.
    if (at > from && chunk[at - 1] === BACKSLASH) at--;
    if (this.isEscaped) {
      this.isEscaped = false;
      at++;
    }
    for (; at < chunk.length; at++) {
      const code = chunk[at];
      if (code === QUOTE) {
        this.isString = false;
        return at + 1;
      }
      if (code === BACKSLASH) at++;
    }
    this.isEscaped = at > chunk.length;
    return chunk.length;
  }

  private at(at: number): number {
    const code = this.chunk[at] ?? 0;
    if (code <= 32) return at + 1;
    const isNamed = this.isNamed && code === OPEN_ARRAY;
    this.isNamed = code === COLON && this.matched === EVENTS_NAME.length;
    this.matched = code === QUOTE && this.depth === 1 && this.element === null ? 0 : -1;
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) this.open(at, code === OPEN_ARRAY, isNamed);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) this.close(at);
    else if (code === COMMA) {
      if (this.depth === this.eventsDepth) this.endElement(at, at + 1);
    } else {
      this.isForeign = this.depth === 0 && !BYTE_ORDER_MARK.includes(code);
      this.beginElement(at);
      this.isString = code === QUOTE;
    }
    return at + 1;
  }

  private open(at: number, isArray: boolean, isNamed: boolean): void {
    this.beginElement(at);
    const isOfEvents = isArray && this.element === null && (this.depth === 0 || isNamed);
    this.depth++;
    if (!isOfEvents) return;
    this.take(at + 1);
    this.hasEvents = true;
    this.eventsDepth = this.depth;
  }

  private close(at: number): void {
    if (this.depth === this.eventsDepth) {
      this.endElement(at, at);
      this.eventsDepth = -1;
    }
    this.depth--;
    if (this.depth > 0) return;
    this.take(at + 1);
    this.isWhole = true;
  }

  private beginElement(at: number): void {
    if (this.depth !== this.eventsDepth || this.element !== null) return;
    this.from = at;
    this.element = { text: '', bytes: 0 };
  }

  private endElement(at: number, next: number): void {
    this.take(at);
    this.from = next;
    const { element } = this;
    this.element = null;
    if (element === null) return;
    const text = element.text + this.elementDecoder.decode();
    if (element.bytes > this.mostElement) this.listener.onTooLarge(text.slice(0, MAX_DISPLAYED));
    else this.listener.onElement(text.trimEnd());
  }

  /** Takes what was read up to a place, to the element or to what is around the events. */
  private take(to: number): void {
    const bytes = this.chunk.subarray(this.from, to);
    this.from = to;
    if (this.element !== null) {
      this.element.bytes += bytes.length;
      if (this.element.bytes <= this.mostElement || this.element.text === '')
        this.element.text += this.elementDecoder.decode(bytes, { stream: true });
    } else if (this.eventsDepth < 0 || this.depth !== this.eventsDepth) {
      this.around += this.aroundDecoder.decode(bytes, { stream: true });
      // What is cut cannot be read as a whole any more; its end is stored for the name of the events.
      if (this.around.length > MAX_AROUND) this.around = this.around.slice(-MAX_DISPLAYED);
    }
  }
}

/** Seconds that a poll of v2 waits for news, which every host may do: the least. */
const SHORTEST_WAIT = '1';

/**
 * Query of a poll that continues behind `cursor` (section 7): one less than stored under both names, since one host skips
 * the event behind the cursor and one knows only the old name; no cursor at all on the first poll. In v2 the cursor is
 * exclusive (bundles 12.3), and never sent under the names of v1: a host that ignores it answers with the whole log.
 */
export function pollQuery(cursor: number | null, major: ProtocolMajor = 1): Record<string, string> {
  if (major === 2) {
    const after = cursor === null || cursor < 0 ? {} : { afterSequence: String(cursor) };
    return { ...after, timeout: SHORTEST_WAIT };
  }
  const limit = { limit: String(POLL_LIMIT) };
  if (cursor === null) return limit;
  const from = String(Math.max(-1, cursor - 1));
  return { lastSequence: from, since: from, ...limit };
}
