/** What JSON of a call may have at most; texts count with the names of members. */
const maxDepth = 64;
const maxValues = 20_000;
const maxCharacters = 256 * 1024;

/**
 * True for what JSON can say, within bounds: over IPC a value may also hold maps, dates or itself. O(values), and it
 * stops at the first bound that is passed.
 */
export function isBoundedJson(value: unknown): boolean {
  let values = 0;
  let characters = 0;
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    values++;
    if (values > maxValues || next.depth > maxDepth) return false;
    const parts = partsOf(next.value);
    if (parts === null) return false;
    characters += parts.characters;
    if (characters > maxCharacters || parts.members.length + waiting.length > maxValues) return false;
    for (const member of parts.members) waiting.push({ value: member, depth: next.depth + 1 });
  }
  return true;
}

interface Parts {
  readonly characters: number;
  readonly members: readonly unknown[];
}

/** Null for what is no JSON. */
function partsOf(value: unknown): Parts | null {
  switch (typeof value) {
    case 'string':
      return { characters: value.length, members: [] };
    case 'boolean':
      return { characters: 0, members: [] };
    case 'number':
      return Number.isFinite(value) ? { characters: 0, members: [] } : null;
    case 'object':
      return value === null ? { characters: 0, members: [] } : membersOf(value);
    default:
      return null;
  }
}

function membersOf(value: object): Parts | null {
  if (Array.isArray(value)) return { characters: 0, members: value };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return null;
  const names = Object.keys(value);
  return { characters: names.reduce((sum, name) => sum + name.length, 0), members: Object.values(value) };
}
