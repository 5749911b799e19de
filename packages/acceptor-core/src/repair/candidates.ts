/** Everything that may help against one refusal, the least loss first. */
import { childAt, isRecord, nearNames, ownValue, pointerTo } from '@openwop-inspector/base';
import { isUri } from '@openwop-inspector/protocol';
import { declaredNames, requiredNames, typeNameOf, typesOf, valuesOf } from '../json/schema-text.ts';
import { resolveContext } from '../pipeline/settings.ts';
import { childPlaces, expanded, type SchemaPlace } from '../schema-lookup/schema-place.ts';
import { advertisedVersion } from '../steps/kind.ts';
import type { StepId } from '../steps/list.ts';
import { asDateTime, conversions } from './conversions.ts';
import { exampleCost, examplesFor } from './example-value.ts';
import { kindElsewhere } from './kind-elsewhere.ts';
import {
  adds,
  type Candidate,
  catalogueOf,
  placesOf,
  type Refused,
  removes,
  renames,
  replaces,
  replacesAny,
  type Violation,
  violationsOf,
} from './repair-step.ts';
import {
  fittingItems,
  fittingLength,
  listedValue,
  meantForm,
  otherType,
  wellFormed,
  withinBounds,
  withoutIt,
} from './value-candidates.ts';

/** Candidates of one round; each is a run of the acceptor. */
const MAX_CANDIDATES = 60;

/** None for refusals that are about the host, the limits or the trust: no change of the envelope is a repair there. */
export function candidatesFor(refused: Refused): readonly Candidate[] {
  const found = [
    ...(BY_STEP[refused.result.step]?.(refused) ?? []),
    ...distinct(violationsOf(refused)).flatMap(aboutViolation),
  ];
  return found.sort((a, b) => a.cost - b.cost).slice(0, MAX_CANDIDATES);
}

/** One violation for each place and rule: what helps against one of them helps against the others. */
function distinct(violations: readonly Violation[]): readonly Violation[] {
  const byPlace = new Map(
    violations.map((violation) => [`${violation.detail.keyword} ${violation.pointer}`, violation]),
  );
  return [...byPlace.values()];
}

function aboutViolation(violation: Violation): readonly Candidate[] {
  return [...(BY_KEYWORD.get(violation.detail.keyword)?.(violation) ?? []), ...withoutIt(violation)];
}

type About = (violation: Violation) => readonly Candidate[];

/** Repairs of a violation by its keyword. */
const BY_KEYWORD: ReadonlyMap<string, About> = new Map([
  ...each('required dependentRequired', missingMember),
  ...each('additionalProperties unevaluatedProperties', unknownMember),
  ...each('type', otherType),
  ...each('enum const', listedValue),
  ...each('format', wellFormed),
  ...each('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', withinBounds),
  ...each('minLength maxLength', fittingLength),
  ...each('minItems maxItems uniqueItems', fittingItems),
  ...each('anyOf oneOf', meantForm),
  ...each('maxInlineMediaBytes', mediaByAddress),
]);

function each(keywords: string, about: About): (readonly [string, About])[] {
  return keywords.split(' ').map((keyword) => [keyword, about]);
}

/** Inline media that is too large, while an address of the same content is there (envelope 6). */
function mediaByAddress({ pointer, refused }: Violation): readonly Candidate[] {
  const url = childAt(childAt(refused.envelope, 'payload'), 'url');
  return typeof url === 'string' ? [removes(pointer, 'leaves the content to its address', 2)] : [];
}

/** Repairs for a refusal of a step, in addition to those of its violations. */
const BY_STEP: Readonly<Partial<Record<StepId | 'stopped', (refused: Refused) => readonly Candidate[]>>> = {
  parse: writtenAsText,
  shape: kindElsewhere,
  kind: (refused) => nearKinds(refused, 'type', '/type'),
  'schema-version': takesAdvertised,
  payload: (refused) => {
    const { code } = refused.result;
    if (code === 'unknown_envelope_kind') return nearKinds(refused, 'envelopeType', '/payload/envelopeType');
    if (code === 'unknown_schema_version') return knownCatalogue(refused);
    return [...versionOfBody(refused), ...takesAdvertised(refused)];
  },
  dedup: freshCorrelation,
};

/** An envelope inside a text inside JSON. */
function writtenAsText({ envelope }: Refused): readonly Candidate[] {
  return replacesAny('', conversions(envelope, ['object']), 'reads the text as the JSON it holds', 1);
}

function nearKinds(refused: Refused, name: string, pointer: string): readonly Candidate[] {
  const owner = name === 'type' ? refused.envelope : childAt(refused.envelope, 'payload');
  const kind = childAt(owner, name);
  if (typeof kind !== 'string') return [];
  const near = nearNames(kind, catalogueOf(refused) ?? []);
  return replacesAny(pointer, near, 'takes the nearest kind that the host supports', 1, 10);
}

/** Under profile `reference` versions come after payloads. */
function takesAdvertised({ context, envelope, result }: Refused): readonly Candidate[] {
  const kind = childAt(envelope, 'type');
  if (result.code !== 'unknown_schema_version' || typeof kind !== 'string') return [];
  const version = advertisedVersion(resolveContext(context), kind);
  if (version === null) return [];
  return [setsVersion(envelope, version, 'takes the version that the host advertises')];
}

function setsVersion(envelope: unknown, version: unknown, reason: string): Candidate {
  return childAt(envelope, 'schemaVersion') === undefined
    ? adds('', 'schemaVersion', version, reason, 1)
    : replaces('/schemaVersion', version, reason, 1);
}

/** The version that the body of a surface is of (envelope 7.7). */
function versionOfBody({ envelope }: Refused): readonly Candidate[] {
  const payload = childAt(envelope, 'payload');
  if (childAt(envelope, 'type') !== 'ui.a2ui-surface' || !isRecord(payload)) return [];
  const stamp = childAt(envelope, 'schemaVersion');
  const version = payload.catalogVersion === undefined && Array.isArray(payload.messages) ? 2 : 1;
  if (stamp === version || (version === 1 && stamp !== 2)) return [];
  return [setsVersion(envelope, version, 'takes the version whose body this is')];
}

function knownCatalogue(refused: Refused): readonly Candidate[] {
  const pointer = '/payload/catalogVersion';
  const known = placesOf(refused, pointer).flatMap(({ schema }) => valuesOf(schema));
  return replacesAny(pointer, known, 'takes the version of the catalogue that is known', 1);
}

/** Characters of a correlationId (envelope 2). */
const MAX_ID = 128;

/** A correlationId of its own: the one it has belongs to an envelope of another kind. */
function freshCorrelation({ envelope, result }: Refused): readonly Candidate[] {
  const correlationId = childAt(envelope, 'correlationId');
  if (result.code !== 'envelope_correlation_conflict' || typeof correlationId !== 'string') return [];
  const fresh = ['-2', '-3', '-4'].map((end) => correlationId.slice(0, MAX_ID - end.length) + end);
  return replacesAny('/correlationId', fresh, 'gives it a correlationId of its own', 2, 1);
}

// Members that are missing or too many.

/** Maximum number of inspected names of one object; a hostile one may have any number. */
const MAX_NAMES = 20;
/** Members that are tried under one missing name. */
const MAX_FITTING = 3;

/** For `required`: another member under that name, near or fitting, or an example. */
function missingMember(violation: Violation): readonly Candidate[] {
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
function unknownMember(violation: Violation): readonly Candidate[] {
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
