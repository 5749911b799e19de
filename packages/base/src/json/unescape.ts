/** The content of a string literal, with the place in the raw text of each of its units. */
import { firstThat } from '../basics.ts';
export interface Unescaped {
  readonly text: string;
  placeOf(unit: number): number;
}

export const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Maps units to places, stored only where escaped and raw text part. Call in the order of the text. */
export class EscapePlaces {
  private readonly units: number[] = [0];
  private readonly places: number[];

  /** `start` is the place of the first unit. */
  constructor(start: number) {
    this.places = [start];
  }

  /** From this unit on, the text continues at that place. */
  goesOn(unit: number, place: number): void {
    this.units.push(unit);
    this.places.push(place);
  }

  /** O(log of the escapes). */
  placeOf(unit: number): number {
    const { units } = this;
    const last = Math.max(0, firstThat(units.length, (at) => (units[at] as number) > unit) - 1);
    return (this.places[last] as number) + unit - (units[last] as number);
  }
}

/** Takes the escapes out of `raw[from, end)`; those that are wrong or cut off are tolerated. O(length). */
export function unescaped(raw: string, from: number, end: number): Unescaped {
  const content = raw.slice(from, end);
  if (!content.includes('\\')) return { text: content, placeOf: (unit) => from + unit };
  const places = new EscapePlaces(from);
  const parts: string[] = [];
  let units = 0;
  for (let i = 0; i < content.length; ) {
    const slash = content.indexOf('\\', i);
    const plainEnd = slash < 0 ? content.length : slash;
    parts.push(content.slice(i, plainEnd));
    units += plainEnd - i;
    if (slash < 0) break;
    const hex = content[slash + 1] === 'u' ? content.slice(slash + 2, slash + 6) : '';
    const isHex = /^[0-9a-fA-F]{4}$/.test(hex);
    const c = content[slash + 1] ?? '';
    parts.push(isHex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[c] ?? c));
    units += c.length;
    i = Math.min(slash + (isHex ? 6 : 2), content.length);
    places.goesOn(units, from + i);
  }
  return { text: parts.join(''), placeOf: (unit) => places.placeOf(unit) };
}
