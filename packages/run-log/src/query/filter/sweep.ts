/** Asks a term of the bytes of events, in the order of the source, in a few large reads. */

import { bytesOfProgram } from '@openwop-inspector/base';
import { program } from '../../generated/search-program.ts';
import type { Turns } from '../../next-turn.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { addRow, type Bits, nextRow, noRows } from './bits.ts';
import { type ByteLeaf, OpenedEvent } from './leaves.ts';

/** Bytes between two wanted events that are read and not inspected, rather than reading again. */
const GAP = 64 * 1024;

/**
 * The rows of a domain for which a term holds; null when it was cancelled. O(bytes between the first and last rows that
 * lie close together). Rejects with a `SourceError`.
 */
export async function sweep(log: LoadedLog, leaf: ByteLeaf, domain: Bits, turns: Turns) {
  const sweeping = sweepOf(log, leaf, domain, turns);
  try {
    return await sweepAll(sweeping);
  } finally {
    // What was read ahead is still written into the room.
    await sweeping.ahead.catch(() => undefined);
    if (free.length === 0) free.push(sweeping.search);
  }
}

function sweepOf(log: LoadedLog, leaf: ByteLeaf, domain: Bits, turns: Turns) {
  const [search, out] = [takeSearch(), noRows(domain.length * 32)];
  const ahead: Promise<unknown> = Promise.resolve();
  /** `row` is the next that is wanted, `ahead` what is being read. */
  return { log, leaf, domain, turns, search, out, row: nextRow(domain, 0), ahead };
}

type Sweep = ReturnType<typeof sweepOf>;

/** Bytes of one source in which wanted rows lie, and what was read of them. */
type Reading = NonNullable<ReturnType<typeof readNext>>;

/** What is in the room of a reading. */
type Read = ReturnType<typeof readOf>;

async function sweepAll(sweeping: Sweep): Promise<Bits | null> {
  const { turns, out } = sweeping;
  let reading = readNext(sweeping, 0);
  while (reading !== null) {
    const now = reading;
    const length = await now.bytes;
    // The other half is filled while this one is inspected.
    reading = readNext(sweeping, now.at === 0 ? HALF_ROOM : 0);
    if (!(await lookAt(sweeping, readOf(sweeping.log, now, length)))) return null;
    if (turns.areDue && !(await turns.rest())) return null;
  }
  return out;
}

/** Begins to read from the next wanted row on; null when there is none. A row that is larger than the room is alone. */
function readNext(sweeping: Sweep, at: number) {
  const { log, domain, search } = sweeping;
  const { offset, byteLength, source } = log.index.columns;
  const first = sweeping.row;
  if (first < 0) return null;
  const start = offset[first] as number;
  const rows: number[] = [];
  let end = start;
  for (; sweeping.row >= 0; sweeping.row = nextRow(domain, sweeping.row + 1)) {
    const { row } = sweeping;
    const from = offset[row] as number;
    const to = from + (byteLength[row] as number);
    const isNear = source[row] === source[first] && from >= end && from - end <= GAP;
    if (rows.length > 0 && (!isNear || to - start > HALF_ROOM)) break;
    rows.push(row);
    end = to;
  }
  const isLarge = end - start > HALF_ROOM;
  const bytes = isLarge
    ? Promise.resolve(0)
    : log.readInto(search.room.subarray(at, at + end - start), source[first] as number, start);
  // A read that failed is reported where it is waited for, which may be some time after.
  bytes.catch(() => undefined);
  sweeping.ahead = bytes;
  /** `start` is the place of the first row in the source, `at` that of the half in the room. */
  return { rows, start, at, bytes };
}

function readOf({ index }: LoadedLog, { rows, start, at }: Reading, length: number) {
  const { offset, byteLength } = index.columns;
  const last = rows.at(-1) ?? 0;
  return {
    rows,
    /** Every row was read to its end. */
    isWhole: (offset[last] as number) + (byteLength[last] as number) - start <= length,
    from: at,
    to: at + length,
    /** Where a row lies in the room; nowhere when it was not read to its end. */
    spanOf: (row: number): readonly [from: number, to: number] | null => {
      const from = (offset[row] as number) - start;
      const to = from + (byteLength[row] as number);
      return to <= length ? [at + from, at + to] : null;
    },
  };
}

