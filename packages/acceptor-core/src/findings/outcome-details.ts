/** From the violations of a validator to the few details that help (acceptor 3.2). */

import { childAt, valueAt } from '@openwop-inspector/base';
import { MAX_DETAILS, scalarText } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { ForeignError } from '../foreign-check.ts';
import { type Redactor, violationSentence } from './violation-text.ts';

const OTHER_KIND: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

const asItIs: Redactor = (text) => text;

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
  redact: Redactor = asItIs,
): readonly OutcomeDetail[] {
  const distinct = new Map<string, ForeignError>();
  for (const error of meantErrors(errors)) {
    if (isEcho(error)) continue;
    const key = `${error.keyword} ${error.instancePath} ${error.schemaPath} ${namedIn(error)}`;
    if (!distinct.has(key)) distinct.set(key, error);
  }
  return [...distinct.values()]
    .map((error) => ({ error, depth: error.instancePath.split('/').length }))
    .sort((a, b) => b.depth - a.depth || inOrder(a.error, b.error))
    .slice(0, MAX_DETAILS)
    .map(({ error }) => detailOf(error, value, redact));
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

/** Repeats another violation: `if` with those of its branch, and those inside `propertyNames`. */
function isEcho(error: ForeignError): boolean {
  return error.keyword === 'if' || (error.keyword !== 'propertyNames' && namesProperty(error));
}

function namesProperty(error: ForeignError): boolean {
  return typeof error.params.propertyName === 'string';
}

/** Returns the name that distinguishes two violations of one rule at one place, such as the missing member. */
function namedIn({ params }: ForeignError): string {
  const name =
    params.missingProperty ??
    params.additionalProperty ??
    params.unevaluatedProperty ??
    params.propertyName ??
    '';
  return typeof name === 'string' ? name : '';
}

function detailOf(error: ForeignError, value: unknown, redact: Redactor): OutcomeDetail {
  const displayed = valueLine(error, value, redact);
  return {
    instancePath: redact(error.instancePath),
    schemaPath: redact(error.schemaPath),
    keyword: error.keyword,
    message: violationSentence(error, redact),
    ...(displayed === null ? {} : { value: displayed }),
  };
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
  const shared = sharedBy(closest);
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
  if (names.size === 1 && typeof name === 'string') {
    return { tag: name, allowedValues: tags.flatMap((error) => (error && singleValue(error)) ?? []) };
  }
  const types = branches.map((branch) => branch.find((error) => isTypeOf(error, failed)));
  return types.includes(undefined) ? {} : { type: types.flatMap((error) => error?.params.type ?? []) };
}

function isTypeOf(error: ForeignError, failed: ForeignError): boolean {
  return error.keyword === 'type' && error.instancePath === failed.instancePath;
}

/** Violations that all of the branches have, compared by place, rule and missing name. */
function sharedBy(branches: readonly (readonly ForeignError[])[]): readonly ForeignError[] {
  const [first = [], ...others] = branches;
  const known = others.map((branch) => new Set(branch.map(identity)));
  return first.filter((error) => known.every((names) => names.has(identity(error))));
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
  if (typeof value !== 'object' || value === null) return scalar(value);
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

function scalar(value: unknown): string {
  return value === null || typeof value === 'boolean' || typeof value === 'number'
    ? String(value)
    : typeof value;
}

/** The first characters, no pair of surrogates torn. */
function cut(text: string, length: number): string {
  const end = Math.max(0, length);
  const last = text.charCodeAt(end - 1);
  return text.length > end && last >= 0xd800 && last <= 0xdbff ? text.slice(0, end - 1) : text.slice(0, end);
}
