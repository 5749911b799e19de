import { isRecord, type JsonObject, pointerTo } from '@openwop-inspector/base';
import { subschemas } from '../json/schema-text.ts';
import { beyondLimit, ObjectionFound, unusable } from './copy-json.ts';
import { FOREIGN_SCHEMA_LIMITS } from './schema-limits.ts';

/** Properties of a valid schema for a compiler: pointers of the subschemas by identity (RFC 6901), and the references. */
export type InspectedSchema = Readonly<ReturnType<typeof inspectSchema>>;

/** A `$ref` as written, and the pointer of the keyword. */
interface SchemaReference {
  readonly ref: string;
  readonly pointer: string;
}

/** Formats that are asserted (acceptor 3.2); any other is an annotation. */
const ASSERTED_FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'uri']);

/**
 * Keywords of Ajv that JSON Schema 2020-12 does not have: there they are annotations. `$async` would even turn a check
 * into a promise.
 */
const NOT_OF_THE_STANDARD: ReadonlySet<string> = new Set([
  '$async',
  '$data',
  'additionalItems',
  'discriminator',
  'id',
  'nullable',
]);

/**
 * Walks the subschemas of a copy and takes out what Ajv would read otherwise than the standard does. Enumerations,
 * constants and other data are not walked. Throws `ObjectionFound` at limits, for references to other documents and
 * for patterns that are none. O(size); the depth was bounded when the copy was made.
 */
export function inspectSchema(root: unknown) {
  const limits = FOREIGN_SCHEMA_LIMITS;
  const pointers = new Map<object, string>();
  const references: SchemaReference[] = [];
  let keywords = 0;
  const visit = (schema: JsonObject, pointer: string): void => {
    pointers.set(schema, pointer);
    for (const keyword of Object.keys(schema)) {
      keywords += 1;
      if (keywords > limits.keywords) throw beyondLimit(pointer, limits.keywords, 'keywords');
      const value: unknown = Reflect.get(schema, keyword);
      const place = pointerTo(pointer, keyword);
      if (isLeftOut(keyword, value)) {
        Reflect.deleteProperty(schema, keyword);
        continue;
      }
      checkKeyword(keyword, value, place);
      if (keyword === '$ref' && typeof value === 'string') references.push({ ref: value, pointer: place });
      if (references.length > limits.references) {
        throw beyondLimit(place, limits.references, 'references');
      }
      for (const [child, childPointer] of subschemas(keyword, value, place)) visit(child, childPointer);
    }
  };
  if (isRecord(root)) visit(root, '');
  return { pointers, references };
}

/** Names of `Object.prototype` are not keywords, but a table of keywords would find them. */
function isLeftOut(keyword: string, value: unknown): boolean {
  if (keyword === 'format') return !ASSERTED_FORMATS.has(value);
  return NOT_OF_THE_STANDARD.has(keyword) || Reflect.has(Object.prototype, keyword);
}

function checkKeyword(keyword: string, value: unknown, place: string): void {
  if (keyword === '$dynamicRef') {
    throw new ObjectionFound(unusable(place, 'uses $dynamicRef, which is not supported here'));
  }
  if (keyword === 'pattern') checkPattern(value, place);
  if (keyword === 'patternProperties' && isRecord(value)) {
    for (const pattern of Object.keys(value)) checkPattern(pattern, pointerTo(place, pattern));
  }
}

function checkPattern(pattern: unknown, place: string): void {
  if (typeof pattern !== 'string') return; // the meta-schema says so better
  const { patternLength } = FOREIGN_SCHEMA_LIMITS;
  if (pattern.length > patternLength) throw beyondLimit(place, patternLength, 'characters');
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new ObjectionFound(unusable(place, 'has a pattern that is no regular expression'));
  }
}
