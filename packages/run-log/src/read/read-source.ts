import { fencedBlocks, utf8Length } from '@openwop-inspector/base';
import type { ProblemCode } from '@openwop-inspector/protocol';
import type { SourceFormat } from '../answers.ts';
import { FastReader } from '../index/fast-reader.ts';
import { LogIndex } from '../index/log-index.ts';
import { EntryScanner } from '../scan/entry-scanner.ts';
import { type FastScanner, giveScanner, takeScanner } from '../scan/fast-scanner.ts';
import { type ByteSource, SourceError } from '../source/byte-source.ts';
import { ByteWindow } from '../source/byte-window.ts';
import {
  blobSpool,
  isUnpacked,
  type Spool,
  type UnpackAnswer,
  type UnpackedSource,
} from '../source/unpacked-source.ts';
import { bomLength, classOfEntry, detectMode, findEventLine, type Mode } from './detect.ts';
import { explainLines, explainText } from './explain.ts';
import type { ContainerTools } from './open-archive.ts';
import { BROTLI, isBrotliName, type OpenedContainer, openContainer } from './open-container.ts';
import {
  badUtf8Text,
  emptyResult,
  MAX_HEADER_BYTES,
  MemoryLimit,
  placeAt,
  type ReadContext,
  type ReadResult,
  type SessionHead,
} from './read-context.ts';
import { placeLines, readDocument } from './read-document.ts';
import { readCapture, readLines } from './read-lines.ts';
import { readSse } from './read-sse.ts';
import { readSessionHead, sessionWithoutLog } from './session-head.ts';

/** What reading one source needs from the session. */
export interface ReadOptions {
  readonly index: LogIndex;
  readonly sourceNumber: number;
  readonly makeSpool: () => Spool | Promise<Spool>;
  /** Called before a packed source unpacks to more than it may by default; without it the source ends there. */
  readonly mayUnpack: UnpackAnswer | undefined;
  readonly isCancelled: () => boolean;
  /** What the log may take, over all its sources. */
  readonly memory: MemoryLimit;
  /** Called at every further read, with the source that is read: another than was given when it was packed. */
  readonly onProgress: (progress: ReadProgress, source: ByteSource) => void;
  readonly keepAside: ReadContext['keepAside'];
  readonly scanner: ScannerChoice | undefined;
}

/** `plain` reads entry by entry, each reduced, to compare; `auto` and `fast` are the same. */
export type ScannerChoice = 'auto' | 'fast' | 'plain';

export interface ReadProgress {
  readonly format: SourceFormat | null;
  readonly gzip: boolean;
  readonly bytesRead: number;
  readonly bytesTotal: number | null;
}

/** A read source: what it is, and the source that its events' offsets refer to, unpacked and out of any container. */
export interface ReadSource {
  readonly source: ByteSource;
  readonly gzip: boolean;
  readonly result: ReadResult;
}

/** Bytes by which the shape of a source is recognised. */
const ENOUGH_TO_TELL = 64 * 1024;

/** Bytes from which the number of events of the whole source is guessed. */
const ENOUGH_TO_GUESS = 4 * 1024 * 1024;
/** Rows that are reserved on a guess. */
const MAX_RESERVED = 20_000_000;

const MODE_FORMAT: Record<string, SourceFormat> = { lines: 'ndjson', sse: 'sse', capture: 'capture' };

/**
 * Reads one source from front to back into the index. Never rejects for what the source holds; a source that cannot be
 * read, vanishes or changes gives what was read before and a problem. O(bytes).
 */
export function readSource(packed: ByteSource, options: ReadOptions): Promise<ReadSource> {
  return readPacked(packed, options, isLog);
}

async function readPacked(packed: ByteSource, options: ReadOptions, isLogInside: ContainerTools['isLog']) {
  let opened: OpenedContainer | null = null;
  try {
    opened = await openContainer(packed, { ...options, isLog: isLogInside });
    return await readOpened(opened, options);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const source = opened?.source ?? packed;
    noteSourceError(options, error, source.sizeBytes);
    return {
      source,
      gzip: opened?.isGzip === true,
      result: { ...emptyResult('unknown'), explanation: error.message, endsEarly: true },
    };
  }
}

