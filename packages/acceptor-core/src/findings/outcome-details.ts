/** From the violations of a validator to the few details that help (acceptor 3.2). */
import { childAt, valueAt } from '@openwop-inspector/base';
import { MAX_DETAILS, scalarText, violationMessage } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { ForeignError } from '../foreign-check.ts';

const OTHER_KIND: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/**
 * The details of a refusal: of each failed `anyOf` the branch that was meant, without repeats, the deepest place
 * first, at most fifty. Messages hold words of the schema, and the name of a member that is too many; `value` is the offending value on one line, shortened.
 * Every text goes through `redact`. Never throws. O(errors), plus the size of the offending strings.
 *
 * Profile `reference` lists what Ajv lists: `rawErrors` and a plain mapping instead of this (acceptor 9).
 */
export function outcomeDetails(
  errors: readonly ForeignError[],
  value: unknown,
  redact: Redactor = (text) => text,
): readonly OutcomeDetail[] {
  const distinct = new Map<string, ForeignError>();
  for (const error of meantErrors(errors)) {
    // Repeats another violation: `if` with those of its branch, and those inside `propertyNames`.
    const isOfName = typeof error.params.propertyName === 'string';
    if (error.keyword === 'if' || (error.keyword !== 'propertyNames' && isOfName)) continue;
    const key = `${error.keyword} ${error.instancePath} ${error.schemaPath} ${namedIn(error)}`;
    if (!distinct.has(key)) distinct.set(key, error);
  }
  return [...distinct.values()]
    .map((error) => ({ error, depth: error.instancePath.split('/').length }))
    .sort((a, b) => b.depth - a.depth || inOrder(a.error, b.error))
    .slice(0, MAX_DETAILS)
    .map(({ error }) => {
      const displayed = valueLine(error, value, redact);
      return {
        instancePath: redact(error.instancePath),
        schemaPath: redact(error.schemaPath),
        keyword: error.keyword,
        message: violationSentence(error, redact),
        ...(displayed === null ? {} : { value: displayed }),
      };
    });
}

/** An order that does not depend on the order of keys in the checked value. */
function inOrder(one: ForeignError, other: ForeignError): number {
  const keys = (error: ForeignError) => [error.instancePath, error.schemaPath, namedIn(error)];
  const others = keys(other);
  for (const [index, key] of keys(one).entries()) {
    const other = others[index] ?? '';
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}

/** Returns the name that distinguishes two violations of one rule at one place, such as the missing member. */
function namedIn({ params }: ForeignError): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params;
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof name === 'string' ? name : '';
}

/** The violations in the order and number in which Ajv lists them, those of every tried branch included. */
export function rawErrors(errors: readonly ForeignError[]): readonly ForeignError[] {
  return errors.flatMap(({ branches, ...error }) =>
    branches === undefined ? [error] : [...branches.flatMap(rawErrors), error],
  );
}

/**
 * The violations worth reading of a failed `anyOf` or `oneOf`: those of the intended branch (the one whose tag fits, else
 * the closest), or the failed rule alone when none is clearly closest.
 */
function meantErrors(errors: readonly ForeignError[]): readonly ForeignError[] {
  if (errors.every((error) => error.branches === undefined)) return errors;
  return errors.flatMap((error) => (error.branches === undefined ? [error] : meantOf(error, error.branches)));
}

function meantOf(failed: ForeignError, tried: readonly (readonly ForeignError[])[]): readonly ForeignError[] {
  const branches = tried.map(meantErrors).filter((branch) => branch.length > 0);
  // Several forms of a `oneOf` fit: there is nothing to say of the others.
  if (branches.length < tried.length || branches.length === 0) return [alone(failed, {})];
  const left = branches.filter((branch) => !branch.some((error) => rulesOut(error, failed)));
  if (left.length === 0) return [alone(failed, whyRuledOut(failed, branches))];
  const fewest = Math.min(...left.map((branch) => branch.length));
  const closest = left.filter((branch) => branch.length === fewest);
  const [only] = closest;
  if (closest.length === 1 && only !== undefined) return only;
  // Violations that all of the branches have, compared by place, rule and missing name.
  const [first = [], ...others] = closest;
  const known = others.map((branch) => new Set(branch.map(identity)));
  const shared = first.filter((error) => known.every((names) => names.has(identity(error))));
  return shared.length > 0 ? shared : [alone(failed, {})];
}

