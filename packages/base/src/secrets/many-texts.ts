import type { SecretSpan } from './span.ts';

/** Units at the end of a text by which it is looked for; shorter texts are not taken. */
export const SHORTEST_OF_MANY = 12;
/** Units that are looked at together. */
const BLOCK = 3;
const FARTHEST = SHORTEST_OF_MANY - BLOCK + 1;
/** Texts that end alike: more of them would make a look costly. */
const MAX_ALIKE = 16;
/** Units of all texts together. */
const MAX_UNITS = 16 * 1024 * 1024;
const MAX_LENGTH = 4096;
const RULE = 'repeated';
const NONE: readonly SecretSpan[] = [];

/**
 * Many texts that are looked for at once (Wu and Manber, by the ends of the texts): where three characters stand that no
 * end has, up to ten are stepped over. The cost does not depend on how many texts there are.
 */
export class ManyTexts {
  /** Texts that could not be taken: too long, too many. */
  leftOut = 0;
  private readonly steps = new Uint8Array(65_536).fill(FARTHEST);
  private readonly byEnd = new Map<string, string[]>();
  private units = 0;

  get isEmpty(): boolean {
    return this.byEnd.size === 0;
  }

  add(text: string): void {
    if (text.length < SHORTEST_OF_MANY) return;
    const end = text.slice(-SHORTEST_OF_MANY);
    const alike = this.byEnd.get(end) ?? [];
    if (alike.includes(text)) return;
    if (alike.length >= MAX_ALIKE || text.length > MAX_LENGTH || this.units + text.length > MAX_UNITS) {
      this.leftOut++;
      return;
    }
    this.units += text.length;
    // The longest is looked for first.
    this.byEnd.set(
      end,
      [...alike, text].sort((a, b) => b.length - a.length),
    );
    for (let at = BLOCK; at <= SHORTEST_OF_MANY; at++) {
      const block = blockAt(end, at - 1);
      this.steps[block] = Math.min(this.steps[block] as number, SHORTEST_OF_MANY - at);
    }
  }

  /** True when one of the texts stands in this one. */
  mayBeIn(text: string): boolean {
    return this.byEnd.size > 0 && this.nextEnd(text, SHORTEST_OF_MANY - 1) >= 0;
  }

  /** Where the texts stand, in order of their ends. O(length). */
  spansIn(text: string): readonly SecretSpan[] {
    if (this.byEnd.size === 0) return NONE;
    const spans: SecretSpan[] = [];
    for (let at = this.nextEnd(text, SHORTEST_OF_MANY - 1); at >= 0; at = this.nextEnd(text, at + 1)) {
      const end = at + 1;
      const found = this.endingAt(text, end);
      if (found !== undefined) spans.push({ start: end - found.length, end, kind: 'password', rule: RULE });
    }
    return spans;
  }

  /** The last place of the next text that ends at `at` or behind it; -1 when none does. */
  private nextEnd(text: string, from: number): number {
    const { steps } = this;
    for (let at = from; at < text.length; ) {
      const step = steps[blockAt(text, at)] as number;
      if (step > 0) at += step;
      else if (this.endingAt(text, at + 1) !== undefined) return at;
      else at++;
    }
    return -1;
  }

  private endingAt(text: string, end: number): string | undefined {
    return this.byEnd
      .get(text.slice(end - SHORTEST_OF_MANY, end))
      ?.find((one) => one.length <= end && text.startsWith(one, end - one.length));
  }
}

/** A number for the three units that end at a place. */
function blockAt(text: string, at: number): number {
  return ((text.charCodeAt(at) * 961) ^ (text.charCodeAt(at - 1) * 31) ^ text.charCodeAt(at - 2)) & 0xffff;
}