async function readOpened(opened: OpenedContainer, options: ReadOptions): Promise<ReadSource> {
  const { source, unpacked, isGzip, notes, refusal } = opened;
  for (const message of notes) options.index.problems.add({ code: 'opened_part', message, ordinal: null });
  const result =
    refusal === null ? await readAny(opened, options) : { ...emptyResult('unknown'), explanation: refusal };
  const damages = unpacked.flatMap(({ damage }) => damage ?? []);
  for (const damage of damages) noteSourceError(options, damage, source.sizeBytes);
  const [damage] = damages;
  if (damage === undefined) return { source, gzip: isGzip, result };
  // What came of a packed source that stopped early is not empty, it is cut.
  const explanation = result.format === 'unknown' ? damage.message : result.explanation;
  return { source, gzip: isGzip, result: { ...result, explanation, endsEarly: true } };
}

/** A source out of what is around it, for whoever reads it otherwise than as a log. See `openContainer`. */
export function withoutContainer(source: ByteSource, tools: Omit<ContainerTools, 'isLog'>) {
  return openContainer(source, { ...tools, isLog });
}

/** Whether the beginning of a file is that of a log: whether a reader finds in it what it would show. */
async function isLog(beginning: ByteSource): Promise<boolean> {
  const index = new LogIndex();
  const options: ReadOptions = {
    index,
    sourceNumber: 0,
    makeSpool: blobSpool,
    mayUnpack: undefined,
    isCancelled: () => false,
    memory: new MemoryLimit(index),
    onProgress: () => undefined,
    keepAside: () => ({ source: 0, offset: 0 }),
    scanner: undefined,
  };
  await readPacked(beginning, options, null);
  return index.events + index.envelopes.length + index.aghMessages > 0;
}

function noteSourceError(options: ReadOptions, error: SourceError, offset: number): void {
  options.index.problemAt(error.code, error.message, { offset, line: 0 });
}

async function readAny(opened: OpenedContainer, options: ReadOptions): Promise<ReadResult> {
  const { source } = opened;
  const problems = options.index.problems.readSoFar;
  const scanner = takeScanner();
  const reader = new SourceReader(opened, options, scanner);
  const result = await reader.read();
  await reader.close();
  giveScanner(scanner);
  options.memory.settle(result);
  await placeLines(source, options.index.problems, problems, options.isCancelled);
  return result;
}

/** Detects the shape of one source and reads it so. */
class SourceReader {
  private readonly source: ByteSource;
  private readonly unpacked: UnpackedSource | null;
  private readonly isGzip: boolean;
  private readonly options: ReadOptions;
  private format: SourceFormat | null = null;
  private isReserved = false;
  private readonly scanner: FastScanner;
  private window: ByteWindow | null = null;
  /** Of a session file, whose log begins behind it. */
  private head: SessionHead | null = null;

  constructor({ source, isGzip }: OpenedContainer, options: ReadOptions, scanner: FastScanner) {
    this.scanner = scanner;
    this.source = source;
    this.unpacked = isUnpacked(source) ? source : null;
    this.isGzip = isGzip;
    this.options = options;
  }

  async read(): Promise<ReadResult> {
    const context = await this.openAtStart();
    const result = await this.readFrom(context, startOf(context));
    if (result !== 'lines') return { ...result, session: this.head };
    // Lines behind text: read from the start, so that what is before them is reported line by line.
    this.format = 'ndjson';
    const again = await this.openAtStart();
    const start = startOf(again);
    // Behind the head of a session file.
    const at = this.head === null ? start : ((await readSessionHead(again, start))?.at ?? start);
    const lines = await this.readLines(again, at);
    return { ...lines, session: this.head };
  }

  private async readLines(context: ReadContext, at: number): Promise<ReadResult> {
    const first = firstObject(context, at);
    const result = await readLines(context, at, this.firstLine);
    const { index } = context;
    if (index.events + index.envelopes.length + index.aghMessages > 0 || result.cancelled) return result;
    // Lines of JSON none of which is an event, an envelope or a message are no log.
    return { ...result, format: 'unknown', explanation: explainLines(first) };
  }

  /** Number of the line at which the log begins. */
  private get firstLine(): number {
    return this.head === null ? 1 : 2;
  }

