/** A small value that a schema takes, for members that are missing. */
import { childAt, ownValue, pointerTokens } from '@openwop-inspector/base';
import { requiredNames, typesOf, valuesOf } from '../json/schema-text.ts';
import {
  childPlaces,
  documentPlaces,
  expanded,
  type SchemaPlace,
  schemaForKind,
} from '../schema-lookup/schema-at.ts';
import { holdsKindElsewhere } from './kind-elsewhere.ts';
import { catalogueOf, clockOf, placesOf, type Refused } from './repair-step.ts';

/** Levels of an example; a schema may ask for itself without end. */
const MAX_DEPTH = 8;
/** Items and characters that are made up at most. */
const MAX_ITEMS = 64;

/**
 * An example for a place: the schema's own `examples` or `default`, an allowed value, or the smallest value of the
 * type with every required member; `now`, RFC 3339, is the example of a time. Nothing promises that it fits: patterns
 * and conditions are not solved.
 */
export function exampleValue(places: readonly SchemaPlace[], now: string, levels = MAX_DEPTH): unknown {
  // The first branch of each union, and all unconditional places.
  const all = expanded(places);
  const alternatives = all.filter((place) => place.isAlternative);
  const [first] = alternatives;
  const isOf = (place: SchemaPlace) => !alternatives.includes(place) || place === first;
  const here = all.filter(isOf);
  const given = givenValue(here);
  if (given !== undefined || levels === 0) return given ?? null;
  switch (typeAt(here)) {
    case 'object': {
      const names = [...new Set(here.flatMap(({ schema }) => requiredNames(schema)))].slice(0, MAX_ITEMS);
      return Object.fromEntries(
        names.map((name) => [name, exampleValue(childPlaces(here, name), now, levels - 1)]),
      );
    }
    case 'array': {
      const length = Math.min(MAX_ITEMS, numberOf(here, 'minItems') ?? 0);
      return Array.from({ length }, (_, index) =>
        exampleValue(childPlaces(here, String(index)), now, levels - 1),
      );
    }
    case 'integer':
    case 'number': {
      const above = numberOf(here, 'exclusiveMinimum');
      const least = numberOf(here, 'minimum') ?? (above === null ? null : above + 1);
      if (least !== null) return least;
      const most = numberOf(here, 'maximum') ?? numberOf(here, 'exclusiveMaximum');
      return most === null || most > 0 ? 0 : most - 1;
    }
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return exampleText(here, now);
  }
}

function givenValue(places: readonly SchemaPlace[]): unknown {
  for (const { schema } of places) {
    const examples = ownValue(schema, 'examples');
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
    const byDefault = ownValue(schema, 'default');
    if (byDefault !== undefined) return byDefault;
    const values = valuesOf(schema);
    if (values.length > 0) return values.find((value) => value !== null) ?? null;
  }
  return undefined;
}

function typeAt(places: readonly SchemaPlace[]): string {
  const types = places.flatMap(({ schema }) => typesOf(schema));
  const named = types.find((type) => type !== 'null') ?? types[0];
  if (named !== undefined) return named;
  return places.some(({ schema }) => Object.hasOwn(schema, 'properties') || Object.hasOwn(schema, 'required'))
    ? 'object'
    : 'string';
}

function exampleText(places: readonly SchemaPlace[], now: string): string {
  const format = places
    .map(({ schema }) => ownValue(schema, 'format'))
    .find((name) => typeof name === 'string');
  if (format === 'date-time') return now;
  if (format === 'uri') return 'https://example.com/';
  const length = Math.min(MAX_ITEMS, numberOf(places, 'minLength') ?? 0);
  const text = 'text'.padEnd(length, '.');
  return text.slice(0, numberOf(places, 'maxLength') ?? text.length);
}

/** The first number under a keyword. */
export function numberOf(places: readonly SchemaPlace[], keyword: string): number | null {
  for (const { schema } of places) {
    const value = ownValue(schema, keyword);
    if (typeof value === 'number') return value;
  }
  return null;
}

// Example values for a place of an envelope.

/**
 * Returns values for the place at a pointer, the fittest first. Ids and kinds of an envelope come from the context, all
 * else from the schema. A kind is not invented where the envelope has one in another place.
 */
export function examplesFor(refused: Refused, pointer: string): readonly unknown[] {
  const now = clockOf(refused);
  const { context, envelope } = refused;
  const kind = textOr(childAt(envelope, 'type'), '');
  switch (pointer) {
    case '/type':
      return holdsKindElsewhere(refused) ? [] : (catalogueOf(refused) ?? []);
    case '/envelopeId':
      return ['env-1'];
    case '/correlationId':
      return [correlationId(refused)];
    case '/payload':
      return [exampleValue(documentPlaces(schemaForKind(kind, context.schemas)), now)];
    case '/payload/envelopeType':
      if (kind.startsWith('schema.')) return catalogueOf(refused) ?? ['error'];
  }
  return [exampleValue(declaredAt(refused, pointer), now)];
}

/**
 * Cost of putting an example there. A kind is guessed last, when all else fits: then it shows which one the payload
 * was meant for.
 */
export function exampleCost(pointer: string, cost: number): number {
  return pointer === '/type' ? 9 : cost;
}

/** Returns the declarations for a place, with or without a value. */
function declaredAt(refused: Refused, pointer: string): ReturnType<typeof placesOf> {
  const name = pointerTokens(pointer)?.at(-1);
  if (name === undefined) return placesOf(refused, pointer);
  return childPlaces(placesOf(refused, pointer.slice(0, pointer.lastIndexOf('/'))), name);
}

/** As it would be synthesized (acceptor 2.1), within its bound. */
function correlationId({ context, envelope }: Refused): string {
  const nodeId = textOr(childAt(envelope, 'nodeId'), context.nodeId ?? '');
  const envelopeId = textOr(childAt(envelope, 'envelopeId'), 'env-1');
  return [context.runId ?? 'local-run', nodeId, envelopeId].join(':').slice(0, 128);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