/** The failed rule without its branches. */
function alone(failed: ForeignError, more: Readonly<Record<string, unknown>>): ForeignError {
  const { instancePath, schemaPath, keyword, params } = failed;
  return { instancePath, schemaPath, keyword, params: { ...params, ...more } };
}

/** A value of another kind altogether, or a tag with another value, says that the branch was not meant. */
function rulesOut(error: ForeignError, failed: ForeignError): boolean {
  if (error.instancePath === failed.instancePath) return OTHER_KIND.has(error.keyword);
  return tagOf(error, failed) !== null;
}

/** Name of the tag when the violation is about one: a member with a single allowed value. */
function tagOf(error: ForeignError, failed: ForeignError): string | null {
  const values = singleValue(error);
  const below = error.instancePath.slice(failed.instancePath.length);
  return values !== null && below.lastIndexOf('/') === 0 ? below.slice(1) : null;
}

function singleValue({ keyword, params }: ForeignError): readonly unknown[] | null {
  if (keyword === 'const') return [params.allowedValue];
  const { allowedValues } = params;
  return keyword === 'enum' && Array.isArray(allowedValues) && allowedValues.length === 1
    ? allowedValues
    : null;
}

/** What every branch had against the value: the tag and its known values, or the types that would do. */
function whyRuledOut(
  failed: ForeignError,
  branches: readonly (readonly ForeignError[])[],
): Readonly<Record<string, unknown>> {
  const tags = branches.map((branch) => branch.find((error) => tagOf(error, failed) !== null));
  const names = new Set(tags.map((error) => (error === undefined ? null : tagOf(error, failed))));
  const [name] = names;
  if (names.size === 1 && typeof name === 'string')
    return { tag: name, allowedValues: tags.flatMap((error) => (error && singleValue(error)) ?? []) };
  const types = branches.map((branch) =>
    branch.find((error) => error.keyword === 'type' && error.instancePath === failed.instancePath),
  );
  return types.includes(undefined) ? {} : { type: types.flatMap((error) => error?.params.type ?? []) };
}

function identity({ instancePath, keyword, params }: ForeignError): string {
  return `${keyword} ${instancePath} ${scalarText(params.missingProperty ?? params.additionalProperty ?? '')}`;
}

/** UTF-16 units of the line, the mark of a cut included. */
const MAX_LINE = 80;
/** Levels that are written out; below them `…` is written. */
const MAX_DEPTH = 4;

/** The line, or null when the pointer of the violation leads nowhere. Strings are redacted whole before any cut. */
function valueLine(error: ForeignError, checked: unknown, redact: Redactor): string | null {
  const value = offending(error, checked);
  if (value === undefined) return null;
  const line = redact(written(value, redact, MAX_LINE, MAX_DEPTH));
  return line.length > MAX_LINE ? `${cut(line, MAX_LINE - 1)}…` : line;
}

/** The member that is too many with its name, a wrong name alone, else what the pointer leads to. */
function offending({ instancePath, keyword, params }: ForeignError, checked: unknown): unknown {
  if (keyword === 'propertyNames') return params.propertyName;
  const place = valueAt(checked, instancePath);
  const name = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof name !== 'string') return place;
  const member = childAt(place, name);
  return member === undefined ? place : Object.fromEntries([[name, member]]);
}

/** JSON text of at least `room` characters, unless there are fewer: characters after them are not read. */
function written(value: unknown, redact: Redactor, room: number, levels: number): string {
  if (typeof value === 'string') return JSON.stringify(cut(redact(value), room + 1));
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'boolean' || typeof value === 'number'
      ? String(value)
      : typeof value;
  if (levels === 0) return '…';
  return Array.isArray(value)
    ? joined('[]', value, room, (item, left) => written(item, redact, left, levels - 1))
    : joined('{}', Object.keys(value), room, (key, left) => {
        const name = JSON.stringify(cut(redact(key), left + 1));
        return `${name}:${written(childAt(value, key), redact, left - name.length, levels - 1)}`;
      });
}

function joined<Item>(
  brackets: string,
  items: readonly Item[],
  room: number,
  write: (item: Item, left: number) => string,
): string {
  let text = brackets.charAt(0);
  for (const [index, item] of items.entries()) {
    if (text.length > room) return text;
    text += (index === 0 ? '' : ',') + write(item, room - text.length);
  }
  return text + brackets.charAt(1);
}

