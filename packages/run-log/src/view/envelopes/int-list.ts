/** A growing list of 32-bit integers, 4 bytes each. */
export class IntList {
  length = 0;
  private items = new Int32Array(256);

  push(item: number): void {
    if (this.length === this.items.length) {
      const wider = new Int32Array(this.items.length * 2);
      wider.set(this.items);
      this.items = wider;
    }
    this.items[this.length++] = item;
  }

  at(place: number): number {
    return this.items[place] ?? -1;
  }

  set(place: number, item: number): void {
    this.items[place] = item;
  }

  /** What was pushed; stays in step with the list only until it grows. */
  view(): Int32Array {
    return this.items.subarray(0, this.length);
  }
}
