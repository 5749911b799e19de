/**
 * Turns the violations of a validator into readable findings: the intended variant instead of all that were tried, the
 * deepest place first, no text of the checked value in any message (security S-22).
 */
import { addTo } from '@openwop-inspector/base';
import { scalarText } from './plain-text.ts';
import {
  MAX_SCHEMA_ERRORS,
  type SchemaError,
  type SchemaValidator,
  schemaErrors,
} from './validator-runtime.ts';

/** One place where a value differs from its schema. */
export interface SchemaFinding {
  /** RFC 6901 pointer from the checked value. */
  readonly pointer: string;
  /** Keyword of JSON Schema that was violated. */
  readonly keyword: string;
  /** What is wrong, in words of the schema only. */
  readonly message: string;
}

/** Findings that are listed for one value. */
const MAX_FINDINGS = 10;

/** The findings of violations: without repeats, deepest place first, at most `MAX_FINDINGS`. */
export function schemaFindings(errors: readonly SchemaError[]): readonly SchemaFinding[] {
  const findings = new Map<string, SchemaFinding>();
  for (const error of meantVariants(groupUnions(errors))) {
    if (error.keyword === 'if' || error.schemaPath.includes('/propertyNames/')) continue;
    const finding = { pointer: pointerOf(error), keyword: error.keyword, message: violationMessage(error) };
    findings.set(JSON.stringify(finding), finding);
  }
  return [...findings.values()].sort((a, b) => depthOf(b) - depthOf(a)).slice(0, MAX_FINDINGS);
}

export const noFindings: readonly SchemaFinding[] = Object.freeze([]);

/** The findings about a value; the same empty frozen array when it fits. */
export function findingsOf(validator: SchemaValidator, value: unknown): readonly SchemaFinding[] {
  const errors = schemaErrors(validator, value);
  return errors === null ? noFindings : schemaFindings(errors);
}

function depthOf(finding: SchemaFinding): number {
  return finding.pointer.split('/').length;
}

/**
 * A failed `anyOf` reports every variant it tried. Returns the violations of the one variant whose tag fits; when none
 * or several fit, the failed `anyOf` alone.
 */
function meantVariants(errors: readonly GroupedError[]): readonly SchemaError[] {
  return errors.flatMap((error) => {
    if (error.branches === undefined) return [error];
    const tried = error.branches.map(meantVariants);
    const [meant, ...others] = tried.filter((branch) => !branch.some((one) => rulesOut(one, error)));
    return meant !== undefined && others.length === 0 ? meant : [error];
  });
}

/** A wrong tag, or a value that is of another kind altogether, says that the variant was not meant. */
function rulesOut(error: SchemaError, failed: SchemaError): boolean {
  const below = error.instancePath.slice(failed.instancePath.length);
  if (below === '') return ['type', 'enum', 'const', 'pattern'].includes(error.keyword);
  return below.lastIndexOf('/') === 0 && ['enum', 'const'].includes(error.keyword);
}

const plainName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** An undeclared member is pointed at itself when its name looks like a name; anything else stays unnamed. */
function pointerOf(error: SchemaError): string {
  const name = error.params.additionalProperty ?? error.params.propertyName;
  return typeof name === 'string' && plainName.test(name)
    ? `${error.instancePath}/${name}`
    : error.instancePath;
}

