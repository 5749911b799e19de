/** Numbers of pages and where each is kept, in two typed arrays: 12 bytes an entry, up to twice that with its room. */
export class PageTable {
  private keys = new Float64Array(64).fill(EMPTY);
  private values = new Int32Array(64);
  private size = 0;
  /** Chosen anew for each table: a host that knows this code cannot send numbers that all fall into one place. */
  private readonly low = randomOdd();
  private readonly high = randomOdd();

  /** Value of a page, -1 when it has none. Expected O(1). */
  get(page: number): number {
    const at = this.placeOf(page);
    return this.keys[at] === page ? (this.values[at] ?? -1) : -1;
  }

  /** Enters a page that has no value. */
  add(page: number, value: number): void {
    if (this.size * 2 >= this.keys.length) this.grow();
    this.size++;
    this.enter(page, value);
  }

  private enter(page: number, value: number): void {
    const at = this.placeOf(page);
    this.keys[at] = page;
    this.values[at] = value;
  }

  /** Where a page stands, or the empty place where it would. */
  private placeOf(page: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    const hash = Math.imul(page | 0, this.low) + Math.imul(Math.floor(page / 2 ** 32) | 0, this.high);
    let at = ((hash ^ (hash >>> 15)) >>> 0) & mask;
    while (keys[at] !== EMPTY && keys[at] !== page) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2).fill(EMPTY);
    this.values = new Int32Array(keys.length * 2);
    for (let at = 0; at < keys.length; at++)
      if (keys[at] !== EMPTY) this.enter(keys[at] ?? 0, values[at] ?? 0);
  }
}

const EMPTY = -1;

function randomOdd(): number {
  return Math.floor(Math.random() * 2 ** 32) | 1;
}
