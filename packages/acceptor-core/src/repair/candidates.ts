/** Everything that may help against one refusal, the least loss first. */
import {
  childAt,
  isRecord,
  nearNames,
  ownValue,
  pointerTo,
  pointerTokens,
  valueAt,
} from '@openwop-inspector/base';
import { isUri, UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import { declaredNames, requiredNames, typeNameOf, typesOf, valuesOf } from '../json/schema-text.ts';
import { resolveContext } from '../pipeline/settings.ts';
import { childPlaces, expanded, type SchemaPlace } from '../schema-lookup/schema-at.ts';
import { advertisedVersion } from '../steps/kind.ts';
import type { StepId } from '../steps/step-table.ts';
import { exampleCost, examplesFor } from './example-value.ts';
import { kindElsewhere } from './kind-elsewhere.ts';
import {
  adds,
  type Candidate,
  catalogueOf,
  type PatchOperation,
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
  asDateTime,
  conversions,
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
  // One violation for each place and rule: what helps against one of them helps against the others.
  const byPlace = new Map(
    violationsOf(refused).map((violation) => [`${violation.detail.keyword} ${violation.pointer}`, violation]),
  );
  const found = [
    ...(BY_STEP[refused.result.step]?.(refused) ?? []),
    ...[...byPlace.values()].flatMap((violation) => [
      ...(BY_KEYWORD.get(violation.detail.keyword)?.(violation) ?? []),
      ...withoutIt(violation),
    ]),
  ];
  return found.sort((a, b) => a.cost - b.cost).slice(0, MAX_CANDIDATES);
}

type About = (violation: Violation) => readonly Candidate[];

/** Repairs of a violation by its keyword. */
const BY_KEYWORD: ReadonlyMap<string, About> = new Map([
  ...each('required dependentRequired', missingMember),
  // For `additionalProperties`: a declared name that is near, or nothing.
  ...each('additionalProperties unevaluatedProperties', (violation) => {
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
  }),
  ...each('type', otherType),
  ...each('enum const', listedValue),
  ...each('format', wellFormed),
  ...each('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', withinBounds),
  ...each('minLength maxLength', fittingLength),
  ...each('minItems maxItems uniqueItems', fittingItems),
  ...each('anyOf oneOf', meantForm),
  // Inline media that is too large, while an address of the same content is there (envelope 6).
  ...each('maxInlineMediaBytes', ({ pointer, refused }) => {
    const url = childAt(childAt(refused.envelope, 'payload'), 'url');
    return typeof url === 'string' ? [removes(pointer, 'leaves the content to its address', 2)] : [];
  }),
]);

function each(keywords: string, about: About): (readonly [string, About])[] {
  return keywords.split(' ').map((keyword) => [keyword, about]);
}

/** Repairs for a refusal of a step, in addition to those of its violations. */
const BY_STEP: Readonly<Partial<Record<StepId | 'stopped', (refused: Refused) => readonly Candidate[]>>> = {
  // An envelope inside a text inside JSON.
  parse: ({ envelope }: Refused) =>
    replacesAny('', conversions(envelope, ['object']), 'reads the text as the JSON it holds', 1),
  shape: kindElsewhere,
  kind: (refused) => nearKinds(refused, 'type', '/type'),
  'schema-version': takesAdvertised,
  payload: (refused) => {
    const { code } = refused.result;
    if (code === 'unknown_envelope_kind') return nearKinds(refused, 'envelopeType', '/payload/envelopeType');
    if (code === 'unknown_schema_version') {
      const pointer = '/payload/catalogVersion';
      const known = placesOf(refused, pointer).flatMap(({ schema }) => valuesOf(schema));
      return replacesAny(pointer, known, 'takes the version of the catalogue that is known', 1);
    }
    return [...versionOfBody(refused), ...takesAdvertised(refused)];
  },
  // A correlationId of its own: the one it has belongs to an envelope of another kind.
  dedup: ({ envelope, result }: Refused) => {
    const correlationId = childAt(envelope, 'correlationId');
    if (result.code !== 'envelope_correlation_conflict' || typeof correlationId !== 'string') return [];
    const fresh = ['-2', '-3', '-4'].map((end) => correlationId.slice(0, MAX_ID - end.length) + end);
    return replacesAny('/correlationId', fresh, 'gives it a correlationId of its own', 2, 1);
  },
};

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

/** Characters of a correlationId (envelope 2). */
const MAX_ID = 128;

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
  const alternatives = wanted.filter(({ isAlternative }) => isAlternative);
  const surely = wanted.filter(({ isAlternative }) => !isAlternative);
  // As far as it shows without a validator: type, listed values and format of some place allow it. A place without rules does.
  const fits = (member: unknown): boolean =>
    surely.every((place) => fitsOne(member, place)) &&
    (alternatives.length === 0 || alternatives.some((place) => fitsOne(member, place)));
  return unknown
    .slice(0, MAX_NAMES)
    .filter((name) => fits(childAt(value, name)) && (!isPayload || isRecord(childAt(value, name))))
    .slice(0, MAX_FITTING);
}

