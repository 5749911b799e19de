import { formatCount } from '@openwop-inspector/base';
import { FLAG } from '../index/event-columns.ts';
import { KEY } from '../scan/event-keys.ts';
import { classOfEntry } from './entry-class.ts';
import { placeAt, type ReadContext } from './read-context.ts';

/** Counts the brackets of a value that is read piece by piece. */
class BracketCount {
  private depth = 0;
  private isQuoted = false;
  private isEscaped = false;

  /** Steps through `bytes[from, end)`; answers the place behind the value's end, -1 when it continues. */
  step(bytes: Uint8Array, from: number, end: number): number {
    for (let i = from; i < end; i++) {
      const c = bytes[i];
      if (this.isQuoted) {
        if (this.isEscaped) this.isEscaped = false;
        else if (c === 0x5c) this.isEscaped = true;
        else if (c === 0x22) this.isQuoted = false;
      } else if (c === 0x22) this.isQuoted = true;
      else if (c === 0x7b || c === 0x5b) this.depth++;
      else if ((c === 0x7d || c === 0x5d) && --this.depth === 0) return i + 1;
    }
    return -1;
  }
}

/**
 * Steps over an object that is larger than an event may be, without keeping it. What was read of its fields before the
 * limit makes a row marked `oversize`, with a `too_large` problem; its payload can only be inspected as raw bytes.
 * Answers the place behind it in the window (the window's end when the source ends first).
 */
export async function skipHuge(context: ReadContext, at: number, line: number): Promise<number> {
  const { window, entry, index } = context;
  entry.scan(at);
  const place = placeAt(context, at, 0, line);
  const isEvent = classOfEntry(entry) === 'event' || entry.text(KEY.type) !== null;
  const ordinal = isEvent ? context.fast.addEvent(entry, at, place) : -1;
  const brackets = new BracketCount();
  let from = at;
  let behind = -1;
  for (;;) {
    behind = brackets.step(entry.json.bytes, from, entry.json.end);
    if (behind >= 0 || context.pause()) break;
    if (!(await window.more(entry.json.end))) break;
    from = window.start;
  }
  const end = behind >= 0 ? behind : entry.json.end;
  const length = window.base + end - place.offset;
  const message = `This event is ${formatCount(length)} bytes; events over 64 MiB are displayed as raw bytes`;
  if (ordinal >= 0) {
    index.columns.byteLength[ordinal] = Math.min(length, 0xffffffff);
    index.columns.mark(ordinal, FLAG.oversize);
    index.problemOf('too_large', message, ordinal);
  } else index.addUnreadable({ ...place, length }, message, 'too_large');
  if (behind < 0)
    index.problemAt(
      'ends_early',
      `The file ends at byte ${formatCount(window.base + end)}, in the middle of a value`,
      place,
    );
  return end;
}
