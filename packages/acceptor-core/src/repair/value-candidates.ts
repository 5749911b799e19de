/** Values of a wrong type, outside a list, out of bounds or of a wrong form. */
import {
  childAt,
  decimalPlaces,
  isRecord,
  nearNames,
  ownValue,
  parsedJson,
  pointerTo,
} from '@openwop-inspector/base';
import { isDateTime, isUri } from '@openwop-inspector/protocol';
import { typeNameOf, typesOf, valuesOf } from '../json/schema-text.ts';
import { childPlaces, type SchemaPlace } from '../schema-lookup/schema-at.ts';
import { exampleCost, examplesFor, exampleValue, numberOf } from './example-value.ts';
import {
  type Candidate,
  clockOf,
  isOptional,
  removes,
  replaces,
  replacesAny,
  type Violation,
} from './repair-step.ts';

/** Allowed values that are tried one by one. */
const MAX_VALUES = 12;
/** Characters and items that are written at most to reach a bound. */
const MAX_PADDING = 256;

/** For `type`: the same content in another type, or an example. */
export function otherType(violation: Violation): readonly Candidate[] {
  const { places, pointer, refused, value } = violation;
  const types = [...new Set(places.flatMap(({ schema }) => typesOf(schema)))];
  const same = conversions(value, types).map((found) =>
    replaces(pointer, found, `turns ${nameOf(value)} into ${nameOf(found)}`, 1),
  );
  const fromClock = isTime(places) ? timesOf(value) : [];
  const times = replacesAny(pointer, fromClock, 'writes the time as RFC 3339', 1);
  const examples = examplesFor(refused, pointer).map((example) =>
    replaces(pointer, example, `puts ${nameOf(example)} in its place`, exampleCost(pointer, 5)),
  );
  return [...times, ...same, ...examples];
}

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['null', 'null'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'a boolean'],
]);

function nameOf(value: unknown): string {
  return TYPE_NAMES.get(typeNameOf(value)) ?? 'a value';
}

function isTime(places: readonly SchemaPlace[]): boolean {
  return places.some(({ schema }) => ownValue(schema, 'format') === 'date-time');
}

/** Seconds or milliseconds since 1970; those of this century differ in size. */
function timesOf(value: unknown): readonly string[] {
  if (typeof value !== 'number' || !(value > 1e8) || value > 4e12) return [];
  return [new Date(value < 1e11 ? value * 1000 : value).toISOString()];
}

/** For `enum` and `const`: the value that resembles it, else any of a short list. */
export function listedValue({ places, pointer, value }: Violation): readonly Candidate[] {
  const values = [...new Set(places.flatMap(({ schema }) => valuesOf(schema)))].slice(0, MAX_VALUES);
  const texts = values.filter((one) => typeof one === 'string');
  const near = typeof value === 'string' ? nearNames(value, texts) : [];
  const turned = conversions(value, ['string', 'integer', 'boolean']).filter((one) => values.includes(one));
  return [
    ...replacesAny(pointer, [...near, ...turned], 'takes the nearest allowed value', 1, 10),
    ...replacesAny(pointer, values, 'takes an allowed value', values.length === 1 ? 2 : 4),
  ];
}

/** For `format`: the same date or address, properly written, else the time of the context. */
export function wellFormed({ places, pointer, refused, value }: Violation): readonly Candidate[] {
  if (typeof value !== 'string') return [];
  if (!isTime(places)) return replacesAny(pointer, asUris(value), 'writes the address as a URI', 2, 1);
  const same = asDateTime(value);
  return [
    ...(same === null ? [] : [replaces(pointer, same, 'writes the time as RFC 3339', 1)]),
    replaces(pointer, clockOf(refused), 'puts the time of the context in its place', 3),
  ];
}

/** For bounds of numbers: the nearest number inside. */
export function withinBounds({ places, pointer, value }: Violation): readonly Candidate[] {
  if (typeof value !== 'number') return [];
  const [above, below] = [numberOf(places, 'exclusiveMinimum'), numberOf(places, 'exclusiveMaximum')];
  const step = numberOf(places, 'multipleOf');
  const bounds = [
    numberOf(places, 'minimum'),
    numberOf(places, 'maximum'),
    above === null ? null : above + 1,
    below === null ? null : below - 1,
    step === null ? null : nearestMultiple(value, step),
  ];
  const numbers = bounds.filter((bound): bound is number => bound !== null && Number.isFinite(bound));
  const farness = (number: number) => Math.abs(number - value);
  numbers.sort((a, b) => farness(a) - farness(b));
  return replacesAny(pointer, numbers, 'takes the nearest number that is allowed', 2, 10);
}

/** As a decimal: 19.99 for a step of 0.01, not 19.990000000000002. */
function nearestMultiple(value: number, step: number): number {
  const places = decimalPlaces(step);
  const multiple = Math.round(value / step) * step;
  return places > 0 && places <= 100 ? Number(multiple.toFixed(places)) : multiple;
}

/** For lengths: a text that is cut or made up. */
export function fittingLength({ places, pointer, refused, value }: Violation): readonly Candidate[] {
  if (typeof value !== 'string') return [];
  const [least, most] = [numberOf(places, 'minLength') ?? 0, numberOf(places, 'maxLength')];
  const letters = Array.from(value);
  if (most !== null && letters.length > most)
    return [replaces(pointer, letters.slice(0, most).join(''), 'cuts the text to the allowed length', 2)];
  if (letters.length >= least) return [];
  const longer =
    value === '' ? examplesFor(refused, pointer) : [value.padEnd(Math.min(least, MAX_PADDING), '.')];
  return replacesAny(pointer, longer, 'puts a longer text in its place', exampleCost(pointer, 2));
}