function isClosed({ schema }: SchemaPlace): boolean {
  return [schema.additionalProperties, schema.unevaluatedProperties].includes(false);
}

function ownNames({ value }: Violation): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function unknownNames(violation: Violation): readonly string[] {
  const declared = new Set(violation.places.flatMap(({ schema }) => declaredNames(schema)));
  return ownNames(violation).filter((name) => !declared.has(name));
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

// "Did you mean": names and values near those that were refused, without trying them out.

/** Names for one place. */
const MAX_NEAR = 3;
/** Candidates that resemble what was written cost less. */
const NEAR_COST = 1.7;

/**
 * For a refusal, the members, listed values and kinds that resemble what was written, the nearest first, at most three a
 * place, by the pointer from the envelope. `kinds` are those that the host recognises, or that the contract of the node
 * takes, for a kind that it does not; null for other refusals and an unknown catalogue. Never throws. O(violations ×
 * names of the schema).
 */
export function meantNames(refused: Refused) {
  const near = new Map<string, string[]>();
  for (const { cost, operations } of candidatesFor(refused)) {
    const [only] = operations;
    if (cost >= NEAR_COST || only === undefined || operations.length > 1) continue;
    const meant = meantBy(only, refused.envelope);
    if (meant === null) continue;
    const names = near.get(meant.pointer) ?? [];
    if (names.length < MAX_NEAR && !names.includes(meant.name)) names.push(meant.name);
    near.set(meant.pointer, names);
  }
  const kinds = kindsFor(refused);
  const type = childAt(refused.envelope, 'type');
  // No repair selects another kind for a node that does not take this one; the intended kind may be named.
  if (refused.result.step === 'contract' && typeof type === 'string')
    near.set('/type', nearNames(type, kinds ?? []).slice(0, MAX_NEAR));
  return { near, kinds };
}

function kindsFor(refused: Refused): readonly string[] | null {
  const { code, step } = refused.result;
  if (code === 'unknown_envelope_kind') return catalogueOf(refused);
  const accepts = refused.context.contract?.accepts;
  return step === 'contract' && accepts !== undefined ? [...new Set([...UNIVERSAL_KINDS, ...accepts])] : null;
}

/** A member that gets another name, or a text that another one takes the place of. */
function meantBy(operation: PatchOperation, envelope: unknown) {
  if (operation.op === 'move') {
    const name = pointerTokens(operation.path)?.at(-1);
    const isRenamed = parentOf(operation.from) === parentOf(operation.path);
    return name === undefined || !isRenamed ? null : { pointer: operation.from, name };
  }
  if (operation.op !== 'replace' || typeof operation.value !== 'string') return null;
  if (typeof valueAt(envelope, operation.path) !== 'string') return null;
  return { pointer: operation.path, name: operation.value };
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
