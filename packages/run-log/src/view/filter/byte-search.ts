/**
 * Looks for needles in a room of bytes: the program of `assembly/search.ts` where WebAssembly runs, else the same byte by
 * byte. A room belongs to one sweep at a time, since it waits for reads in between.
 */
import { bytesOfProgram } from '@openwop-inspector/base';
import { program } from '../../generated/search-program.ts';

/** Bytes of text that fit into one half of a room. */
export const HALF_ROOM = 2 * 1024 * 1024;

export interface ByteSearch {
  /** Two halves, one behind the other: one is filled while the other is looked through. */
  readonly room: Uint8Array;
  /** Letters of the needle are in lower case; at most 256 bytes. */
  setNeedle(needle: Uint8Array): void;
  /** First place from `from` on where the needle stands, A to Z in either case, and ends before `to`; -1 for none. */
  find(from: number, to: number): number;
}

interface SearchExports {
  readonly memory: WebAssembly.Memory;
  needle(): number;
  room(): number;
  setNeedle(length: number, first: number, second: number): void;
  find(from: number, to: number): number;
}

class ProgramSearch implements ByteSearch {
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

  setNeedle(needle: Uint8Array): void {
    this.needle.set(needle);
    const [first, second] = rarestOf(needle);
    this.wasm.setNeedle(needle.length, first, second);
  }

  find(from: number, to: number): number {
    return this.wasm.find(from, to);
  }
}

/** For where the platform does not let WebAssembly run. */
export class PlainSearch implements ByteSearch {
  readonly room = new Uint8Array(2 * HALF_ROOM);
  private needle = new Uint8Array(0);
  private first = 0;

  setNeedle(needle: Uint8Array): void {
    this.needle = needle.slice();
    [this.first] = rarestOf(needle);
  }

  find(from: number, to: number): number {
    const { needle, room, first } = this;
    const wanted = needle[first] as number;
    for (let at = from; at <= to - needle.length; at++) {
      if (inLowerCase(room[at + first] as number) === wanted && this.isAt(at)) return at;
    }
    return -1;
  }

  private isAt(place: number): boolean {
    return this.needle.every((byte, i) => inLowerCase(this.room[place + i] as number) === byte);
  }
}

function inLowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
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

let module: WebAssembly.Module | null | undefined;
/** Rooms that nobody uses: one is enough for one filter after the other. */
const free: ByteSearch[] = [];

/** A search with a room of its own, until it is given back. */
export function takeSearch(): ByteSearch {
  return free.pop() ?? makeSearch();
}

export function giveBack(search: ByteSearch): void {
  if (free.length === 0) free.push(search);
}

function makeSearch(): ByteSearch {
  if (module === undefined) {
    try {
      module = new WebAssembly.Module(bytesOfProgram(program));
    } catch {
      module = null;
    }
  }
  return module === null ? new PlainSearch() : new ProgramSearch(module);
}
