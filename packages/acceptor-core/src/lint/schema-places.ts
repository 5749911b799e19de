import {
  isRecord,
  type JsonObject,
  member,
  pointerTo,
  pointerTokens,
  valueAt,
} from '@openwop-inspector/base';
import { localFragment } from '@openwop-inspector/protocol';
import { subschemas } from '../json/schema-text.ts';
import { quoted } from './lint-rules.ts';

/** One schema object inside a document, as opposed to data that only looks like one (`enum`, `default`). */
export interface SchemaPlace {
  readonly schema: JsonObject;
  /** RFC 6901 pointer from the root. */
  readonly pointer: string;
  /** Index of the place that contains it; -1 for the root, and for what only a reference leads to. */
  readonly parent: number;
  /** Nesting as T8 counts it: the root is 0; `properties`, `items`, `anyOf` and `$defs` add one. */
  readonly level: number;
  /** False below `$defs`: there, it applies only where a reference names it. */
  readonly applied: boolean;
}

/** All schema objects of a document, in the order of its text, and where their references lead. */
export interface SchemaPlaces {
  readonly places: readonly SchemaPlace[];
  /** Place of a schema object, by identity. */
  readonly indexOf: ReadonlyMap<object, number>;
  /** For places with a `$ref`: index of its target, or null when that is remote, missing or no schema object. */
  readonly refs: ReadonlyMap<number, number | null>;
}

const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);
const LEVELS: ReadonlySet<string> = new Set(['properties', 'items', 'anyOf', ...DEFINITIONS]);

/** Collects the schema objects. The document must be within the schema limits. O(values). */
export function schemaPlaces(root: JsonObject): SchemaPlaces {
  const places: SchemaPlace[] = [];
  const indexOf = new Map<object, number>();
  collect({ schema: root, pointer: '', parent: -1, level: 0, applied: true }, places, indexOf);
  const refs = new Map<number, number | null>();
  const anchors = anchorsOf(places.map((place) => place.schema));
  // What only a reference leads to is appended while this loop runs, and has its own references followed in turn.
  for (let index = 0; index < places.length; index += 1) {
    const schema = places[index]?.schema;
    const ref = member(schema, '$ref');
    if (typeof ref !== 'string') continue;
    const found = resolveRef(root, anchors, ref);
    if (found !== null && !indexOf.has(found.schema))
      collect({ ...found, parent: -1, level: 1, applied: false }, places, indexOf);
    refs.set(index, found === null ? null : (indexOf.get(found.schema) ?? null));
  }
  return { places, indexOf, refs };
}

function collect(start: SchemaPlace, places: SchemaPlace[], indexOf: Map<object, number>): void {
  const stack = [start];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    if (indexOf.has(place.schema)) continue;
    const index = places.length;
    indexOf.set(place.schema, index);
    places.push(place);
    for (const child of childrenOf(place, index).reverse()) stack.push(child);
  }
}

function childrenOf(place: SchemaPlace, index: number): SchemaPlace[] {
  return Object.keys(place.schema).flatMap((keyword) =>
    subschemas(keyword, member(place.schema, keyword), pointerTo(place.pointer, keyword)).map(
      ([schema, pointer]) => ({
        schema,
        pointer,
        parent: index,
        level: place.level + (LEVELS.has(keyword) ? 1 : 0),
        applied: !DEFINITIONS.has(keyword),
      }),
    ),
  );
}

/** Schemas by their `$anchor`; the first of a name counts. Their pointers are not known, see `resolveRef`. */
function anchorsOf(schemas: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  for (const schema of schemas) {
    const name = member(schema, '$anchor');
    if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, schema);
  }
  return anchors;
}

/**
 * The schema object that a `$ref` names inside its own document; null when it is remote, dangling, or names something
 * else than an object. Nothing is ever fetched. An anchored schema comes with an empty pointer: it is a place already.
 */
function resolveRef(
  root: JsonObject,
  anchors: ReadonlyMap<string, JsonObject>,
  ref: string,
): Pick<SchemaPlace, 'schema' | 'pointer'> | null {
  const fragment = localFragment(root, ref);
  if (fragment === null) return null;
  if (fragment === '') return { schema: root, pointer: '' };
  if (fragment.startsWith('/')) {
    const schema = valueAt(root, fragment);
    const pointer = (pointerTokens(fragment) ?? []).reduce(pointerTo, '');
    return isRecord(schema) ? { schema, pointer } : null;
  }
  const schema = anchors.get(fragment);
  return schema === undefined ? null : { schema, pointer: '' };
}

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
  if (characters > SCHEMA_LIMITS.characters)
    return met(`More than ${SCHEMA_LIMITS.characters} characters of text.`);
  const [long] = members.find(([key]) => String(key).length > SCHEMA_LIMITS.keyLength) ?? [];
  return long === undefined ? null : met(`The key ${quoted(String(long))} is too long.`);
}

function membersOf(value: unknown): Members {
  if (!Array.isArray(value)) return isRecord(value) ? Object.entries(value) : [];
  // One more than allowed is enough to know; a sparse array of a billion must not become a billion members.
  return Array.from(value.slice(0, SCHEMA_LIMITS.values + 1), (item: unknown, index) => [index, item]);
}
