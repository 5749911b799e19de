/** Words a slot takes: two of the key, one of the value. */
const STRIDE = 3;

/**
 * A map from 64-bit hashes to non-negative integers: open addressing, 12 bytes a slot, at most two thirds full. Key and
 * value stand side by side, since at a million entries every look-up is a cache miss and one is mostly enough.
 */
export class HashTable {
  private slots = new Int32Array(64 * STRIDE);
  private mask = 63;
  size = 0;

  private slotOf(a: number, b: number): number {
    return (a ^ Math.imul(b, 0x9e3779b1)) & this.mask;
  }

  /** Place of the slot that holds the key, or of the empty slot where it belongs. A value of 0 marks an empty slot. */
  private placeOf(a: number, b: number): number {
    const slots = this.slots;
    let slot = this.slotOf(a, b);
    for (;;) {
      const at = slot * STRIDE;
      if (slots[at + 2] === 0 || (slots[at] === a && slots[at + 1] === b)) return at;
      slot = (slot + 1) & this.mask;
    }
  }

  /** The value, or -1. */
  get(a: number, b: number): number {
    return (this.slots[this.placeOf(a, b) + 2] as number) - 1;
  }

  /** Stores `value` unless the key is there; answers what was there before, or -1. */
  add(a: number, b: number, value: number): number {
    const at = this.placeOf(a, b);
    const taken = (this.slots[at + 2] as number) - 1;
    if (taken >= 0) return taken;
    this.slots[at] = a;
    this.slots[at + 1] = b;
    this.slots[at + 2] = value + 1;
    if (++this.size * 3 > this.mask * 2) this.resize((this.mask + 1) * 2);
    return -1;
  }

  /** Stores a value whether the key is there or not. */
  set(a: number, b: number, value: number): void {
    if (this.add(a, b, value) >= 0) this.slots[this.placeOf(a, b) + 2] = value + 1;
  }

  /** Makes room for `size` entries. */
  reserve(size: number): void {
    let slots = this.mask + 1;
    while (slots * 2 < size * 3) slots *= 2;
    if (slots > this.mask + 1) this.resize(slots);
  }

  private resize(slots: number): void {
    const old = this.slots;
    this.slots = new Int32Array(slots * STRIDE);
    this.mask = this.slots.length / STRIDE - 1;
    for (let from = 0; from < old.length; from += STRIDE) {
      if (old[from + 2] === 0) continue;
      const at = this.placeOf(old[from] as number, old[from + 1] as number);
      this.slots[at] = old[from] as number;
      this.slots[at + 1] = old[from + 1] as number;
      this.slots[at + 2] = old[from + 2] as number;
    }
  }
}
