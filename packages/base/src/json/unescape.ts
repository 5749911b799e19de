/** The content of a string literal, with the place in the raw text of each of its units. */
export interface Unescaped {
  readonly text: string;
  placeOf(unit: number): number;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Takes the escapes out of `raw[from, end)`; those that are wrong or cut off are tolerated. O(length). */
export function unescaped(raw: string, from: number, end: number): Unescaped {
  const content = raw.slice(from, end);
  if (!content.includes('\\')) return { text: content, placeOf: (unit) => from + unit };
  const places = new Uint32Array(content.length + 1);
  const parts: string[] = [];
  let units = 0;
  for (let i = 0; i < content.length; ) {
    const slash = content.indexOf('\\', i);
    const plainEnd = slash < 0 ? content.length : slash;
    for (let k = i; k < plainEnd; k++) places[units++] = from + k;
    parts.push(content.slice(i, plainEnd));
    i = plainEnd;
    if (slash < 0) break;
    const hex = content[i + 1] === 'u' ? content.slice(i + 2, i + 6) : '';
    const isHex = /^[0-9a-fA-F]{4}$/.test(hex);
    const c = content[i + 1] ?? '';
    parts.push(isHex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[c] ?? c));
    if (c !== '') places[units++] = from + i;
    i += isHex ? 6 : 2;
  }
  places[units] = end;
  return { text: parts.join(''), placeOf: (unit) => places[unit] as number };
}
