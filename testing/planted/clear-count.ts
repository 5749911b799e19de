/** Counts planted secrets that stand in clear on a surface. */
import type { PlantedPlace } from './planted-bundle.ts';

/** What a surface shows: any number of texts, or data with texts in it. */
export class ClearCount {
  private readonly places: readonly PlantedPlace[];
  private readonly found = new Map<string, Set<PlantedPlace>>();

  constructor(places: readonly PlantedPlace[]) {
    this.places = places;
  }

  /** Looks through everything that was displayed on a surface: texts, names of members, and what escapes hide in them. */
  look(surface: string, displayed: unknown): void {
    const text = textsOf(displayed);
    const seen = this.places.filter(({ tell }) => text.includes(tell));
    this.found.set(surface, new Set([...(this.found.get(surface) ?? []), ...seen]));
  }

  get surfaces(): readonly string[] {
    return [...this.found.keys()];
  }

  /** Secrets of documented shapes that were seen in clear, as lines to be read: surface, place, shape. */
  get known(): readonly string[] {
    return this.lines('known');
  }

  /** Random secrets in credential-like places that were seen in clear. */
  get placed(): readonly string[] {
    return this.lines('place');
  }

  /** Largest share of random secrets that one surface shows in clear, 0 to 1. */
  get worstShare(): number {
    const all = this.places.filter(({ kind }) => kind === 'place').length;
    const counts = [...this.found.values()].map((own) => [...own].filter(({ kind }) => kind === 'place'));
    return Math.max(0, ...counts.map(({ length }) => length / all));
  }

  private lines(kind: PlantedPlace['kind']): readonly string[] {
    return [...this.found].flatMap(([surface, own]) => {
      const counts = new Map<string, number>();
      for (const one of own) if (one.kind === kind) counts.set(one.place, (counts.get(one.place) ?? 0) + 1);
      return [...counts].map(([place, count]) => `${surface}: ${place} (${count})`);
    });
  }
}

/** Every text of a value, names of members too, with JSON escapes taken out. Iterative. */
function textsOf(value: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'string') texts.push(item, unescaped(item));
    else if (typeof item === 'number') texts.push(String(item));
    else if (ArrayBuffer.isView(item) || typeof item !== 'object' || item === null) continue;
    else {
      const entries = item instanceof Map ? [...item] : Object.entries(item);
      for (const [key, member] of entries) open.push(key, member);
    }
  }
  return texts.join('\n');
}

function unescaped(text: string): string {
  const character = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return text.includes('\\u') ? text.replaceAll(/\\u([0-9a-fA-F]{4})/g, character) : '';
}
