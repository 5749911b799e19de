/** Form model of a JSON Schema. Nothing is compiled or followed: no `$ref`, no pattern is ever run. */
import { countOf, escapedToken, isRecord, type JsonObject, member, ownString } from '@openwop-inspector/base';

/** One question of a form. Labels and descriptions are foreign, `hints` are ours with foreign values in them. */
export interface FormItem {
  /** Name of the property; null for the answer as a whole and for the items of a list. */
  readonly name: string | null;
  /** `title` of the schema. */
  readonly title: string | null;
  readonly description: string | null;
  readonly required: boolean;
  readonly hints: readonly string[];
  /** Pointer of its schema in the subject; null when it is elsewhere. */
  readonly pointer: string | null;
  readonly control: FormControl;
}

export type FormControl =
  | { readonly kind: 'text'; readonly inputType: 'text' | 'date' | 'email' | 'url'; readonly long: boolean }
  | { readonly kind: 'number' }
  | { readonly kind: 'check' }
  /** `values` are the values of the options, at the same places. */
  | {
      readonly kind: 'choice';
      readonly options: readonly string[];
      readonly values: readonly unknown[];
      readonly many: boolean;
    }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'list'; readonly item: FormItem }
  | { readonly kind: 'group'; readonly items: readonly FormItem[]; readonly more: number }
  /** Displayed as the schema itself. */
  | { readonly kind: 'schema'; readonly schema: unknown };

type ChoiceControl = Extract<FormControl, { readonly kind: 'choice' }>;

/** Deeper than this a schema is displayed as JSON. */
const MAX_LEVELS = 6;
/** Questions of one form in all; the schema as JSON has the rest. */
const MAX_ITEMS = 200;
/** Longer texts get a field of several lines. */
const LONG_TEXT = 240;

/** Keywords that no field can ask for. */
const COMPOSED = ['$ref', '$dynamicRef', 'oneOf', 'anyOf', 'allOf', 'if', 'not'];

/** Position of one schema of the form. */
interface Place {
  readonly pointer: string | null;
  readonly level: number;
  readonly budget: { items: number };
}

/**
 * Reads a schema as a form; `pointer` is its position. Never throws; a schema that does not fit a field is a control of
 * kind `schema`.
 */
export function formOf(schema: unknown, pointer: string | null): FormItem {
  const place = { pointer, level: 0, budget: { items: MAX_ITEMS } };
  return itemOf(schema, { name: null, required: true }, place);
}

function itemOf(schema: unknown, requested: Pick<FormItem, 'name' | 'required'>, place: Place): FormItem {
  place.budget.items -= 1;
  return {
    ...requested,
    title: ownString(schema, 'title'),
    description: ownString(schema, 'description'),
    hints: isRecord(schema) ? hintsOf(schema) : [],
    pointer: place.pointer,
    control: isRecord(schema) ? controlOf(schema, place) : { kind: 'schema', schema },
  };
}

function below(place: Place, ...tokens: readonly string[]): Place {
  const pointer = place.pointer === null ? null : [place.pointer, ...tokens.map(escapedToken)].join('/');
  return { ...place, pointer, level: place.level + 1 };
}

function controlOf(schema: JsonObject, place: Place): FormControl {
  if (Object.hasOwn(schema, 'const')) return { kind: 'constant', value: schema.const };
  const choice = choiceOf(schema);
  if (choice !== null) return { kind: 'choice', ...choice, many: false };
  if (COMPOSED.some((key) => Object.hasOwn(schema, key))) return { kind: 'schema', schema };
  if (place.level >= MAX_LEVELS) return { kind: 'schema', schema };
  switch (typeOf(schema)) {
    case 'string': {
      const format = ownString(schema, 'format');
      const inputType = format === 'date' || format === 'email' ? format : format === 'uri' ? 'url' : 'text';
      const most = member(schema, 'maxLength');
      return { kind: 'text', inputType, long: typeof most === 'number' && most > LONG_TEXT };
    }
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'check' };
    case 'array': {
      const items = member(schema, 'items');
      const chosen = choiceOf(items);
      if (chosen !== null) return { kind: 'choice', ...chosen, many: true };
      if (items === undefined) return { kind: 'schema', schema };
      const item = itemOf(items, { name: null, required: false }, below(place, 'items'));
      return { kind: 'list', item };
    }
    case 'object':
      return groupControl(schema, place);
    default:
      return { kind: 'schema', schema };
  }
}

