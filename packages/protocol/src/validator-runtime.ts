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

/** A generated check: true when the value fits, otherwise `errors` holds why until the next call. */
export interface SchemaValidator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Errors after which a validator stops. A hostile array of millions of wrong items must not fill the memory. */
export const MAX_SCHEMA_ERRORS = 1000;

/** Ends a validator that has seen enough. Caught by `schemaErrors`, never seen outside this package. */
export class TooManyErrors {
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
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const high = text.charCodeAt(index);
    if (high < 0xd800 || high > 0xdbff) continue;
    const low = text.charCodeAt(index + 1);
    if (low >= 0xdc00 && low <= 0xdfff) {
      length--;
      index++;
    }
  }
  return length;
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** True for an RFC 3339 date-time that names a real day and time. 23:59:60 UTC is a leap second and legal. */
export function isDateTime(text: string): boolean {
  const match = dateTime.exec(text);
  if (match === null) return false;
  const part = (group: number) => Number(match[group] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  if (hour > 23 || minute > 59 || part(8) > 23 || part(9) > 59) return false;
  if (second < 60) return true;
  const offset = (match[7] === '-' ? -1 : 1) * (part(8) * 60 + part(9));
  return second === 60 && (hour * 60 + minute - offset + 1440) % 1440 === 1439;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const uri = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#[\]]|%[0-9A-Fa-f]{2})*$/;

/** True for an absolute URI of RFC 3986 characters. Nothing is fetched or resolved. */
export function isUri(text: string): boolean {
  if (!uri.test(text)) return false;
  const hash = text.indexOf('#');
  if (hash !== -1 && text.indexOf('#', hash + 1) !== -1) return false;
  return hasSoundAuthority(text);
}

/** Square brackets belong round an IP literal in the authority and nowhere else; a port is digits. */
function hasSoundAuthority(text: string): boolean {
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