  /** A window at the start of the source, with enough in it to tell the shape, however small the pieces it comes in. */
  private async openAtStart(): Promise<ReadContext> {
    const { scanner } = this;
    const entry = new EntryScanner(scanner.program);
    await this.close();
    const window = new ByteWindow(this.source, entry.json, this.unpacked, scanner.windows);
    this.window = window;
    const { index, sourceNumber, keepAside } = this.options;
    const fast = new FastReader(scanner, index, sourceNumber, this.options.scanner === 'plain');
    while (window.end - window.start < ENOUGH_TO_TELL && (await window.more(window.start)));
    return { window, entry, fast, index, sourceNumber, pause: () => this.pause(window), keepAside };
  }

  /** Waits for what is still read ahead: its room may be another's then. */
  async close(): Promise<void> {
    await this.window?.close();
  }

  private pause(window: ByteWindow): boolean {
    const { unpacked, source } = this;
    const { index, onProgress, isCancelled, memory } = this.options;
    if (!this.isReserved && unpacked === null && index.events > 1000 && window.readTo > ENOUGH_TO_GUESS) {
      this.isReserved = true;
      const guess = (index.columns.length * source.sizeBytes) / window.readTo;
      index.reserve(Math.min(MAX_RESERVED, Math.ceil(guess * 1.3)));
    }
    const bytesRead = unpacked === null ? window.readTo : unpacked.packedRead;
    const bytesTotal = unpacked === null ? source.sizeBytes : null;
    onProgress({ format: this.format, gzip: this.isGzip, bytesRead, bytesTotal }, source);
    const isAllRead = unpacked === null && window.readTo >= source.sizeBytes;
    return isCancelled() || (!isAllRead && memory.isReached);
  }

  private async readFrom(context: ReadContext, start: number): Promise<ReadResult | 'lines'> {
    const mode = detectMode(context.entry, start, this.head === null);
    this.format = MODE_FORMAT[mode.kind] ?? null;
    if (this.isBrotli(context, mode.kind, start)) return { ...emptyResult('unknown'), explanation: BROTLI };
    if (mode.kind === 'wide') {
      const why = `The file is ${mode.encoding}. Save it as UTF-8 and open it again`;
      return refuse(context, 'invalid_utf8', why, context.window.start);
    }
    if (mode.kind === 'binary') {
      const why = `The file is not text: byte ${context.window.base + mode.at} is NUL`;
      return refuse(context, 'nul_bytes', why, mode.at);
    }
    const read = {
      empty: () => this.readBlank(context, start),
      lines: () => this.readLines(context, start),
      capture: () => readCapture(context, start, this.firstLine),
      session: () => this.readSession(context, start),
      sse: () => readSse(context, start, this.firstLine),
      document: () => readDocument(context, start),
      text: () => readText(context, start),
    } as const;
    return read[mode.kind]();
  }

  /** Brotli is recognized by its name, and only where the content is not text. */
  private isBrotli({ entry }: ReadContext, kind: Mode['kind'], start: number): boolean {
    if (!isBrotliName(this.source.name) || !['wide', 'binary', 'text'].includes(kind)) return false;
    return kind !== 'text' || entry.json.findBadUtf8(start) >= 0;
  }

  /** A session file: its head, then the log behind it as if it stood alone. */
  private async readSession(context: ReadContext, start: number): Promise<ReadResult | 'lines'> {
    const read = await readSessionHead(context, start);
    if (read === null) {
      const why = 'The first line, the head of a session file, is not JSON or not whole';
      return refuse(context, 'unknown_format', why, context.window.start);
    }
    this.head = read.head;
    const { window, entry } = context;
    let { at } = read;
    for (let grew = true; grew && entry.json.end - at < ENOUGH_TO_TELL; at = window.start)
      grew = await window.more(at);
    if (window.atEnd && entry.json.skipSpace(at) >= entry.json.end)
      return { ...emptyResult('session'), explanation: sessionWithoutLog(read.head) };
    return this.readFrom(context, at);
  }

  /** Nothing but white space so far: read on until there is something, or say that the file is empty. */
  private async readBlank(context: ReadContext, start: number): Promise<ReadResult | 'lines'> {
    const { window, entry } = context;
    let at = start;
    while (entry.json.skipSpace(at) >= entry.json.end) {
      if (!(await window.more(entry.json.end))) {
        const size = window.base + entry.json.end;
        const explanation =
          size === 0 ? 'The file is empty' : `The file holds nothing but ${size} bytes of white space`;
        return { ...emptyResult('unknown'), explanation };
      }
      at = window.start;
    }
    return this.readFrom(context, entry.json.skipSpace(at));
  }
}