/** False when it was cancelled. */
async function lookAt(sweeping: Sweep, read: Read): Promise<boolean> {
  const { leaf, turns, out } = sweeping;
  const { plan, otherwise } = leaf;
  const found = plan === null ? null : foundIn(sweeping.search, read, plan);
  // Where nothing was found there is nothing to do, unless the term has another answer then.
  const isSparse = found !== null && otherwise === null && read.isWhole;
  for (const row of isSparse ? found.keys() : read.rows) {
    const isProof = found === null ? false : found.get(row);
    const isFound = isProof !== undefined || read.spanOf(row) === null;
    const unfound = isFound ? 'ask' : (otherwise?.(row) ?? false);
    if (unfound !== 'ask') {
      if (unfound) addRow(out, row);
      continue;
    }
    if (isProof === true || (await holds(sweeping, row, read))) addRow(out, row);
    if (isProof !== true && turns.areDue && !(await turns.rest())) return false;
  }
  return true;
}

async function holds({ log, leaf, search, turns }: Sweep, row: number, { spanOf }: Read): Promise<boolean> {
  const span = spanOf(row);
  const bytes = span === null ? await log.read(row) : search.room.subarray(...span);
  const answer = leaf.holds(new OpenedEvent(log, row, bytes, turns));
  return typeof answer === 'boolean' ? answer : await answer;
}

/** Rows in which something was found: true where that is proof. */
function foundIn(search: ByteSearch, read: Read, plan: NonNullable<ByteLeaf['plan']>) {
  const found = new Map<number, boolean>();
  for (const { bytes, isProof } of plan) {
    search.setNeedle(bytes);
    let place = read.from;
    for (const row of read.rows) {
      const span = read.spanOf(row);
      if (span === null || span[1] <= place || found.get(row) === true) continue;
      // What was found may lie behind this row, or across its end.
      if (place < span[0]) place = span[0];
      const hit = search.find(place, read.to);
      if (hit < 0) break;
      place = hit;
      if (hit + bytes.length <= span[1]) found.set(row, isProof);
    }
  }
  return found;
}

/** Bytes of text that fit into one half of a room. */
const HALF_ROOM = 2 * 1024 * 1024;

interface SearchExports {
  readonly memory: WebAssembly.Memory;
  needle(): number;
  room(): number;
  setNeedle(length: number, first: number, second: number): void;
  find(from: number, to: number): number;
}

class ByteSearch {
  /** Two halves, one after the other: one is filled while the other is searched. */
  readonly room: Uint8Array;
  private readonly wasm: SearchExports;
  private readonly needle: Uint8Array;

  constructor(module: WebAssembly.Module) {
    // The exports of our own program.
    this.wasm = new WebAssembly.Instance(module, {}).exports as unknown as SearchExports;
    const { buffer } = this.wasm.memory;
    this.room = new Uint8Array(buffer, this.wasm.room(), 2 * HALF_ROOM);
    this.needle = new Uint8Array(buffer, this.wasm.needle(), 256);
  }

  /** Letters of the needle are in lower case; at most 256 bytes. */
  setNeedle(needle: Uint8Array): void {
    this.needle.set(needle);
    const [first, second] = rarestOf(needle);
    this.wasm.setNeedle(needle.length, first, second);
  }

  /** First place from `from` on where the needle is, A to Z in either case, and ends before `to`; -1 for none. */
  find(from: number, to: number): number {
    return this.wasm.find(from, to);
  }
}

/** Bytes that are frequent in logs, the most frequent first; those that are not listed are rarer still. */
const FREQUENT = new TextEncoder().encode('e"tnaoirsd:,0lpuc1-.m 2h5g3f4v678wy9{}_bk');

/** Places of the two bytes of a needle that are likely to be the rarest; twice the same for one byte. */
function rarestOf(needle: Uint8Array): readonly [number, number] {
  const rankOf = (place: number): number => {
    const rank = FREQUENT.indexOf(needle[place] as number);
    return rank < 0 ? FREQUENT.length : rank;
  };
  let [first, second] = [0, needle.length - 1];
  for (let place = 1; place < needle.length; place++) if (rankOf(place) > rankOf(first)) first = place;
  if (second === first) second = 0;
  for (let place = 0; place < needle.length; place++)
    if (place !== first && rankOf(place) > rankOf(second)) second = place;
  return [first, second];
}

let module: WebAssembly.Module | null = null;
/** Rooms that nobody uses: one is enough for one filter after the other. */
const free: ByteSearch[] = [];

/** A search with a room of its own, until it is among those that are free. */
export function takeSearch(): ByteSearch {
  module ??= new WebAssembly.Module(bytesOfProgram(program));
  return free.pop() ?? new ByteSearch(module);
}
