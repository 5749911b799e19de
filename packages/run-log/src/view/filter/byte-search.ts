/**
 * Finds needles in a room of bytes, by the program of `assembly/search.ts`. A room belongs to one sweep at a time, since
 * it waits for reads in between.
 */
import { bytesOfProgram } from '@openwop-inspector/base';
import { program } from '../../generated/search-program.ts';

/** Bytes of text that fit into one half of a room. */
export const HALF_ROOM = 2 * 1024 * 1024;

interface SearchExports {
  readonly memory: WebAssembly.Memory;
  needle(): number;
  room(): number;
  setNeedle(length: number, first: number, second: number): void;
  find(from: number, to: number): number;
}

export class ByteSearch {
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

/** A search with a room of its own, until it is given back. */
export function takeSearch(): ByteSearch {
  module ??= new WebAssembly.Module(bytesOfProgram(program));
  return free.pop() ?? new ByteSearch(module);
}

export function giveBack(search: ByteSearch): void {
  if (free.length === 0) free.push(search);
}
