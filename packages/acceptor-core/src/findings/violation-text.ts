/** Messages of violations of a foreign schema, with text of the schema only. */
import { scalarText, violationMessage } from '@openwop-inspector/protocol';
import type { ForeignError } from '../foreign-check.ts';

/** Characters of a message; schemas are foreign too, and may hold names of any length. */
const MAX_LENGTH = 240;
/** Allowed values that are listed in a message. */
const MAX_VALUES = 8;

/** One line without text of the checked value. Never throws, for any schema. */
export function violationText(error: ForeignError): string {
  const words = specialText(error) ?? violationMessage(error);
  return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1)}…` : words;
}

function specialText({ keyword, params }: ForeignError): string | null {
  switch (keyword) {
    case 'enum':
      return Array.isArray(params.allowedValues) ? `is not ${oneOf(params.allowedValues)}` : null;
    case 'anyOf':
    case 'oneOf':
      return branchText(params);
    case 'type':
      return `is not of type ${listed(params.type).join(' or ')}`;
    case 'dependentRequired':
    case 'dependencies':
      return `${text(params.missingProperty)} is missing, which ${text(params.property)} asks for`;
    case 'false schema':
      return 'is not allowed';
    case 'unevaluatedProperties':
      return 'is not declared in the schema';
    case 'unevaluatedItems':
    case 'additionalItems':
      return 'has an item too many';
    default:
      return boundText(keyword, params);
  }
}

function branchText(params: ForeignError['params']): string | null {
  if (typeof params.tag === 'string' && Array.isArray(params.allowedValues)) {
    return `${params.tag} is not ${oneOf(params.allowedValues)}`;
  }
  if (params.type !== undefined) return `is not of type ${[...new Set(listed(params.type))].join(' or ')}`;
  return Array.isArray(params.passingSchemas) ? 'fits more than one of the forms' : null;
}

function boundText(
  keyword: string,
  { limit, multipleOf, minContains }: ForeignError['params'],
): string | null {
  const few = (count: unknown, what: string): string => `${text(count)} ${what}${count === 1 ? '' : 's'}`;
  switch (keyword) {
    case 'exclusiveMinimum':
      return `is not above ${text(limit)}`;
    case 'exclusiveMaximum':
      return `is not below ${text(limit)}`;
    case 'multipleOf':
      return `is not a multiple of ${text(multipleOf)}`;
    case 'minProperties':
      return `has fewer than ${few(limit, 'member')}`;
    case 'maxProperties':
      return `has more than ${few(limit, 'member')}`;
    case 'contains':
      return `has fewer than ${few(minContains ?? 1, 'item')} of the required form`;
    default:
      return null;
  }
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
