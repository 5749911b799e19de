/** Takes the rows of the program into an index. */

import type { EntryScanner } from '../scan/entry-scanner.ts';
import { type FastScanner, NAMED, STOP } from '../scan/fast-scanner.ts';
import { type EntryPlace, FLAG } from './event-columns.ts';
import { type LogIndex, MAX_DEPTH } from './log-index.ts';
import { OF_SURFACE } from './stored-events.ts';

/** Shapes that are distinguished in one log; events of further ones are checked one by one. */
const MAX_SHAPES = 1_000_000;

/** Reads the events of one source: many at a call as far as the program goes, and one by one those that it leaves. */
export class FastReader {
  /** Set when the program has failed, which is a mistake of ours: events are then read one by one, reduced. */
  private hasFailed: boolean;
  private readonly scanner: FastScanner;
  private readonly index: LogIndex;
  private readonly source: number;
  /** Numbers of the index by those of the scanner, for each kind of names; number 0 is no name. */
  private readonly numbers: readonly number[][] = [[0], [0], [0], [0]];
  /** By the scanner's number of a type, when its events are stored. */
  private readonly whenStored: number[] = [0];
  /** Whether a type is recorded in its v2 spelling, by its number in the scanner. */
  private readonly isV2: boolean[] = [false];

  /** With `isPlain`, all events are left. */
  constructor(scanner: FastScanner, index: LogIndex, source: number, isPlain: boolean) {
    this.hasFailed = isPlain;
    this.scanner = scanner;
    this.index = index;
    this.source = source;
  }

  /** Line at the place that the last call reached. */
  get line(): number {
    return this.scanner.program.lineReached();
  }

  /**
   * Takes events of one line each from `at` on; answers the place behind the last one taken, or `at`. `base` is the
   * place of the window in the source, `valueLine` the line of the value before.
   */
  takeLines(bytes: Uint8Array, at: number, end: number, base: number, line: number, valueLine: number) {
    const { program } = this.scanner;
    let lineBefore = valueLine;
    return this.takeInTurns(bytes, [at, end], base, line, (text, from, to, there) => {
      const reached = program.readLines(text, from, to, there, lineBefore);
      if (program.rowCount() > 0) lineBefore = program.lineReached();
      return reached;
    });
  }

  /** Takes frames of a stream from the one at `at` on; answers the place behind the last one taken, or `at`. */
  takeFrames(bytes: Uint8Array, at: number, end: number, base: number, line: number): number {
    return this.takeInTurns(bytes, [at, end], base, line, this.scanner.program.readFrames);
  }

  /** Takes events of a list from the one at `at` on; answers the place behind the last one taken, or `at`. */
  takeList(bytes: Uint8Array, at: number, end: number, base: number): number {
    return this.takeInTurns(bytes, [at, end], base, 0, this.scanner.program.readList);
  }

  /** Calls the program as long as it stopped for a reason that is now gone: its table was full, or a type was new. */
  private takeInTurns(
    bytes: Uint8Array,
    [at, end]: readonly [number, number],
    base: number,
    line: number,
    call: (text: number, from: number, end: number, line: number) => number,
  ): number {
    if (this.hasFailed || !this.scanner.holds(bytes)) return at;
    const text = bytes.byteOffset;
    let [place, there] = [at, line];
    do {
      try {
        place = call(text, text + place, text + end, there) - text;
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        this.hasFailed = true;
        return place;
      }
      there = this.line;
    } while (this.takeRows(bytes, base));
    return place;
  }

  /**
   * Adds the event that `entry` has just read, which may have anything odd in it; answers its row. `at` is its place in
   * the scanner's window; its length is 0 when it does not end there.
   */
  addEvent(entry: EntryScanner, at: number, place: EntryPlace): number {
    const { scanner, index } = this;
    const { program } = scanner;
    const length = entry.writeReduced(scanner.reduced);
    do {
      scanner.readReduced(length);
      this.takeNames();
      if (!this.takeStop() && program.rowCount() === 0)
        throw new Error('The program does not read an event that was reduced');
    } while (program.rowCount() === 0);
    const row = index.addRows(scanner.batch, 1, 0, place.source, this.numbers, this.isV2);
    const { columns } = index;
    columns.offset[row] = place.offset;
    columns.byteLength[row] = place.length;
    columns.line[row] = place.line;
    if (entry.depth > MAX_DEPTH) index.columns.mark(row, FLAG.tooDeep);
    if (entry.hasRepeatedKey) index.columns.mark(row, FLAG.duplicateKey);
    this.keepRow(row, 0, entry.json.bytes, at, at + place.length);
    return row;
  }

  /** Takes the rows of the last call; true when the scanner stopped for a reason that is now gone. */
  private takeRows(bytes: Uint8Array, base: number): boolean {
    const { scanner, index } = this;
    const { offset, byteLength } = scanner.batch;
    const count = scanner.program.rowCount();
    this.takeNames();
    const first =
      count === 0 ? 0 : index.addRows(scanner.batch, count, base, this.source, this.numbers, this.isV2);
    // Events that are wanted as soon as all is read are stored.
    for (let i = 0; i < count; i++) {
      const start = offset[i] as number;
      this.keepRow(first + i, i, bytes, start, start + (byteLength[i] as number));
    }
    return this.takeStop();
  }

  /** Keeps the event in `[start, end)`, if it is wanted, of a row that is number `i` of the batch. */
  private keepRow(row: number, i: number, bytes: Uint8Array, start: number, end: number): void {
    const { type, payload, payloadEnd } = this.scanner.batch;
    const when = this.whenStored[type[i] as number] as number;
    if (when === 0) return;
    const event = bytes.subarray(start, end);
    const at = Math.max(0, (payload[i] as number) - start);
    this.index.stored.keep(this.index.columns, row, when, event, at, (payloadEnd[i] as number) - start);
    if ((when & OF_SURFACE) !== 0) this.index.takeSurface(row, event);
  }

  /** Gives a table that was full its room; false when the program stopped at what it leaves. */
  private takeStop(): boolean {
    const { scanner } = this;
    const why = scanner.program.whyStopped();
    if (why === STOP.namesFull) {
      const kind = scanner.program.whichIsFull();
      scanner.forgetNames(kind);
      (this.numbers[kind] as number[]).length = 1;
    }
    return why !== STOP.left;
  }

  /** Gives the names that are new in the scanner their numbers in the index. */
  private takeNames(): void {
    const { scanner, index } = this;
    const { program } = scanner;
    const [types, nodes, runs, shapes] = this.numbers as [number[], number[], number[], number[]];
    for (let number = types.length; number <= program.nameCount(NAMED.types); number++) {
      types[number] = index.types.idOfBytes(scanner.nameOf(NAMED.types, number));
      this.isV2[number] = index.types.isV2;
      program.setLook(number, index.lookAtType(types[number] as number));
      this.whenStored[number] = index.stored.wants(index.types.textOf(types[number] as number));
    }
    for (let number = nodes.length; number <= program.nameCount(NAMED.nodes); number++)
      nodes[number] = index.nodes.idOfBytes(scanner.nameOf(NAMED.nodes, number));
    for (let number = runs.length; number <= program.nameCount(NAMED.runs); number++)
      runs[number] = index.runs.idOfBytes(scanner.nameOf(NAMED.runs, number));
    for (let number = shapes.length; number <= program.nameCount(NAMED.shapes); number++)
      shapes[number] = index.shapeNumber(...scanner.shapeOf(number), MAX_SHAPES);
  }
}
