/**
 * One row of the gate: work whose cost must stay in proportion to what it is given. `make` is not measured; it is asked
 * for size `n` and for `4n`.
 */
export interface GateEntry {
  /** Room and function, then the adverse shape. */
  readonly name: string;
  /** The small size: some thousands, so that a hidden square shows. */
  readonly n: number;
  /** Readies an input of that size and gives the work over it, which may be done any number of times. */
  readonly make: (n: number) => (() => unknown) | Promise<() => unknown>;
  /** Made anew before each measured run: for work whose result is kept with its input. */
  readonly isFresh: boolean;
}

/** A row, as one line of a table. */
export function entry(name: string, n: number, make: GateEntry['make']): GateEntry {
  return { name, n, make, isFresh: false };
}

/** The same for work that keeps what it found with its input. */
export function freshEntry(name: string, n: number, make: GateEntry['make']): GateEntry {
  return { name, n, make, isFresh: true };
}

/** `n` values of an index. */
export function many<T>(n: number, of: (index: number) => T): T[] {
  return Array.from({ length: n }, (_, index) => of(index));
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
