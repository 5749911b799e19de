/**
 * The scanner of `assembly/`, compiled to WebAssembly. It reads events out of a window of text into rows, many at a call,
 * and leaves to the caller what it does not understand. `FastReader` takes its rows into an index.
 */
import { bytesOfProgram, type JsonProgram, QUOTE } from '@openwop-inspector/base';
import { payloadKeys } from '@openwop-inspector/protocol';
import { program } from '../generated/scanner-program.ts';
import { KEY } from './event-keys.ts';
import { SEED_A, SEED_B } from './id-hash.ts';

/** Places in the memory of the scanner; see `assembly/layout.ts`. */
const ARGUMENT = 0x13000;
const ROWS = 0x40000;
const BATCH = 2048;
const SHAPE_LIST = 0x580000;
const WINDOWS = 0x600000;
const REDUCED = 0x1000000;
const REDUCED_BYTES = 0x100000;
const STACK = 0x1200000;

/** Numbers of keys, as in `assembly/keys.ts`. */
const KEY_NUMBERS: Readonly<Record<string, number>> = {
  type: 1,
  eventId: 2,
  runId: 3,
  nodeId: 4,
  timestamp: 5,
  causationId: 6,
  contentTrust: 7,
  sequence: 8,
  seq: 9,
  payload: 10,
  data: 11,
  protocol: 12,
  capture: 12,
  envelopeId: 13,
  meta: 14,
  delivery: 31,
  causationHostId: 32,
  envelope: 33,
  trust: 34,
  fields: 35,
  level: 36,
  error: 37,
  kind: 38,
  code: 39,
  envelopeType: 40,
  refusedType: 41,
  // Either says that its object is a surface, of the first or the second body.
  catalogVersion: 42,
  surfaceId: 42,
  config: 43,
  warn: 44,
  clarification: 45,
  schema: 46,
  envelopes: 47,
};
/** Numbers of known keys of entries that mean nothing to the program, but that they may not occur twice. */
const OTHER_KEYS = 15;

/** Names that the scanner gives numbers to. */
export const NAMED = { types: 0, nodes: 1, runs: 2, shapes: 3 } as const;
/** Why a call of the scanner ended. */
export const STOP = { left: 0, batchFull: 1, newType: 2, namesFull: 3 } as const;
/**
 * By what an event of a type shows that it is about an envelope: nothing, its cause alone, or its `fields`, the kind of
 * its limit, the code of its error, or a surface as its data, the last also with its cause.
 */
export const TYPE_LOOK = {
  plain: 1,
  always: 2,
  fields: 3,
  cap: 4,
  error: 5,
  data: 6,
  alwaysAndData: 7,
} as const;

/** What the program exports; see `assembly/index.ts`. Places are those of its memory. */
interface ScannerProgram extends JsonProgram {
  setSeeds(a: number, b: number): void;
  learnKey(length: number, number: number): void;
  learnSchemaKey(length: number, question: number): void;
  setLook(type: number, look: number): void;
  forgetLooks(): void;
  forgetNames(kind: number): void;
  nameCount(kind: number): number;
  nameEntry(kind: number, number: number): number;
  readLines(text: number, from: number, end: number, line: number, valueLine: number): number;
  readList(text: number, from: number, end: number): number;
  readFrames(text: number, from: number, end: number, line: number): number;
  rowCount(): number;
  whyStopped(): number;
  whichIsFull(): number;
  lineReached(): number;
  readReduced(length: number): void;
}

/** The columns of a batch. Valid until the next call; `offset` counts from the start of the window. */
export type RowBatch = ReturnType<typeof batchIn>;

/** Bytes of each of the two windows that lie in the memory of the scanner. */
export const FAST_WINDOW = (REDUCED - WINDOWS) / 2;

let compiledModule: WebAssembly.Module | null = null;
/** One that was used before and is free: its memory and its tables are made. */
let free: FastScanner | null = null;

/** A scanner for one source. The first takes some 5 ms; throws where the policy of a page forbids WebAssembly. */
export function takeScanner(): FastScanner {
  const scanner = free;
  free = null;
  if (scanner !== null) return scanner;
  compiledModule ??= new WebAssembly.Module(bytesOfProgram(program));
  return new FastScanner(compiledModule);
}