/** Behind a byte order mark. */
function startOf({ window, entry }: ReadContext): number {
  return window.start + bomLength(entry.json.bytes, window.start, entry.json.end);
}

function refuse(context: ReadContext, code: ProblemCode, explanation: string, at: number): ReadResult {
  context.index.problemAt(code, explanation, placeAt(context, at));
  return { ...emptyResult('unknown'), explanation };
}

/** The object at the beginning of lines, when it is nothing that a log holds and can be named; null otherwise. */
function firstObject({ entry }: ReadContext, start: number): unknown {
  const at = entry.json.skipSpace(start);
  const next = entry.json.bytes[at] === 0x7b ? entry.scan(at) : -1;
  const isOther = next >= 0 && next - at <= MAX_HEADER_BYTES && classOfEntry(entry) === 'other';
  return isOther ? entry.parse(at, next) : null;
}

/** Longest text that is searched for envelopes (envelope.md section 10). */
const MAX_TEXT = 1024 * 1024;

/**
 * Reads model text: envelopes inside fenced JSON blocks. Text without any is `unknown`, with a reason; `lines` when a
 * line of it is an event, so that the source is to be read line by line from its start.
 */
async function readText(context: ReadContext, at: number): Promise<ReadResult | 'lines'> {
  const { window, entry } = context;
  const { json } = entry;
  let start = at;
  while (json.end - start <= MAX_TEXT && (await window.more(start))) start = window.start;
  start = window.start;
  const isWhole = window.atEnd;
  const text = json.textOf(start, json.end);
  if (isWhole && findFenced(context, text, window.base + start) > 0) return emptyResult('text-envelopes');
  const bad = json.findBadUtf8(start);
  const badOffset = window.base + bad;
  if (await holdsEventLine(context, start)) return 'lines';
  if (bad >= 0)
    context.index.problemAt('invalid_utf8', badUtf8Text(badOffset), { offset: badOffset, line: 0 });
  const why = explainText(text.slice(0, 4096));
  const explanation = isWhole
    ? why
    : `${why}; only lines that are JSON were searched for after the first MiB`;
  return { ...emptyResult('unknown'), explanation };
}

/** Whether any line from `at` on is an event, an envelope or a message. Reads on until there is one. */
async function holdsEventLine(context: ReadContext, at: number): Promise<boolean> {
  const { window, entry } = context;
  let start = at;
  for (;;) {
    if (findEventLine(entry, start)) return true;
    if (context.pause()) return false;
    // The last line may go on behind the window; one of more than a MiB is no line of a log.
    const line = entry.json.bytes.lastIndexOf(0x0a, entry.json.end - 1);
    const keep = line >= start && entry.json.end - line <= MAX_TEXT ? line : entry.json.end;
    if (!(await window.more(keep))) return false;
    start = window.start;
  }
}

/** Adds every envelope of the fenced blocks; answers their number. */
function findFenced(context: ReadContext, text: string, base: number): number {
  const scanner = new EntryScanner();
  let found = 0;
  for (const { json, start } of fencedBlocks(text)) {
    scanner.json.load(json);
    found += addBlock(context, scanner, base + utf8Length(text, 0, start));
  }
  return found;
}

function addBlock(context: ReadContext, scanner: EntryScanner, base: number): number {
  const { json } = scanner;
  let i = json.skipSpace(0);
  const list = json.bytes[i] === 0x5b;
  if (list) i = json.skipSpace(i + 1);
  let found = 0;
  while (json.bytes[i] === 0x7b && i < json.end) {
    const next = scanner.scan(i);
    if (next < 0) break;
    if (classOfEntry(scanner) === 'envelope') {
      const { sourceNumber: source, index } = context;
      index.addEnvelope(scanner, { source, offset: base + i, length: next - i, line: 0 });
      found++;
    }
    i = json.skipSpace(next);
    if (!list || json.bytes[i] !== 0x2c) break;
    i = json.skipSpace(i + 1);
  }
  return found;
}