/** What a violation of a keyword says. */
const MESSAGES: Readonly<Record<string, (params: SchemaError['params']) => string>> = {
  required: ({ missingProperty }) => `${scalarText(missingProperty)} is missing`,
  additionalProperties: () => 'is not declared in the schema',
  propertyNames: () => 'is not declared in the schema',
  type: ({ type }) => `is not of type ${[type].flat().map(scalarText).join(' or ')}`,
  enum: ({ allowedValues }) => {
    if (!Array.isArray(allowedValues)) return 'is not one of the listed values';
    if (allowedValues.length === 1) return `is not ${scalarText(allowedValues[0])}`;
    return allowedValues.length <= 8
      ? `is not one of ${allowedValues.map(scalarText).join(', ')}`
      : `is not one of the ${allowedValues.length} listed values`;
  },
  const: ({ allowedValue }) => `is not ${JSON.stringify(allowedValue)}`,
  format: ({ format }) => `is not a valid ${scalarText(format)}`,
  pattern: () => 'does not have the required form',
  discriminator: ({ tag, error }) =>
    `${scalarText(tag)} ${error === 'tag' ? 'is missing' : 'has no known value'}`,
  anyOf: () => 'has none of the allowed forms',
  oneOf: () => 'has none of the allowed forms',
  not: () => 'has members that exclude each other',
  uniqueItems: () => 'holds the same item twice',
  minLength: ({ limit }) => fewest(scalarText(limit), 'character'),
  maxLength: ({ limit }) => `has more than ${several(scalarText(limit), 'character')}`,
  minimum: ({ limit }) => `is below ${scalarText(limit)}`,
  maximum: ({ limit }) => `is above ${scalarText(limit)}`,
  minItems: ({ limit }) => fewest(scalarText(limit), 'item'),
  maxItems: ({ limit }) => `has more than ${several(scalarText(limit), 'item')}`,
};

/** Returns the message of a violation, from the schema; never contains text of the checked value. */
export function violationMessage({ keyword, params }: SchemaError): string {
  const message = Object.hasOwn(MESSAGES, keyword) ? MESSAGES[keyword] : undefined;
  return message?.(params) ?? `breaks the rule ${keyword}`;
}

function fewest(limit: string, what: string): string {
  return limit === '1' ? 'is empty' : `has fewer than ${several(limit, what)}`;
}

function several(limit: string, what: string): string {
  return `${limit} ${what}${limit === '1' ? '' : 's'}`;
}

// Puts the violations of the branches of a failed `anyOf` below it: generated validators list them flat.

/** A violation; of a failed `anyOf` with the violations of each branch, in the order of the schema. */
export interface GroupedError extends SchemaError {
  readonly branches?: readonly (readonly GroupedError[])[] | undefined;
}

/**
 * Groups the violations of a generated validator, those of branches below the `anyOf` that failed. Branches are
 * directly before it. O(errors).
 */
export function groupUnions(errors: readonly SchemaError[]): readonly GroupedError[] {
  if (errors.every(({ keyword }) => keyword !== 'anyOf')) return withoutCutUnion(errors);
  const grouped: GroupedError[] = [];
  for (const error of withoutCutUnion(errors)) {
    if (error.keyword !== 'anyOf') {
      grouped.push(error);
      continue;
    }
    let from = grouped.length;
    while (from > 0 && isOfBranch(grouped[from - 1], error)) from--;
    grouped.push({ ...error, branches: branchesOf(grouped.splice(from), error) });
  }
  return grouped;
}

/** Where a list was cut at its bound, without the branches whose `anyOf` is not there: alone they say nothing. */
function withoutCutUnion(errors: readonly SchemaError[]): readonly SchemaError[] {
  if (errors.length < MAX_SCHEMA_ERRORS) return errors;
  const last = errors.findLastIndex(({ keyword }) => keyword === 'anyOf');
  return errors.filter(({ schemaPath }, at) => at <= last || !/\/anyOf\/\d+\//.test(schemaPath));
}

/** Whether a pointer names a place or something inside of it. */
export function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

function isOfBranch(error: GroupedError | undefined, failed: SchemaError): boolean {
  return (
    error?.schemaPath.startsWith(`${failed.schemaPath}/`) === true &&
    isAtOrBelow(error.instancePath, failed.instancePath)
  );
}

function branchesOf(errors: readonly GroupedError[], failed: SchemaError): readonly GroupedError[][] {
  const branches = new Map<string, GroupedError[]>();
  for (const error of errors) {
    const name = error.schemaPath.slice(failed.schemaPath.length + 1).split('/', 1)[0] ?? '';
    addTo(branches, name, error);
  }
  return [...branches.values()];
}
