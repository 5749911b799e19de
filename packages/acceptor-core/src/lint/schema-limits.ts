import { isRecord, pointerTo } from '@openwop-inspector/base';
import { quoted } from './lint-rules.ts';

/** Bounds within which a schema is checked. They are far above what any vendor takes as an output schema. */
export const SCHEMA_LIMITS = {
  /** Levels of nesting of the JSON text. */
  depth: 64,
  /** Values, containers and scalars alike. */
  values: 100_000,
  /** UTF-16 units of all strings and keys. */
  characters: 2_000_000,
  /** UTF-16 units of one key. */
  keyLength: 1_024,
} as const;

/**
 * The first limit that a value exceeds and the place where it was met, or null. Reads every value once, up to the
 * limits, without recursion; objects that contain themselves end at the limit of depth or of values.
 */
export function limitMet(root: unknown) {
  const stack = [{ value: root, pointer: '', depth: 0 }];
  let values = 0;
  let characters = 0;
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { value, pointer, depth } = visit;
    const members = membersOf(value);
    values += 1;
    if (typeof value === 'string') characters += value.length;
    for (const [key] of members) characters += typeof key === 'string' ? key.length : 0;
    const met = exceeded(visit, members, values + stack.length, characters);
    if (met !== null) return met;
    for (const [key, child] of members)
      stack.push({ value: child, pointer: pointerTo(pointer, key), depth: depth + 1 });
  }
  return null;
}

type Members = readonly (readonly [key: string | number, value: unknown])[];

function exceeded(
  { pointer, depth }: { readonly pointer: string; readonly depth: number },
  members: Members,
  values: number,
  characters: number,
) {
  const met = (message: string) => ({ pointer, message });
  if (depth > SCHEMA_LIMITS.depth) return met(`Nested deeper than ${SCHEMA_LIMITS.depth} levels.`);
  if (values + members.length > SCHEMA_LIMITS.values) return met(`More than ${SCHEMA_LIMITS.values} values.`);
  if (characters > SCHEMA_LIMITS.characters) {
    return met(`More than ${SCHEMA_LIMITS.characters} characters of text.`);
  }
  const [long] = members.find(([key]) => String(key).length > SCHEMA_LIMITS.keyLength) ?? [];
  return long === undefined ? null : met(`The key ${quoted(String(long))} is too long.`);
}

function membersOf(value: unknown): Members {
  if (!Array.isArray(value)) return isRecord(value) ? Object.entries(value) : [];
  // One more than allowed is enough to know; a sparse array of a billion must not become a billion members.
  return Array.from(value.slice(0, SCHEMA_LIMITS.values + 1), (item: unknown, index) => [index, item]);
}