function groupControl(schema: JsonObject, place: Place): FormControl {
  const properties = member(schema, 'properties');
  if (!isRecord(properties)) return { kind: 'schema', schema };
  const required = member(schema, 'required');
  const mandatory = new Set<unknown>(Array.isArray(required) ? required : []);
  const names = Object.keys(properties);
  const items: FormItem[] = [];
  for (const name of names) {
    if (place.budget.items <= 0) break;
    const requested = { name, required: mandatory.has(name) };
    items.push(itemOf(properties[name], requested, below(place, 'properties', name)));
  }
  return { kind: 'group', items, more: names.length - items.length };
}

/** The options of an `enum`, or of a `oneOf` in which each branch is one constant; null for anything else. */
function choiceOf(schema: unknown): Pick<ChoiceControl, 'options' | 'values'> | null {
  const list = member(schema, 'enum');
  if (Array.isArray(list) && list.length > 0 && list.every(isScalar)) {
    return { options: list.map(optionText), values: list };
  }
  const branches = member(schema, 'oneOf');
  if (!Array.isArray(branches) || branches.length === 0) return null;
  const values: readonly unknown[] = branches.map((branch) => member(branch, 'const'));
  return values.every(isScalar) ? { options: branches.map(branchText), values } : null;
}

function branchText(branch: unknown): string {
  const value = optionText(member(branch, 'const'));
  const title = ownString(branch, 'title');
  return title === null || title === value ? value : `${title} (${value})`;
}

function optionText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** The one type of a value, null aside. */
function typeOf(schema: JsonObject): string | null {
  const type = member(schema, 'type');
  if (typeof type === 'string') return type;
  if (!Array.isArray(type)) return Object.hasOwn(schema, 'properties') ? 'object' : null;
  const others: readonly unknown[] = type.filter((one) => one !== 'null');
  const [only] = others;
  return others.length === 1 && typeof only === 'string' ? only : null;
}

const LIMIT_WORDS: readonly (readonly [key: string, words: (limit: number) => string])[] = [
  ['minLength', (limit) => `at least ${countOf(limit, 'character')}`],
  ['maxLength', (limit) => `at most ${countOf(limit, 'character')}`],
  ['minimum', (limit) => `at least ${limit}`],
  ['exclusiveMinimum', (limit) => `more than ${limit}`],
  ['maximum', (limit) => `at most ${limit}`],
  ['exclusiveMaximum', (limit) => `less than ${limit}`],
  ['multipleOf', (limit) => `a multiple of ${limit}`],
  ['minItems', (limit) => `at least ${countOf(limit, 'item')}`],
  ['maxItems', (limit) => `at most ${countOf(limit, 'item')}`],
];

function hintsOf(schema: JsonObject): readonly string[] {
  const limits = LIMIT_WORDS.flatMap(([key, words]) => {
    const limit = member(schema, key);
    return typeof limit === 'number' ? [words(limit)] : [];
  });
  const type = member(schema, 'type');
  const format = ownString(schema, 'format');
  const pattern = ownString(schema, 'pattern');
  const given = schema.default;
  // A container as a default is named by its kind; the schema as JSON shows all of it.
  const shortDefault = Array.isArray(given) ? '[…]' : isRecord(given) ? '{…}' : given;
  return [
    ...(type === 'integer' ? ['a whole number'] : []),
    ...limits,
    ...(format === null ? [] : [`format ${format.slice(0, 60)}`]),
    ...(pattern === null ? [] : [`pattern ${pattern.slice(0, 120)}`]),
    ...(Array.isArray(type) && type.includes('null') ? ['may be null'] : []),
    ...(Object.hasOwn(schema, 'default') ? [`default ${optionText(shortDefault).slice(0, 120)}`] : []),
  ];
}
