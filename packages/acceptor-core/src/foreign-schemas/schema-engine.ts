/** Ajv as we use it: the only place that makes code from text, so neither the window nor its CSP may meet it. */
import { escapedToken, isMultipleOf, pointerTokens, storedIn } from '@openwop-inspector/base';
import { isDateTime, isUri } from '@openwop-inspector/protocol';
import type { ErrorObject } from 'ajv/dist/2020.js';
import Ajv2020, { _, type CodeKeywordDefinition } from 'ajv/dist/2020.js';
import { type ForeignNote, MAX_FOREIGN_ERRORS } from '../foreign-check.ts';

/** Violations of a value; none when it fits. May throw on a schema that refers to itself without end. */
export type SchemaCheck = (value: unknown, onNote?: (note: ForeignNote) => void) => readonly ErrorObject[];

/** Name of a document without `$id`; unreachable by references. */
const NAMELESS = 'https://schema.invalid/';

/** How `multipleOf` is decided by one engine while it runs. */
interface Counting {
  /** By the division of doubles, as a plain validator does. */
  isBinary: boolean;
  /** Whether a multiple was found that is none for doubles. */
  hasDiffered: boolean;
}

/** `multipleOf` decided in decimals: the division of doubles would refuse 19.99 as a multiple of 0.01. */
function multipleOf(counting: Counting): CodeKeywordDefinition {
  const isMultiple = (value: number, divisor: number): boolean => {
    const isBinaryMultiple = Number.isInteger(value / divisor);
    if (counting.isBinary) return isBinaryMultiple;
    const isDecimalMultiple = isMultipleOf(value, divisor);
    if (isDecimalMultiple && !isBinaryMultiple) counting.hasDiffered = true;
    return isDecimalMultiple;
  };
  return {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    error: { message: 'is not a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code: (context) => {
      const { data, gen, schemaCode } = context;
      const check = gen.scopeValue('func', { ref: isMultiple });
      context.fail(_`!${check}(${data}, ${schemaCode})`);
    },
  };
}

/**
 * Compiles a document that was inspected before; throws what Ajv throws. Nothing is loaded: a reference that leads out
 * of the document is an error. A document has an engine of its own, so that equal `$id` cannot meet.
 */
export function compileDocument(document: object | boolean) {
  const engine = new Ajv2020({
    // Unknown keywords and formats are annotations in JSON Schema; strict mode would refuse `propertyOrdering`.
    strict: false,
    allErrors: true,
    // Without it inherited names such as `toString` count as members that are there.
    ownProperties: true,
    // Gives errors their subschema, which locates them after a `$ref`.
    verbose: true,
    messages: false,
    logger: false,
    meta: false,
    validateSchema: false,
    // A reference is a call: copying what it names in place of it would double with each level.
    inlineRefs: false,
    formats: { 'date-time': isDateTime, uri: isUri },
    code: { process: withBoundOnErrors },
  });
  const counting: Counting = { isBinary: false, hasDiffered: false };
  engine.removeKeyword('multipleOf').addKeyword(multipleOf(counting));
  engine.addSchema(document, NAMELESS);
  const id = typeof document === 'object' && '$id' in document ? document.$id : undefined;
  const name = typeof id === 'string' ? id : NAMELESS;
  const check = checkOf(engine, NAMELESS, counting);
  if (check === null) throw new Error('the schema compiles to nothing');
  const parts = new Map<string, SchemaCheck | null>();
  const at = (pointer: string): SchemaCheck | null => {
    return storedIn(parts, pointer, () => checkOf(engine, `${name}#${fragmentOf(pointer)}`, counting));
  };
  return { check, at };
}

function checkOf(engine: Ajv2020, reference: string, counting: Counting): SchemaCheck | null {
  const validate = engine.getSchema(reference);
  if (validate === undefined) return null;
  const run = (value: unknown): readonly ErrorObject[] => {
    if (validate(value) === true) return [];
    const errors = validate.errors ?? [];
    validate.errors = null;
    const stored = errors.filter(() => true).slice(0, MAX_FOREIGN_ERRORS); // the filter closes holes, see below
    if (stored.length === 0) throw new Error('a value was refused without a violation');
    return stored;
  };
  return (value, onNote) => {
    counting.hasDiffered = false;
    const errors = run(value);
    if (onNote !== undefined && counting.hasDiffered) {
      for (const note of binaryNotes(() => run(value), counting)) onNote(note);
    }
    return errors;
  };
}

/** Notes of one value. */
const MAX_NOTES = 100;

/** Returns the false rejections of multiples by a validator of doubles, each place once. */
function binaryNotes(run: () => readonly ErrorObject[], counting: Counting): readonly ForeignNote[] {
  const notes = new Map<string, ForeignNote>();
  counting.isBinary = true;
  try {
    for (const { keyword, instancePath, data: value, schema: divisor } of run()) {
      if (keyword !== 'multipleOf' || typeof value !== 'number' || typeof divisor !== 'number') continue;
      if (isMultipleOf(value, divisor)) notes.set(instancePath, { instancePath, value, multipleOf: divisor });
      if (notes.size === MAX_NOTES) break;
    }
  } finally {
    counting.isBinary = false;
  }
  return [...notes.values()];
}

function fragmentOf(pointer: string): string {
  const keys = pointerTokens(pointer) ?? [];
  return keys.map((key) => `/${encodeURIComponent(escapedToken(key))}`).join('');
}

/**
 * Ajv collects without end. In its code, errors beyond the bound are counted, since verdicts depend on the count, and
 * not stored. Where it later drops those of a branch by setting the length, holes may remain.
 */
function withBoundOnErrors(code: string): string {
  return code
    .replace(/vErrors\.push\((err\d+)\);/g, `if(vErrors.length < ${MAX_FOREIGN_ERRORS}){vErrors.push($1);}`)
    .replace(
      /vErrors = vErrors === null \? ([\w.]+) : vErrors\.concat\(\1\);\s*errors = vErrors\.length;/g,
      `vErrors = vErrors === null ? $1 : vErrors.length < ${MAX_FOREIGN_ERRORS} ? vErrors.concat($1) : vErrors;errors += $1.length;`,
    );
}

/** The first violations of the meta-schema of JSON Schema 2020-12; none for a schema. */
export type MetaCheck = (schema: object | boolean) => readonly ErrorObject[];

/** Compiles the meta-schema, which takes about 30 ms; keep the check. */
export function createMetaCheck(): MetaCheck {
  const engine = new Ajv2020({ strict: false, logger: false, messages: false, ownProperties: true });
  const check: MetaCheck = (schema) => (engine.validateSchema(schema) === true ? [] : (engine.errors ?? []));
  check(true);
  return check;
}
