/**
 * What the generated validators call at run time: lengths in code points, formats, and the collecting of errors. The
 * window's CSP forbids making code from text, so everything here is ordinary code.
 */

/** One violation as a validator reports it. Only `params.additionalProperty` and paths can hold text of the value. */
export interface SchemaError {
  /** RFC 6901 pointer into the value. */
  readonly instancePath: string;
  /** Place of the rule in the schema. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: { readonly [name: string]: unknown };
}

/** A generated check: true when the value fits, otherwise `errors` has the reasons until the next call. */
export interface SchemaValidator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Errors after which a validator stops. A hostile array of millions of wrong items must not fill the memory. */
export const MAX_SCHEMA_ERRORS = 1000;

/** Ends a validator that has seen enough. Caught by `schemaErrors`, never seen outside this package. */
class TooManyErrors {
  readonly errors: readonly SchemaError[];
  constructor(errors: readonly SchemaError[]) {
    this.errors = errors;
  }
}

/** The list with one error more. Throws `TooManyErrors` at the bound. */
export function withError(errors: SchemaError[] | null, error: SchemaError): SchemaError[] {
  if (errors === null) return [error];
  errors.push(error);
  if (errors.length >= MAX_SCHEMA_ERRORS) throw new TooManyErrors(errors);
  return errors;
}

/**
 * Two lists as one, for a validator that calls another. Throws `TooManyErrors` at the bound.
 * @public called by generated code
 */
export function withErrors(errors: SchemaError[] | null, more: readonly SchemaError[]): SchemaError[] {
  const all = errors ?? [];
  for (const error of more) withError(all, error);
  return all;
}

/** Runs a validator: the violations, or null when the value fits. */
export function schemaErrors(validator: SchemaValidator, value: unknown): readonly SchemaError[] | null {
  try {
    if (validator(value)) return null;
  } catch (stopped) {
    if (stopped instanceof TooManyErrors) return stopped.errors;
    throw stopped;
  }
  const errors = validator.errors ?? [];
  validator.errors = null;
  return errors;
}

/** Length in code points, as JSON Schema counts. A lone surrogate counts as one. */
export function codePointLength(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

const dateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** True for an RFC 3339 date-time that names a real day and time. 23:59:60 UTC is a leap second and legal. */
export function isDateTime(text: string): boolean {
  if (!dateTime.test(text)) return false;
  const day = text.slice(0, 10);
  // Beyond the end of a month the platform counts on in the next.
  if (day.slice(8) > '28' && !new Date(`${day}T00:00Z`).toISOString().startsWith(day)) return false;
  if (text.slice(17, 19) !== '60') return true;
  const before = new Date(`${text.slice(0, 17)}59${text.slice(19)}`.toUpperCase());
  return before.getUTCHours() === 23 && before.getUTCMinutes() === 59;
}

const uri = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#[\]]|%[0-9A-Fa-f]{2})*$/;

/** True for an absolute URI of RFC 3986 characters. Nothing is fetched or resolved. */
export function isUri(text: string): boolean {
  if (!uri.test(text)) return false;
  const hash = text.indexOf('#');
  if (hash !== -1 && text.indexOf('#', hash + 1) !== -1) return false;
  // Square brackets belong round an IP literal in the authority and nowhere else; a port is digits.
  const rest = text.slice(text.indexOf(':') + 1);
  if (!rest.startsWith('//')) return !/[[\]]/.test(rest);
  const end = rest.slice(2).search(/[/?#]/);
  const authority = end === -1 ? rest.slice(2) : rest.slice(2, end + 2);
  if (end !== -1 && /[[\]]/.test(rest.slice(end + 2))) return false;
  return /^(?:[^@[\]]*@)?(?:\[[0-9A-Fa-fv:.]+\]|[^@[\]:]*)(?::\d*)?$/.test(authority);
}

/**
 * The formats our schemas assert.
 * @public called by generated code
 */
export const schemaFormats = { 'date-time': isDateTime, uri: isUri } as const;
