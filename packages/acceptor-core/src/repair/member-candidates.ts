/** Members that are missing or too many. */

import { childAt, isRecord, nearNames, ownValue, pointerTo } from '@openwop-inspector/base';
import { isUri } from '@openwop-inspector/protocol';
import { declaredNames, requiredNames, typeNameOf, typesOf, valuesOf } from '../json/schema-text.ts';
import { childPlaces, expanded, type SchemaPlace } from '../schema-lookup/schema-place.ts';
import { asDateTime } from './conversions.ts';
import { exampleCost, examplesFor } from './examples-for.ts';
import { adds, type Candidate, removes, renames, type Violation } from './repair-step.ts';

/** Maximum number of inspected names of one object; a hostile one may have any number. */
const MAX_NAMES = 20;
/** Members that are tried under one missing name. */
const MAX_FITTING = 3;

/** For `required`: another member under that name, near or fitting, or an example. */
export function missingMember(violation: Violation): readonly Candidate[] {
  const { places, pointer } = violation;
  const own = ownNames(violation);
  const unknown = unknownNames(violation);
  const wanted = new Set(places.flatMap(({ schema }) => requiredNames(schema)));
  const missing = [...wanted].filter((name) => !own.includes(name)).slice(0, MAX_NAMES);
  return missing.flatMap((name) => [
    ...nearNames(name, unknown).map((near, index) => renames(pointer, near, name, 1 + index / 10)),
    ...fittingMembers(violation, name, unknown).map((other, index) =>
      renames(pointer, other, name, 1.7 + index / 10),
    ),
    ...examplesFor(violation.refused, pointerTo(pointer, name)).map((value) =>
      adds(pointer, name, value, `adds ${name}, which is missing`, exampleCost(pointerTo(pointer, name), 3)),
    ),
  ]);
}

/** Names that identify an envelope: no text that was written as something else is one. */
const IDS: ReadonlySet<string> = new Set(['/type', '/envelopeId', '/correlationId']);

/**
 * Members too many whose value would fit the missing name, by type, listed values and form, the first ones
 * first. An open schema has no member too many.
 */
function fittingMembers(
  { places, pointer, value }: Violation,
  missing: string,
  unknown: readonly string[],
): readonly string[] {
  if (IDS.has(pointerTo(pointer, missing)) || !places.some(isClosed)) return [];
  const wanted = expanded(childPlaces(places, missing));
  // A payload takes anything by its own schema, but a text or a number is hardly a whole one.
  const isPayload = pointer === '' && missing === 'payload';
  return unknown
    .slice(0, MAX_NAMES)
    .filter((name) => fits(childAt(value, name), wanted))
    .filter((name) => !isPayload || isRecord(childAt(value, name)))
    .slice(0, MAX_FITTING);
}

function isClosed({ schema }: SchemaPlace): boolean {
  return [schema.additionalProperties, schema.unevaluatedProperties].includes(false);
}

/** For `additionalProperties`: a declared name that is near, or nothing. */
export function unknownMember(violation: Violation): readonly Candidate[] {
  const { places, pointer } = violation;
  const own = ownNames(violation);
  const free = [...new Set(places.flatMap(({ schema }) => declaredNames(schema)))].filter(
    (name) => !own.includes(name),
  );
  const unknown = unknownNames(violation).slice(0, MAX_NAMES);
  return unknown.flatMap((name) => [
    ...nearNames(name, free).map((near, index) => renames(pointer, name, near, 1 + index / 10)),
    removes(pointerTo(pointer, name), 'removes a member that the schema does not know', 2),
  ]);
}

function ownNames({ value }: Violation): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function unknownNames(violation: Violation): readonly string[] {
  const declared = new Set(violation.places.flatMap(({ schema }) => declaredNames(schema)));
  return ownNames(violation).filter((name) => !declared.has(name));
}

/**
 * True when a value has the form required at a place, as far as that shows without a validator: type, listed values and
 * format of some place allow it. A place without rules does.
 */
function fits(value: unknown, places: readonly SchemaPlace[]): boolean {
  const alternatives = places.filter(({ isAlternative }) => isAlternative);
  const surely = places.filter(({ isAlternative }) => !isAlternative);
  return (
    surely.every((place) => fitsOne(value, place)) &&
    (alternatives.length === 0 || alternatives.some((place) => fitsOne(value, place)))
  );
}

function fitsOne(value: unknown, { schema }: SchemaPlace): boolean {
  const types = typesOf(schema);
  const names = Number.isInteger(value) ? ['integer', 'number'] : [typeNameOf(value)];
  if (types.length > 0 && !names.some((name) => types.includes(name))) return false;
  const values = valuesOf(schema);
  if (values.length > 0 && !values.includes(value)) return false;
  const format = ownValue(schema, 'format');
  if (typeof value !== 'string') return true;
  if (format === 'date-time') return asDateTime(value) !== null;
  return format !== 'uri' || isUri(value);
}
