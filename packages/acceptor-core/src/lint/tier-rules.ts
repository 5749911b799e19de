/** T1 to T9 and T11: what all vendors take of a schema (acceptor 11.2). */
import { addTo, isRecord, type JsonObject, member, pointerTo } from '@openwop-inspector/base';
import { declaredNames, describesObject, requiredNames } from '../json/schema-text.ts';
import { type LintDraft, type LintRule, quoted, type VendorFeature } from './lint-rules.ts';
import type { SchemaPlace, SchemaPlaces } from './schema-places.ts';

/** The findings of T1 to T9, place by place, then what the document as a whole has. */
export function tierRules({ places }: SchemaPlaces): LintDraft[] {
  return [
    ...places.flatMap(objectRules),
    ...places.flatMap(({ schema, pointer }, place) =>
      Object.keys(schema).flatMap((keyword) => {
        const found = FORBIDDEN.get(keyword);
        if (found === undefined) return [];
        const { what, ...rest } = found;
        return [{ ...rest, place, pointer: pointerTo(pointer, keyword), message: `${keyword} ${what}.` }];
      }),
    ),
    // Only the first level that is too deep is named: what lies below it goes with it.
    ...places.flatMap((place, index): LintDraft[] => {
      const above = places[place.parent]?.level ?? 0;
      if (place.level <= MAX_LEVEL || above > MAX_LEVEL) return [];
      const message = `Level ${place.level} of nesting; the deepest is ${MAX_LEVEL}.`;
      return [{ rule: 'T8', place: index, pointer: place.pointer, message, feature: 'nesting' }];
    }),
    ...countRule(places),
  ];
}

/** T1 to T3: an object at the root, closed objects, every property required. */
function objectRules({ schema, pointer }: SchemaPlace, place: number): LintDraft[] {
  const drafts: LintDraft[] = [];
  const type = [member(schema, 'type')].flat();
  if (place === 0 && (type.length !== 1 || type[0] !== 'object'))
    drafts.push({ rule: 'T1', place, pointer: '', message: 'The type of the root must be object.' });
  if (describesObject(schema) && member(schema, 'additionalProperties') !== false) {
    const message = 'This object must say additionalProperties: false.';
    drafts.push({ rule: 'T2', place, pointer, message, feature: 'closed-objects' });
  }
  const required = new Set(requiredNames(schema));
  for (const name of declaredNames(schema).filter((one) => !required.has(one))) {
    const message = `${quoted(name)} must be in required; let it be null when it is optional.`;
    drafts.push({ rule: 'T3', place, pointer: pointerTo(pointerTo(pointer, 'properties'), name), message });
  }
  return drafts;
}

/* T4 to T7: keywords outside the subset. They count on every schema, whatever its type. */

interface Forbidden {
  readonly rule: LintRule;
  readonly what: string;
  readonly feature?: VendorFeature;
}

const OUTSIDE = 'is not in the Tier-1 subset';

const FORBIDDEN: ReadonlyMap<string, Forbidden> = new Map([
  ...forbid('allOf not if then else dependencies dependentRequired dependentSchemas', 'T4', OUTSIDE),
  ...forbid('oneOf', 'T4', OUTSIDE, 'oneOf'),
  ...forbid('prefixItems', 'T4', OUTSIDE, 'prefixItems'),
  ...forbid('propertyNames', 'T4', OUTSIDE, 'propertyNames'),
  ...forbid('minLength maxLength pattern format', 'T5', 'does not bind a string here', 'string-limits'),
  ...forbid(
    'minimum maximum multipleOf exclusiveMinimum exclusiveMaximum',
    'T6',
    'does not bind a number here',
    'number-limits',
  ),
  ...forbid('minItems maxItems uniqueItems', 'T7', 'does not bind an array here'),
]);

function forbid(
  keywords: string,
  rule: LintRule,
  what: string,
  feature?: VendorFeature,
): (readonly [string, Forbidden])[] {
  const forbidden = feature === undefined ? { rule, what } : { rule, what, feature };
  return keywords.split(' ').map((keyword) => [keyword, forbidden]);
}

/* T8 and T9: how deep and how many. */

const MAX_LEVEL = 5;
const MAX_PROPERTIES = 100;

function countRule(places: SchemaPlaces['places']): LintDraft[] {
  const count = places.reduce((sum, place) => sum + declaredNames(place.schema).length, 0);
  if (count <= MAX_PROPERTIES) return [];
  const message = `${count} properties in the document; the most is ${MAX_PROPERTIES}.`;
  return [{ rule: 'T9', place: 0, pointer: '', message }];
}

