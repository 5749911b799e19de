import { countOf, formatCount } from '@openwop-inspector/base';
import { MAX_DEPTH } from '../index/log-index.ts';
import type { ProblemList } from '../index/problem-list.ts';
import { type ByteSource, SourceError } from '../source/byte-source.ts';
import { bomLength, findNextEvent } from './detect.ts';
import { DocumentReader } from './document-reader.ts';
import { emptyResult, placeAt, type ReadContext, type ReadResult } from './read-context.ts';
import { readLines, skipHuge } from './read-lines.ts';

/**
 * Reads a JSON document: an array of entries, or an object that holds an `events` array (bundle, poll answer) or is
 * itself one entry. Entries are read as they come; the document is never whole in memory. A document that stops in the
 * middle gives every entry before the cut and `ends_early`; its shape then counts as assumed. Documents that follow it
 * are read too, with a problem, since a file of JSON holds one.
 */
export async function readDocument(context: ReadContext, at: number): Promise<ReadResult> {
  let whole: ReadResult | null = null;
  for (let start = at; ; ) {
    const firstRow = context.index.columns.length;
    const reader = new DocumentReader(context, start);
    const { result, next } = await readOne(context, reader);
    whole = whole === null ? result : joined(whole, result);
    if (next < 0) return whole;
    // Events of a later document belong to the run that it names, not to that of the first.
    context.index.inheritRun(result.header, firstRow);
    start = next;
  }
}

interface OneDocument {
  readonly result: ReadResult;
  /** Place of the document that follows; -1 for none. */
  readonly next: number;
}

const last = (result: ReadResult): OneDocument => ({ result, next: -1 });

async function readOne(context: ReadContext, reader: DocumentReader): Promise<OneDocument> {
  for (;;) {
    const step = reader.step();
    if (context.pause()) return last({ ...resultOf(reader, 'unknown'), cancelled: true });
    if (step === 'stop') return finish(context, reader);
    if (step === 'huge') await stepOverHuge(context, reader);
    else if (step === 'cut' || context.window.atEnd) {
      if (!reader.findListInMember()) return last(finishCut(context, reader));
    }
    // When nothing more comes, the reader is called once again: it may know what to do at the end of the source.
    else await more(context, reader);
  }
}

/** Reads on and keeps what is in the window; false when the source has no more. */
async function more({ window }: ReadContext, reader: DocumentReader): Promise<boolean> {
  const keep = reader.whole >= 0 ? reader.whole : reader.at;
  const shift = reader.at - keep;
  const got = await window.more(keep);
  if (reader.whole >= 0) reader.whole = window.start;
  reader.at = window.start + shift;
  return got;
}

async function stepOverHuge(context: ReadContext, reader: DocumentReader): Promise<void> {
  const isWhole = reader.whole >= 0;
  reader.at = await skipHuge(context, isWhole ? reader.whole : reader.at, 0);
  reader.behindHuge(isWhole);
}

function resultOf(reader: DocumentReader, format: ReadResult['format']): ReadResult {
  const { header } = reader.members;
  const items = header.get('items');
  return {
    ...emptyResult(format),
    header,
    explanation: reader.explanation,
    items: format === 'export-bundle' && Array.isArray(items) ? items.length : 0,
  };
}

async function finish(context: ReadContext, reader: DocumentReader): Promise<OneDocument> {
  const result = resultOf(reader, reader.format);
  reader.reportBadUtf8();
  if (reader.isLost)
    return last({ ...result, format: 'unknown', assumed: reader.assumedFormat(), endsEarly: true });
  if (reader.state !== 'behind') return last(result);
  const { json } = context.entry;
  reader.whole = -1;
  while (json.skipSpace(reader.at) >= json.end) {
    reader.at = json.end;
    if (!(await more(context, reader))) return last(result);
  }
  return finishWithRest(context, result, json.skipSpace(reader.at));
}

