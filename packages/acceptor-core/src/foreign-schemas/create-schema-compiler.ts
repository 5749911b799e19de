/** Turns a foreign schema into a check, or the reason why it cannot be used (security S-13). */
import { childAt, cutText, isRecord, type JsonObject, pointerTo, valueAt } from '@openwop-inspector/base';
import { type Known, known, type UnknownReason, unknown } from '@openwop-inspector/protocol';
import type { ErrorObject } from 'ajv';
import { violationText } from '../findings/outcome-details.ts';
import { FOREIGN_SCHEMA_LIMITS, type ForeignError, type SchemaCompiler } from '../foreign-check.ts';
import { subschemas } from '../json/schema-text.ts';
import { beyondLimit, compiledOnce, copyJson, ObjectionFound, unusable } from './copy-json.ts';
import { compileDocument, createMetaCheck, type MetaCheck, type SchemaCheck } from './schema-engine.ts';

/** Maximum number of failed unions of one value that are explained; a hostile list must not cost a check per item. */
const MAX_UNIONS = 200;

/** Ours and always the same, so it is shared; made at the first use. */
let metaCheck: MetaCheck | null = null;

/**
 * A compiler for schemas of users and hosts, JSON Schema 2020-12. It makes code from text, so it belongs in Node or in
 * a worker with a policy of its own, without a time limit: run it where it can be stopped, since a `pattern` may take
 * for ever. A schema is compiled once and remembered by identity. The first call of all compilers costs about 30 ms.
 *
 * Refused with the pointer: non-schemas, another draft, more than the limits, `$ref` to another document,
 * `$dynamicRef`, invalid patterns. Formats but `date-time` and `uri` and nonstandard keywords are annotations. Checks
 * give at most 1,000 violations, and are unknown when the schema cannot be run, as when it refers to itself without
 * end.
 */
export function createSchemaCompiler(): SchemaCompiler {
  return compiledOnce((_kind, schema) => {
    metaCheck ??= createMetaCheck();
    try {
      const document = copyJson(schema);
      if (typeof document !== 'boolean' && !isRecord(document))
        return unknown(unusable('', 'is neither an object nor a boolean'));
      if (isRecord(document)) readDialect(document);
      const inspected = inspectSchema(document);
      const depth = (error: ErrorObject) => error.instancePath.split('/').length;
      const [violation] = [...metaCheck(document)].sort((a, b) => depth(b) - depth(a));
      if (violation !== undefined)
        return unknown(
          unusable(violation.instancePath, `is not a JSON Schema: it ${violationText(violation)}`),
        );
      try {
        const { at, check } = compileDocument(document);
        const pointerOf = (part: unknown) =>
          typeof part === 'object' && part !== null ? inspected.pointers.get(part) : undefined;
        const checkAt = (pointer: string) => {
          const part = orUnknown(() => at(pointer));
          return part.known ? part.value : null;
        };
        return known((value, onNote) =>
          orUnknown(() => groupBranches(check(value, onNote), value, { pointerOf, checkAt })),
        );
      } catch (problem) {
        return unknown(
          lostReference(problem, inspected.references) ?? unreadable(problem, 'cannot be compiled'),
        );
      }
    } catch (problem) {
      if (problem instanceof ObjectionFound) return unknown(problem.reason);
      return unknown(unreadable(problem, 'cannot be read'));
    }
  });
}

const DIALECT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** Removes `$schema` after reading it: Ajv would search for the meta-schema by that name. */
function readDialect(document: object): void {
  if (!Object.hasOwn(document, '$schema')) return;
  const dialect: unknown = Reflect.get(document, '$schema');
  if (typeof dialect !== 'string' || !DIALECT.test(dialect))
    throw new ObjectionFound(unusable('/$schema', 'names another dialect than JSON Schema 2020-12'));
  Reflect.deleteProperty(document, '$schema');
}

/** The reference that Ajv could not follow. It names the absolute address, of which `$ref` may hold the end only. */
function lostReference(problem: unknown, references: InspectedSchema['references']): UnknownReason | null {
  const missing = isRecord(problem) ? Reflect.get(problem, 'missingRef') : undefined;
  if (typeof missing !== 'string') return null;
  const found =
    references.find(({ ref }) => ref === missing) ??
    references.find(({ ref }) => missing.endsWith(ref)) ??
    references.find(({ ref }) => !ref.startsWith('#'));
  const isLocal = found?.ref.startsWith('#') === true;
  return unusable(
    found?.pointer ?? '',
    isLocal ? 'refers to something that is not there' : 'refers to another document, which is not fetched',
  );
}

/** A schema that calls itself on the same value ends the stack; nothing is known then. */
function orUnknown<T>(run: () => T): Known<T> {
  try {
    return known(run());
  } catch (problem) {
    return unknown(unreadable(problem, 'cannot be run'));
  }
}

const MAX_REASON = 160;

/** A stack that overflows is a schema that refers to itself: depth and size were bounded before. */
function unreadable(problem: unknown, what: string): UnknownReason {
  if (problem instanceof RangeError) return { code: 'endless', what: 'its schema' };
  const text = problem instanceof Error ? problem.message : 'the engine gave up';
  return unusable('', `${what}: ${cutText(text.split('\n', 1)[0] ?? '', MAX_REASON)}`);
}