/** T11: the order in which a model writes (envelope 5). Never more than information. */
export function orderingRules({ places }: SchemaPlaces): LintDraft[] {
  const ordered = places.flatMap((place, index): LintDraft[] => {
    if (member(place.schema, 'propertyOrdering') === undefined) return [];
    const message = 'propertyOrdering is read by one vendor only; the others go by the order of properties.';
    return [{ rule: 'T11', place: index, pointer: pointerTo(place.pointer, 'propertyOrdering'), message }];
  });
  const names = places[0] === undefined ? [] : declaredNames(places[0].schema);
  if (names.indexOf('reasoning') <= 0) return ordered;
  const message = 'Put reasoning first among the properties.';
  return [...ordered, { rule: 'T11', place: 0, pointer: '/properties/reasoning', message }];
}

/** A property of a branch that can have one string value only. */
interface Candidate {
  readonly name: string;
  readonly literal: string;
  /** True when `const` says so rather than an `enum` of one value. */
  readonly viaConst: boolean;
  readonly required: boolean;
}

/** One branch of an `anyOf`, with local references followed. */
export interface Branch {
  readonly pointer: string;
  /**
   * `unresolved`: its reference leads nowhere here. `null`: only null. `plain`: a scalar or an array, so it needs no
   * discriminator. `object`: everything else.
   */
  readonly state: 'unresolved' | 'null' | 'plain' | 'object';
  /** Place of the schema after references; null when it is none. */
  readonly place: number | null;
  readonly candidates: readonly Candidate[];
}

/** The branches of the `anyOf` of a place; none when it has none. */
export function variantBranches(map: SchemaPlaces, place: number): readonly Branch[] {
  const owner = map.places[place];
  const anyOf = member(owner?.schema, 'anyOf');
  if (owner === undefined || !Array.isArray(anyOf)) return [];
  const pointer = pointerTo(owner.pointer, 'anyOf');
  return anyOf.map((branch: unknown, index) => readBranch(map, branch, pointerTo(pointer, index)));
}

function readBranch(map: SchemaPlaces, value: unknown, pointer: string): Branch {
  const first = isRecord(value) ? map.indexOf.get(value) : undefined;
  if (first === undefined) return { pointer, state: 'object', place: null, candidates: [] };
  const place = afterReferences(map, first);
  const schema = place === null ? undefined : map.places[place]?.schema;
  if (schema === undefined) return { pointer, state: 'unresolved', place: null, candidates: [] };
  return { pointer, state: stateOf(schema), place, candidates: candidatesOf(schema) };
}

/** References to references that are followed; a longer chain is not written by hand. */
const MAX_CHAIN = 64;

/** Follows `$ref` to `$ref`; null when one leads nowhere, round in a circle, or on and on. */
function afterReferences(map: SchemaPlaces, first: number): number | null {
  let place: number | null = first;
  for (let hop = 0; hop <= MAX_CHAIN; hop += 1) {
    if (place === null || !map.refs.has(place)) return place;
    place = map.refs.get(place) ?? null;
  }
  return null;
}

function stateOf(schema: JsonObject): Branch['state'] {
  const type = member(schema, 'type');
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined) {
    if (names.every((name) => name === 'null')) return 'null';
    return names.includes('object') ? 'object' : 'plain';
  }
  if (describesObject(schema)) return 'object';
  const values = Object.hasOwn(schema, 'const') ? [member(schema, 'const')] : member(schema, 'enum');
  if (!Array.isArray(values) || values.some((value) => typeof value === 'object' && value !== null))
    return 'object';
  return values.every((value) => value === null) ? 'null' : 'plain';
}

function candidatesOf(schema: JsonObject): Candidate[] {
  const required = new Set(requiredNames(schema));
  const properties = member(schema, 'properties');
  return declaredNames(schema).flatMap((name) => {
    const literal = literalOf(member(properties, name));
    return literal === null ? [] : [{ name, ...literal, required: required.has(name) }];
  });
}

function literalOf(property: unknown): Pick<Candidate, 'literal' | 'viaConst'> | null {
  const type = member(property, 'type');
  const values = member(property, 'enum');
  const only: unknown = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
  if (type === 'string' && typeof only === 'string') return { literal: only, viaConst: false };
  const constant = member(property, 'const');
  const taken = typeof constant === 'string' && (type === 'string' || type === undefined);
  return taken ? { literal: constant, viaConst: true } : null;
}

/**
 * Returns the property that distinguishes most branches: the one that is a candidate in most of them, then with most
 * different literals, then required most often, then first in order. Null when no branch has a candidate.
 */
export function discriminatorOf(branches: readonly Branch[]): string | null {
  const byName = new Map<string, Candidate[]>();
  for (const { candidates } of branches) for (const one of candidates) addTo(byName, one.name, one);
  const ranked = [...byName].map(([name, found]) => ({
    name,
    branches: found.length,
    literals: new Set(found.map(({ literal }) => literal)).size,
    required: found.filter(({ required }) => required).length,
  }));
  ranked.sort((a, b) => b.branches - a.branches || b.literals - a.literals || b.required - a.required);
  return ranked[0]?.name ?? null;
}