/** More text follows the document: further values a line each, another document, or what does not belong there. */
async function finishWithRest(context: ReadContext, result: ReadResult, rest: number): Promise<OneDocument> {
  const { index, entry, window } = context;
  const c = entry.json.bytes[rest];
  const offset = window.base + rest;
  const isEntry = result.format === 'event' || result.format === 'envelope';
  if (isEntry && (c === 0x7b || c === 0x2c || bomLength(entry.json.bytes, rest, entry.json.end) > 0)) {
    const lines = await readLines(context, rest, await lineAt(window.source, offset));
    return last({ ...lines, header: result.header });
  }
  const isDocument = c === 0x7b || c === 0x5b;
  const next = isDocument ? rest : findNextEvent(entry, rest, rest).found;
  const what = isDocument
    ? `Another document follows the end of the document at byte ${offset}; both are read`
    : `Text follows the end of the document at byte ${offset}; ${next < 0 ? 'it is not read' : 'events in it are read'}`;
  index.problemAt('trailing_data', what, placeAt(context, rest));
  return { result, next };
}

/** The source ended inside the document. */
function finishCut(context: ReadContext, reader: DocumentReader): ReadResult {
  reader.reportBadUtf8();
  const assumed = reader.assumedFormat();
  if (!reader.isLost)
    reader.explanation = noteCut(context, reader.whole >= 0 ? reader.whole : reader.at, reader.inside);
  return { ...resultOf(reader, 'unknown'), assumed, endsEarly: true };
}

/** What two documents of one source are together: the first that is something says what, and all that it said holds. */
function joined(first: ReadResult, second: ReadResult): ReadResult {
  const [explained, other] = first.format === 'unknown' ? [second, first] : [first, second];
  return {
    ...explained,
    explanation: explained.explanation,
    items: explained.items + other.items,
    cancelled: first.cancelled || second.cancelled,
    endsEarly: first.endsEarly || second.endsEarly,
  };
}

/**
 * Notes that the source ends inside a document: `too_deep` for one that nests without end, else `ends_early`. `start` is
 * where the unfinished value starts, `inside` what it is in words. Answers why nothing could be read; null when events
 * before the cut were.
 */
function noteCut(context: ReadContext, start: number, inside: string): string | null {
  const { index, entry } = context;
  const { json } = entry;
  const place = placeAt(context, json.end);
  json.skipValue(start);
  const deep = json.depth > MAX_DEPTH;
  const read = countOf(index.events, 'event before it was', 'events before it were');
  const before = index.events === 0 ? '' : `; ${read} read`;
  const cut = `The file ends at byte ${formatCount(place.offset)}, inside ${inside}${before}`;
  const text = deep ? `The text nests deeper than ${MAX_DEPTH} levels` : 'The file ends before a first event';
  if (deep) index.problemAt('too_deep', `${text} and does not end${before}`, place);
  else index.problemAt('ends_early', cut, place);
  return index.events > 0 ? null : text;
}

const STEP = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Returns the line of a byte of a source; offsets must not decrease from call to call. O(bytes between them). */
function lineCounter(source: ByteSource): (offset: number) => Promise<number> {
  let [line, at] = [1, 0];
  return async (offset) => {
    while (at < offset) {
      const bytes = await source.read(at, Math.min(STEP, offset - at));
      if (bytes.length === 0) break;
      for (let i = bytes.indexOf(NEWLINE); i >= 0; i = bytes.indexOf(NEWLINE, i + 1)) line++;
      at += bytes.length;
    }
    return line;
  };
}

/** Line of the byte at `offset`. O(offset). */
function lineAt(source: ByteSource, offset: number): Promise<number> {
  return lineCounter(source)(offset);
}

/**
 * Gives the problems from number `from` on, found while a document was read, their lines: a document is read without
 * counting lines, so the source is read once more up to the last of them. Leaves the lines out when the source cannot be
 * read any more. O(bytes before the last problem); nothing is read when there is none.
 */
export async function placeLines(
  source: ByteSource,
  problems: ProblemList,
  from: number,
  isCancelled: () => boolean,
): Promise<void> {
  const offsets = [...new Set(problems.unlined(from))].sort((a, b) => a - b);
  const lineOf = lineCounter(source);
  const lines = new Map<number, number>();
  try {
    for (const offset of offsets) {
      if (isCancelled()) break;
      lines.set(offset, await lineOf(offset));
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  problems.placeLines(from, lines);
}