/** What grouping needs to know of a compiled document. */
interface Branches {
  /** RFC 6901 pointer of a subschema, by identity; undefined when it is not known. */
  readonly pointerOf: (subschema: unknown) => string | undefined;
  readonly checkAt: (pointer: string) => SchemaCheck | null;
}

/**
 * Violations as Ajv lists them, in our form. Ajv lists those of all branches before the failed union itself and does
 * not say which belongs to which, so the branches are run once more, each alone. Where that does not give the same
 * list, because it was cut for one, the union stays as it is.
 */
function groupBranches(
  found: readonly ErrorObject[],
  value: unknown,
  branches: Branches,
): readonly ForeignError[] {
  let unions = 0;
  const group = (errors: readonly ErrorObject[], above: string): readonly ForeignError[] => {
    const grouped: ForeignError[] = [];
    for (let index = errors.length - 1; index >= 0; index--) {
      const error = errors[index];
      if (error === undefined) continue;
      // `schemaPath` becomes the place in the document; Ajv counts from the last `$ref` it followed.
      const subschema = branches.pointerOf(error.parentSchema);
      const { instancePath, keyword, params, propertyName, schemaPath } = error;
      const plain = {
        instancePath: above + instancePath,
        schemaPath: subschema === undefined ? schemaPath : `#${pointerTo(subschema, keyword)}`,
        keyword,
        params: propertyName === undefined ? params : { ...params, propertyName },
      };
      const isUnion = error.keyword === 'anyOf' || error.keyword === 'oneOf';
      const tried = isUnion && unions < MAX_UNIONS ? runBranches(error, plain.instancePath) : null;
      const count = tried?.reduce((sum, branch) => sum + branch.length, 0) ?? 0;
      if (
        tried === null ||
        !isSameList(tried.flat(), errors.slice(index - count, index), error.instancePath)
      ) {
        grouped.push(plain);
        continue;
      }
      unions += 1;
      grouped.push({ ...plain, branches: tried.map((branch) => group(branch, plain.instancePath)) });
      index -= count;
    }
    return grouped.reverse();
  };
  const runBranches = (error: ErrorObject, instancePath: string): readonly ErrorObject[][] | null => {
    const pointer = branches.pointerOf(error.parentSchema);
    const list = childAt(error.parentSchema, error.keyword);
    if (pointer === undefined || !Array.isArray(list)) return null;
    const part = valueAt(value, instancePath);
    const checks = list.map((_, index) =>
      branches.checkAt(pointerTo(pointerTo(pointer, error.keyword), index)),
    );
    return checks.includes(null) ? null : checks.map((check) => [...(check?.(part) ?? [])]);
  };
  return group(found, '');
}

function isSameList(alone: readonly ErrorObject[], listed: readonly ErrorObject[], above: string): boolean {
  return (
    alone.length === listed.length &&
    alone.every((error, index) => {
      const other = listed[index];
      return error.keyword === other?.keyword && above + error.instancePath === other.instancePath;
    })
  );
}

/** Properties of a valid schema for a compiler: pointers of the subschemas by identity (RFC 6901), and the references. */
export type InspectedSchema = Readonly<ReturnType<typeof inspectSchema>>;

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
function inspectSchema(root: unknown) {
  const limits = FOREIGN_SCHEMA_LIMITS;
  const pointers = new Map<object, string>();
  // Each `$ref` as written, and the pointer of the keyword.
  const references: { readonly ref: string; readonly pointer: string }[] = [];
  let keywords = 0;
  const visit = (schema: JsonObject, pointer: string): void => {
    pointers.set(schema, pointer);
    for (const keyword of Object.keys(schema)) {
      keywords += 1;
      if (keywords > limits.keywords) throw beyondLimit(pointer, limits.keywords, 'keywords');
      const value: unknown = Reflect.get(schema, keyword);
      const place = pointerTo(pointer, keyword);
      // Names of `Object.prototype` are not keywords, but a table of keywords would find them.
      const isUnknown = NOT_OF_THE_STANDARD.has(keyword) || Reflect.has(Object.prototype, keyword);
      if (keyword === 'format' ? !ASSERTED_FORMATS.has(value) : isUnknown) {
        Reflect.deleteProperty(schema, keyword);
        continue;
      }
      if (keyword === '$dynamicRef')
        throw new ObjectionFound(unusable(place, 'uses $dynamicRef, which is not supported here'));
      if (keyword === 'pattern') checkPattern(value, place);
      if (keyword === 'patternProperties' && isRecord(value)) {
        for (const pattern of Object.keys(value)) checkPattern(pattern, pointerTo(place, pattern));
      }
      if (keyword === '$ref' && typeof value === 'string') references.push({ ref: value, pointer: place });
      if (references.length > limits.references) throw beyondLimit(place, limits.references, 'references');
      for (const [child, childPointer] of subschemas(keyword, value, place)) visit(child, childPointer);
    }
  };
  if (isRecord(root)) visit(root, '');
  return { pointers, references };
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
