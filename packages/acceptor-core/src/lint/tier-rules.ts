/** T1 to T9 and T11: what all vendors take of a schema (acceptor 11.2). */
import { member, pointerTo } from '@openwop-inspector/base';
import { declaredNames, describesObject, requiredNames } from '../json/schema-text.ts';
import { type LintDraft, type LintRule, quoted } from './lint-rules.ts';
import type { SchemaPlace, SchemaPlaces } from './schema-places.ts';
import type { VendorFeature } from './vendor-table.ts';

/** The findings of T1 to T9, place by place, then what the document as a whole has. */
export function tierRules({ places }: SchemaPlaces): LintDraft[] {
  return [
    ...places.flatMap((place, index) => [
      ...(index === 0 ? rootRule(place) : []),
      ...closedRule(place, index),
      ...requiredRule(place, index),
    ]),
    ...places.flatMap(forbiddenIn),
    ...nestingRule(places),
    ...countRule(places),
  ];
}

/* T1 to T3: closed objects, every property required. */

function rootRule({ schema }: SchemaPlace): LintDraft[] {
  const type = member(schema, 'type');
  const only: unknown = Array.isArray(type) && type.length === 1 ? type[0] : type;
  if (only === 'object') return [];
  return [{ rule: 'T1', place: 0, pointer: '', message: 'The type of the root must be object.' }];
}

function closedRule({ schema, pointer }: SchemaPlace, place: number): LintDraft[] {
  if (!describesObject(schema) || member(schema, 'additionalProperties') === false) return [];
  const message = 'This object must say additionalProperties: false.';
  return [{ rule: 'T2', place, pointer, message, feature: 'closed-objects' }];
}

function requiredRule({ schema, pointer }: SchemaPlace, place: number): LintDraft[] {
  const required = new Set(requiredNames(schema));
  return declaredNames(schema)
    .filter((name) => !required.has(name))
    .map((name) => ({
      rule: 'T3',
      place,
      pointer: pointerTo(pointerTo(pointer, 'properties'), name),
      message: `${quoted(name)} must be in required; let it be null when it is optional.`,
    }));
}

/* T4 to T7: keywords outside the subset. They count on every schema, whatever its type. */

interface Forbidden {
  readonly rule: LintRule;
  readonly what: string;
  readonly feature?: VendorFeature;
}

const structure = (feature?: VendorFeature): Forbidden => ({
  rule: 'T4',
  what: 'is not in the Tier-1 subset',
  ...(feature === undefined ? {} : { feature }),
});
const ofString: Forbidden = { rule: 'T5', what: 'does not bind a string here', feature: 'string-limits' };
const ofNumber: Forbidden = { rule: 'T6', what: 'does not bind a number here', feature: 'number-limits' };
const ofArray: Forbidden = { rule: 'T7', what: 'does not bind an array here' };

const FORBIDDEN: ReadonlyMap<string, Forbidden> = new Map([
  ['oneOf', structure('oneOf')],
  ['allOf', structure()],
  ['not', structure()],
  ['if', structure()],
  ['then', structure()],
  ['else', structure()],
  ['dependencies', structure()],
  ['dependentRequired', structure()],
  ['dependentSchemas', structure()],
  ['prefixItems', structure('prefixItems')],
  ['propertyNames', structure('propertyNames')],
  ['minLength', ofString],
  ['maxLength', ofString],
  ['pattern', ofString],
  ['format', ofString],
  ['minimum', ofNumber],
  ['maximum', ofNumber],
  ['multipleOf', ofNumber],
  ['exclusiveMinimum', ofNumber],
  ['exclusiveMaximum', ofNumber],
  ['minItems', ofArray],
  ['maxItems', ofArray],
  ['uniqueItems', ofArray],
]);

function forbiddenIn({ schema, pointer }: SchemaPlace, place: number): LintDraft[] {
  return Object.keys(schema).flatMap((keyword) => {
    const found = FORBIDDEN.get(keyword);
    if (found === undefined) return [];
    const { what, ...rest } = found;
    return [{ ...rest, place, pointer: pointerTo(pointer, keyword), message: `${keyword} ${what}.` }];
  });
}

/* T8 and T9: how deep and how many. */

const MAX_LEVEL = 5;
const MAX_PROPERTIES = 100;

/** Only the first level that is too deep is named: what lies below it goes with it. */
function nestingRule(places: SchemaPlaces['places']): LintDraft[] {
  return places.flatMap((place, index): LintDraft[] => {
    const above = places[place.parent]?.level ?? 0;
    if (place.level <= MAX_LEVEL || above > MAX_LEVEL) return [];
    const message = `Level ${place.level} of nesting; the deepest is ${MAX_LEVEL}.`;
    return [{ rule: 'T8', place: index, pointer: place.pointer, message, feature: 'nesting' }];
  });
}

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
  return [...ordered, ...reasoningFirst(places)];
}

function reasoningFirst(places: SchemaPlaces['places']): LintDraft[] {
  const names = places[0] === undefined ? [] : declaredNames(places[0].schema);
  if (names.indexOf('reasoning') <= 0) return [];
  const message = 'Put reasoning first among the properties.';
  return [{ rule: 'T11', place: 0, pointer: '/properties/reasoning', message }];
}