/** Gives a scanner back, for the next source. */
export function giveScanner(scanner: FastScanner): void {
  scanner.forget();
  free = scanner;
}

export class FastScanner {
  readonly batch: RowBatch;
  /** Two rooms for text. */
  readonly windows: readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  /** Room for an entry that was reduced, see `readReduced`. */
  readonly reduced: Uint8Array<ArrayBuffer>;
  /** The program itself, which is also the scanner of JSON over the same windows. */
  readonly program: ScannerProgram;
  private readonly memory: Uint8Array<ArrayBuffer>;
  private readonly words: Int32Array;

  constructor(module: WebAssembly.Module) {
    // The exports of our own program.
    this.program = new WebAssembly.Instance(module, {}).exports as unknown as ScannerProgram;
    const { buffer } = this.program.memory;
    this.memory = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
    this.windows = [
      new Uint8Array(buffer, WINDOWS, FAST_WINDOW),
      new Uint8Array(buffer, WINDOWS + FAST_WINDOW, FAST_WINDOW),
    ];
    this.reduced = new Uint8Array(buffer, REDUCED, REDUCED_BYTES);
    this.batch = batchIn(buffer);
    this.program.useStack(STACK);
    this.program.setSeeds(SEED_A, SEED_B);
    this.learnKeys();
  }

  /** True for text in one of the scanner's windows. */
  holds(bytes: Uint8Array): boolean {
    return bytes.buffer === this.memory.buffer;
  }

  /** Reads the `length` bytes in `reduced` as one event, whatever else it is: JSON, with only the members that are read. */
  readReduced(length: number): void {
    this.reduced[length] = QUOTE;
    this.program.readReduced(length);
  }

  nameOf(kind: number, number: number): Uint8Array {
    const at = this.program.nameEntry(kind, number) >> 2;
    const place = this.words[at] as number;
    return this.memory.subarray(place, place + (this.words[at + 1] as number));
  }

  /** The two halves of the hash of a shape. */
  shapeOf(number: number): readonly [number, number] {
    const at = (SHAPE_LIST >> 2) + 2 * number;
    return [this.words[at] as number, this.words[at + 1] as number];
  }

  /** Empties the table of a kind, of which all numbers begin again. */
  forgetNames(kind: number): void {
    this.program.forgetNames(kind);
    if (kind === NAMED.types) this.program.forgetLooks();
  }

  forget(): void {
    for (const kind of Object.values(NAMED)) this.forgetNames(kind);
  }

  private learnKeys(): void {
    let other = OTHER_KEYS;
    for (const name of new Set([...Object.keys(KEY), ...Object.keys(KEY_NUMBERS)]))
      this.program.learnKey(this.writeArgument(name), KEY_NUMBERS[name] ?? other++);
    Object.values(payloadKeys).forEach((names, question) => {
      for (const name of names) this.program.learnSchemaKey(this.writeArgument(name), question);
    });
  }

  private writeArgument(text: string): number {
    return new TextEncoder().encodeInto(text, this.memory.subarray(ARGUMENT, ARGUMENT + 1024)).written;
  }
}

function batchIn(buffer: ArrayBuffer) {
  const words = (column: number): Uint32Array => new Uint32Array(buffer, ROWS + column * 4 * BATCH, BATCH);
  const hashes = (column: number): Int32Array => new Int32Array(buffer, ROWS + column * 4 * BATCH, BATCH);
  const numbers = (column: number): Float64Array =>
    new Float64Array(buffer, ROWS + column * 4 * BATCH, BATCH);
  return {
    offset: words(0),
    byteLength: words(1),
    line: words(2),
    flags: words(3),
    type: words(4),
    node: words(5),
    run: words(6),
    shape: words(7),
    idA: hashes(8),
    idB: hashes(9),
    causeA: hashes(10),
    causeB: hashes(11),
    sequence: numbers(12),
    time: numbers(14),
    /** Where the payload lies; 0 for an event without one, and for one that was reduced. */
    payload: words(16),
    payloadEnd: words(17),
  };
}
