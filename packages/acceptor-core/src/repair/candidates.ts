/** Everything that may help against one refusal, the least loss first. */

import { childAt, nearNames, ownValue } from '@openwop-inspector/base';
import { valuesOf } from '../json/schema-text.ts';
import type { StepId } from '../steps/list.ts';
import { conversions } from './conversions.ts';
import { kindElsewhere } from './kind-elsewhere.ts';
import { missingMember, unknownMember } from './member-candidates.ts';
import {
  adds,
  type Candidate,
  catalogueOf,
  placesOf,
  type Refused,
  removes,
  replaces,
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
  return [...aboutKeyword(violation), ...withoutIt(violation)];
}

function aboutKeyword(violation: Violation): readonly Candidate[] {
  switch (violation.detail.keyword) {
    case 'required':
    case 'dependentRequired':
      return missingMember(violation);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownMember(violation);
    case 'type':
      return otherType(violation);
    case 'enum':
    case 'const':
      return listedValue(violation);
    case 'format':
      return wellFormed(violation);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return withinBounds(violation);
    case 'minLength':
    case 'maxLength':
      return fittingLength(violation);
    case 'minItems':
    case 'maxItems':
    case 'uniqueItems':
      return fittingItems(violation);
    case 'anyOf':
    case 'oneOf':
      return meantForm(violation);
    case 'maxInlineMediaBytes':
      return mediaByAddress(violation);
    default:
      return [];
  }
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
  'schema-version': advertisedVersion,
  payload: (refused) => {
    const { code } = refused.result;
    if (code === 'unknown_envelope_kind') return nearKinds(refused, 'envelopeType', '/payload/envelopeType');
    return code === 'unknown_schema_version' ? knownCatalogue(refused) : advertisedVersion(refused);
  },
  dedup: freshCorrelation,
};

/** An envelope inside a text inside JSON. */
function writtenAsText({ envelope }: Refused): readonly Candidate[] {
  return conversions(envelope, ['object']).map((found) =>
    replaces('', found, 'reads the text as the JSON it holds', 1),
  );
}

function nearKinds(refused: Refused, name: string, pointer: string): readonly Candidate[] {
  const owner = name === 'type' ? refused.envelope : childAt(refused.envelope, 'payload');
  const kind = childAt(owner, name);
  if (typeof kind !== 'string') return [];
  return nearNames(kind, catalogueOf(refused) ?? []).map((near, index) =>
    replaces(pointer, near, 'takes the nearest kind that the host supports', 1 + index / 10),
  );
}

/** The version of the kind that the host advertises. Under profile `reference` versions come after payloads. */
function advertisedVersion({ context, envelope, result }: Refused): readonly Candidate[] {
  const kind = childAt(envelope, 'type');
  const versions = context.host?.schemaVersions;
  if (result.code !== 'unknown_schema_version' || typeof kind !== 'string' || versions === undefined)
    return [];
  const version = ownValue(versions, kind);
  if (version === undefined) return [];
  const reason = 'takes the version that the host advertises';
  return [
    childAt(envelope, 'schemaVersion') === undefined
      ? adds('', 'schemaVersion', version, reason, 1)
      : replaces('/schemaVersion', version, reason, 1),
  ];
}

function knownCatalogue(refused: Refused): readonly Candidate[] {
  const pointer = '/payload/catalogVersion';
  const known = placesOf(refused, pointer).flatMap(({ schema }) => valuesOf(schema));
  return known.map((version) =>
    replaces(pointer, version, 'takes the version of the catalogue that is known', 1),
  );
}

/** Characters of a correlationId (envelope 2). */
const MAX_ID = 128;

/** A correlationId of its own: the one it has belongs to an envelope of another kind. */
function freshCorrelation({ envelope, result }: Refused): readonly Candidate[] {
  const correlationId = childAt(envelope, 'correlationId');
  if (result.code !== 'envelope_correlation_conflict' || typeof correlationId !== 'string') return [];
  return ['-2', '-3', '-4'].map((end, index) =>
    replaces(
      '/correlationId',
      correlationId.slice(0, MAX_ID - end.length) + end,
      'gives it a correlationId of its own',
      2 + index,
    ),
  );
}