/** The first characters, no pair of surrogates torn. */
function cut(text: string, length: number): string {
  const end = Math.max(0, length);
  const last = text.charCodeAt(end - 1);
  return text.length > end && last >= 0xd800 && last <= 0xdbff ? text.slice(0, end - 1) : text.slice(0, end);
}

// Messages of violations of a foreign schema, with text of the schema only.

/** Characters of a message; schemas are foreign too, and may hold names of any length. */
const MAX_LENGTH = 240;
/** Allowed values that are listed in a message. */
const MAX_VALUES = 8;

/** One line without text of the checked value. Never throws, for any schema. */
export function violationText(error: ForeignError): string {
  const words = WORDS.get(error.keyword)?.(error.params) ?? violationMessage(error);
  return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1)}…` : words;
}

type Params = ForeignError['params'];
type Words = (params: Params) => string | null;

/** Words by keyword; null or none leaves them to those of the protocol. */
const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['enum', ({ allowedValues }) => (Array.isArray(allowedValues) ? `is not ${oneOf(allowedValues)}` : null)],
  ['anyOf', branchText],
  ['oneOf', branchText],
  ['type', ({ type }) => `is not of type ${listed(type).join(' or ')}`],
  ['dependentRequired', dependentText],
  ['dependencies', dependentText],
  ['false schema', () => 'is not allowed'],
  ['unevaluatedProperties', () => 'is not declared in the schema'],
  ['unevaluatedItems', () => 'has an item too many'],
  ['additionalItems', () => 'has an item too many'],
  ['exclusiveMinimum', ({ limit }) => `is not above ${text(limit)}`],
  ['exclusiveMaximum', ({ limit }) => `is not below ${text(limit)}`],
  ['multipleOf', ({ multipleOf }) => `is not a multiple of ${text(multipleOf)}`],
  ['minProperties', ({ limit }) => `has fewer than ${few(limit, 'member')}`],
  ['maxProperties', ({ limit }) => `has more than ${few(limit, 'member')}`],
  ['contains', ({ minContains }) => `has fewer than ${few(minContains ?? 1, 'item')} of the required form`],
]);

function branchText(params: Params): string | null {
  if (typeof params.tag === 'string' && Array.isArray(params.allowedValues))
    return `${params.tag} is not ${oneOf(params.allowedValues)}`;
  if (params.type !== undefined) return `is not of type ${[...new Set(listed(params.type))].join(' or ')}`;
  return Array.isArray(params.passingSchemas) ? 'fits more than one of the forms' : null;
}

function dependentText({ missingProperty, property }: Params): string {
  return `${text(missingProperty)} is missing, which ${text(property)} asks for`;
}

function few(count: unknown, what: string): string {
  return `${text(count)} ${what}${count === 1 ? '' : 's'}`;
}

function oneOf(values: readonly unknown[]): string {
  if (values.length === 1) return text(values[0]);
  if (values.length > MAX_VALUES) return `one of the ${values.length} listed values`;
  return `one of ${values.map(text).join(', ')}`;
}

function listed(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : [text(value)];
}

/** A part of the schema as text. An object may carry a `toString` of its own, so it is never turned into one. */
function text(part: unknown): string {
  return typeof part === 'object' && part !== null ? 'the given value' : scalarText(part);
}

// A violation in words that name what the pointer does not.

/** Characters of a name that comes from the checked value. */
const MAX_NAME = 60;

/**
 * One line such as `"options" is not declared in the schema`. The pointer of such a violation leads to the owner of the
 * member, so the member is named: masked whole, then cut. Else the words are those of the schema only.
 */
export function violationSentence(error: ForeignError, redact: Redactor): string {
  const name = memberOf(error);
  const words = redact(violationText(error));
  return name === null ? words : `${quoted(redact(name))} ${words}`;
}

/** The member that is too many or has a wrong name; null for a violation of the value itself. */
function memberOf({ keyword, params }: ForeignError): string | null {
  const own = keyword === 'propertyNames' ? params.propertyName : undefined;
  const name = params.additionalProperty ?? params.unevaluatedProperty ?? own;
  return typeof name === 'string' ? name : null;
}

function quoted(name: string): string {
  const points = Array.from(name);
  return JSON.stringify(points.length > MAX_NAME ? `${points.slice(0, MAX_NAME - 1).join('')}…` : name);
}

/** Replaces secrets in a text (acceptor 6). */
export type Redactor = (text: string) => string;
