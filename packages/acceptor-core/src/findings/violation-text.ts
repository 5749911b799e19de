/** Messages of violations of a foreign schema, with text of the schema only. */
import { scalarText, violationMessage } from '@openwop-inspector/protocol';
import type { ForeignError } from '../foreign-check.ts';

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
  if (typeof params.tag === 'string' && Array.isArray(params.allowedValues)) {
    return `${params.tag} is not ${oneOf(params.allowedValues)}`;
  }
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
  const name =
    params.additionalProperty ??
    params.unevaluatedProperty ??
    (keyword === 'propertyNames' ? params.propertyName : undefined);
  return typeof name === 'string' ? name : null;
}

function quoted(name: string): string {
  const points = Array.from(name);
  return JSON.stringify(points.length > MAX_NAME ? `${points.slice(0, MAX_NAME - 1).join('')}…` : name);
}

/** Replaces secrets in a text (acceptor 6). */
export type Redactor = (text: string) => string;
