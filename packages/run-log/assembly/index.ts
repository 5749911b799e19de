/**
 * The fast scanner: reads events out of a window of text into rows of a batch, until it meets something that it leaves
 * to the caller: what is no event, what is not sound, what is rare. Events among that come back reduced.
 */
import { at, setText, skipSpace } from '../../base/assembly/json';
import { isTypeNew, readEvent, setReduced } from './event';
import { BATCH, REDUCED } from './layout';
import { fullKind, startNames } from './names';

export { found, stringEnd, useStack, utf8Fault, valueEnd } from '../../base/assembly/json-program';
export { forgetLooks, setLook } from './event';
export { setSeeds } from './hashes';
export { learnKey, learnSchemaKey } from './keys';
export { forgetNames, nameCount, nameEntry } from './names';

/** Why a batch ended. */
const LEFT: u32 = 0;
const BATCH_FULL: u32 = 1;
const NEW_TYPE: u32 = 2;
const NAMES_FULL: u32 = 3;

let rows: u32 = 0;
let stop: u32 = LEFT;
let line: u32 = 0;

/** Rows of the last batch. */
export function rowCount(): u32 {
  return rows;
}

export function whyStopped(): u32 {
  return stop;
}

/** Kind of names without room, after a stop for that. */
export function whichIsFull(): u32 {
  return fullKind - 1;
}

/** Line at the place that was reached. */
export function lineReached(): u32 {
  return line;
}

function start(end: usize, breaks: bool, reduced: bool): void {
  setText(end, breaks, false);
  setReduced(reduced);
  startNames();
  rows = 0;
  stop = LEFT;
}

/** Takes the event at `from` as the next row, as `readEvent`. */
function take(from: usize, text: usize, last: usize = 0): usize {
  const next = readEvent(from, rows, text, line, last);
  if (next != 0) {
    rows++;
    if (rows == BATCH) stop = BATCH_FULL;
  } else if (fullKind != 0) stop = NAMES_FULL;
  else if (isTypeNew) stop = NEW_TYPE;
  return next;
}

/**
 * Reads events of one line each from `from` on, in a text from `text` to `end` with a quote behind it. Answers the place
 * behind the last one taken, or `from`.
 */
export function readLines(text: usize, from: usize, end: usize, firstLine: u32, valueLine: u32): usize {
  start(end, false, false);
  line = firstLine;
  let i = from;
  let taken = from;
  let lineTaken = firstLine;
  let lastLine = valueLine;
  while (stop == LEFT) {
    let c = at(i);
    while (c <= 0x20 && i < end) {
      if (c == 0x0a) line++;
      else if (c != 0x20 && c != 0x0d && c != 0x09) break;
      c = at(++i);
    }
    if (i >= end || c != 0x7b || line == lastLine) break;
    i = take(i, text);
    if (i == 0) break;
    taken = i;
    lineTaken = line;
    lastLine = line;
  }
  line = lineTaken;
  return taken;
}

/** Reads the events of a list, from the brace of one on, with single commas between them. */
export function readList(text: usize, from: usize, end: usize): usize {
  start(end, true, false);
  line = 0;
  let i = from;
  let taken = from;
  while (stop == LEFT && i < end && at(i) == 0x7b) {
    i = take(i, text);
    if (i == 0) break;
    taken = i;
    i = skipSpace(i);
    if (i >= end || at(i) != 0x2c) break;
    i = skipSpace(i + 1);
  }
  return taken;
}

/**
 * Reads the entry at REDUCED, of `length` bytes with a quote behind them, as an event, whatever it is: JSON with the
 * members that are read here, each once, and no others. Its row has no shape.
 */
export function readReduced(length: u32): void {
  start(REDUCED + length, false, true);
  line = 0;
  take(REDUCED, REDUCED);
}

/**
 * Reads the events of a stream from the beginning of a frame on, each in a frame of its own with one line of data, lines
 * ended by LF. Frames without data are stepped over. Answers the place behind the last frame taken, or `from`.
 */
export function readFrames(text: usize, from: usize, end: usize, firstLine: u32): usize {
  start(end, false, false);
  line = firstLine;
  let taken = from;
  while (stop == LEFT) {
    const next = readFrame(taken, text, end);
    if (next == 0) break;
    taken = next;
  }
  return taken;
}

/**
 * Place behind the frame at `from`, 0 when it is left; `line` is then as before. The event is read once the frame has
 * been seen whole: of one that is left no name may stay behind.
 */
function readFrame(from: usize, text: usize, end: usize): usize {
  let lines: u32 = 0;
  let value: usize = 0;
  let valueEnd: usize = 0;
  let i = from;
  while (i < end && at(i) != 0x0a) {
    const stop = lineEnd(i, end);
    if (stop >= end || at(stop) != 0x0a) return 0;
    // `data`, with nothing or anything behind it.
    if (load<u32>(i) == 0x61746164) {
      if (value != 0 || at(i + 4) != 0x3a) return 0;
      value = i + (at(i + 5) == 0x20 ? 6 : 5);
      valueEnd = stop;
      if (at(value) != 0x7b) return 0;
    }
    i = stop + 1;
    lines++;
  }
  if (i >= end) return 0;
  if (value != 0 && take(value, text, valueEnd) == 0) return 0;
  line += lines + 1;
  return i + 1;
}

/** Place of the line feed or carriage return at or behind `from`, or of `end`. */
function lineEnd(from: usize, end: usize): usize {
  for (let i = from; i < end; i += 16) {
    const text = v128.load(i);
    const breaks = v128.or(v128.eq<i8>(text, i8x16.splat(0x0a)), v128.eq<i8>(text, i8x16.splat(0x0d)));
    const found = v128.bitmask<i8>(breaks);
    if (found != 0) return min(end, i + ctz<u32>(found));
  }
  return end;
}
