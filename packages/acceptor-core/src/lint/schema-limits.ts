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

/** Why a schema is not checked, and the place where the limit was met. */
export interface LimitMet {
  readonly pointer: string;
  readonly message: string;
}

interface Visit {
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
}

/**
 * The first limit that a value exceeds, or null. Reads every value once, up to the limits, without recursion; objects
 * that contain themselves end at the limit of depth or of values.
 */
export function limitMet(root: unknown): LimitMet | null {
  const stack: Visit[] = [{ value: root, pointer: '', depth: 0 }];
  let values = 0;
  let characters = 0;
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    values += 1;
    if (typeof visit.value === 'string') characters += visit.value.length;
    const keys = keysOf(visit.value);
    for (const key of keys) characters += typeof key === 'string' ? key.length : 0;
    const met = exceeded(visit, keys, values + stack.length, characters);
    if (met !== null) return met;
    pushMembers(stack, visit, keys);
  }
  return null;
}

function exceeded(
  visit: Visit,
  keys: readonly (string | number)[],
  values: number,
  characters: number,
): LimitMet | null {
  const met = (message: string): LimitMet => ({ pointer: visit.pointer, message });
  if (visit.depth > SCHEMA_LIMITS.depth) return met(`Nested deeper than ${SCHEMA_LIMITS.depth} levels.`);
  if (values + keys.length > SCHEMA_LIMITS.values) return met(`More than ${SCHEMA_LIMITS.values} values.`);
  if (characters > SCHEMA_LIMITS.characters) {
    return met(`More than ${SCHEMA_LIMITS.characters} characters of text.`);
  }
  const long = keys.find((key) => typeof key === 'string' && key.length > SCHEMA_LIMITS.keyLength);
  return typeof long === 'string' ? met(`The key ${quoted(long)} is too long.`) : null;
}

function keysOf(value: unknown): readonly (string | number)[] {
  if (Array.isArray(value)) {
    // One more than allowed is enough to know; a sparse array of a billion must not become a billion keys.
    return Array.from({ length: Math.min(value.length, SCHEMA_LIMITS.values + 1) }, (_, index) => index);
  }
  return isRecord(value) ? Object.keys(value) : [];
}

function pushMembers(stack: Visit[], visit: Visit, keys: readonly (string | number)[]): void {
  const { value, pointer, depth } = visit;
  for (const key of keys) {
    const found: unknown = Array.isArray(value) ? value[Number(key)] : isRecord(value) ? value[key] : null;
    stack.push({ value: found, pointer: pointerTo(pointer, key), depth: depth + 1 });
  }
}