/** For lists: items that are missing, too many or there twice. */
export function fittingItems({ places, pointer, refused, value }: Violation): readonly Candidate[] {
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  const least = Math.min(MAX_PADDING, numberOf(places, 'minItems') ?? 0);
  if (items.length < least) {
    const example = exampleValue(childPlaces(places, '-'), clockOf(refused));
    const item = { op: 'add' as const, path: pointerTo(pointer, '-'), value: example };
    const operations = Array.from({ length: least - items.length }, () => item);
    return [{ reason: 'adds an item that is missing', cost: 3, operations }];
  }
  const most = numberOf(places, 'maxItems') ?? items.length;
  const tooMany = items.length > most ? range(Math.max(0, most), items.length) : repeated(items);
  if (tooMany.length === 0 || tooMany.length > MAX_PADDING) return [];
  const operations = [...tooMany]
    .reverse()
    .map((index) => ({ op: 'remove' as const, path: pointerTo(pointer, index) }));
  return [{ reason: 'removes items that are too many', cost: 4, operations }];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.min(to - from, MAX_PADDING + 1) }, (_, index) => from + index);
}

/** Returns indexes of items that occur earlier in the list, compared as scalars. */
function repeated(items: readonly unknown[]): readonly number[] {
  return range(0, Math.min(items.length, MAX_PADDING)).filter((index) => items.indexOf(items[index]) < index);
}

/** For `anyOf` and `oneOf`: the tag that was probably meant, else another type. */
export function meantForm(violation: Violation): readonly Candidate[] {
  const { places, pointer, value } = violation;
  const tags = new Set(places.flatMap(({ schema }) => tagNames(schema)));
  const tagged = [...tags].flatMap((name) => {
    const known = childPlaces(places, name).flatMap(({ schema }) => valuesOf(schema));
    const texts = known.filter((one) => typeof one === 'string');
    const own = childAt(value, name);
    const near = typeof own === 'string' ? nearNames(own, texts) : [];
    return replacesAny(pointerTo(pointer, name), near, 'takes the nearest known tag', 1, 10);
  });
  return [...tagged, ...otherType(violation)];
}

function tagNames(schema: SchemaPlace['schema']): readonly string[] {
  const properties = ownValue(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).flatMap(([name, child]) => (valuesOf(child).length === 1 ? [name] : []));
}

/** For every rule, last of all: leave the member out, or take what the schema itself gives as an example. */
export function withoutIt({ places, pointer, refused, value }: Violation): readonly Candidate[] {
  const given = places.flatMap(({ schema }) =>
    [ownValue(schema, 'default'), ownValue(schema, 'examples')].flat(),
  );
  const examples = given.filter((one) => one !== undefined).slice(0, 3);
  return [
    ...replacesAny(pointer, examples, 'takes an example of the schema', 4),
    ...(isOptional(refused, pointer)
      ? [removes(pointer, 'removes a member that may be left out', value === null ? 1 : 6)]
      : []),
  ];
}

// The same content in the type that a schema wants.

/** A value of another type that means the same, for each of the wanted types that has one. */
export function conversions(value: unknown, types: readonly string[]): readonly unknown[] {
  return types.map((type) => CONVERSIONS.get(type)?.(value)).filter((found) => found !== undefined);
}

type Convert = (value: unknown) => unknown;

/** By the wanted type; undefined where no value of it means the same. */
const CONVERSIONS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['integer', (value) => toNumber(value, true)],
  ['number', (value) => toNumber(value, false)],
  [
    'string',
    (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined),
  ],
  ['boolean', toBoolean],
  ['array', (value) => (value == null ? undefined : (parsed(value, Array.isArray) ?? [value]))],
  ['object', (value) => parsed(value, isRecord)],
]);

const decimal = /^-?\d{1,15}(?:\.\d{1,15})?$/;

function toNumber(value: unknown, isInteger: boolean): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = typeof value === 'number' ? value : decimal.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  return isInteger ? Math.round(number) : number;
}

function toBoolean(value: unknown): boolean | undefined {
  const text = String(typeof value === 'number' || typeof value === 'string' ? value : '').toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/** JSON that was written as a text inside JSON. */
function parsed(value: unknown, fits: (found: unknown) => boolean): unknown {
  if (typeof value !== 'string') return undefined;
  const found = parsedJson(value);
  return fits(found) ? found : undefined;
}

const looseDateTime = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?\s*([Zz]|[+-]\d\d:?\d\d)?$/;

/** The same time as RFC 3339 wants it; null when it is none. A time without an offset is taken as UTC. */
export function asDateTime(text: string): string | null {
  const match = looseDateTime.exec(text.trim());
  if (match === null) return null;
  const [, date = '', time = '00:00', seconds = ':00', offset = 'Z'] = match;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const found = `${date}T${time}${seconds}${zone}`;
  return isDateTime(found) ? found : null;
}

/** Addresses that the text may have been meant as. */
function asUris(text: string): readonly string[] {
  const trimmed = text.trim();
  const escaped = Array.from(trimmed, (letter) => (/[!-~]/.test(letter) ? letter : encoded(letter))).join('');
  const whole = escaped.startsWith('/') ? `https://example.com${escaped}` : `https://${escaped}`;
  return [trimmed, escaped, whole].filter(isUri);
}

function encoded(letter: string): string {
  try {
    return encodeURIComponent(letter);
  } catch {
    return ''; // half of a pair of surrogates
  }
}
