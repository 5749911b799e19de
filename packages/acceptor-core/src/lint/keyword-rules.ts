/** T4 to T7: keywords outside the subset (acceptor 11.2). They count on every schema, whatever its type. */
import { pointerTo } from '@openwop-inspector/base';
import type { LintDraft } from './lint-finding.ts';
import type { LintRule } from './lint-rules.ts';
import type { SchemaPlace, SchemaPlaces } from './schema-places.ts';
import type { VendorFeature } from './vendor-table.ts';

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

export function keywordRules({ places }: SchemaPlaces): LintDraft[] {
  return places.flatMap((place, index) => forbiddenIn(place, index));
}

function forbiddenIn({ schema, pointer }: SchemaPlace, place: number): LintDraft[] {
  return Object.keys(schema).flatMap((keyword) => {
    const found = FORBIDDEN.get(keyword);
    if (found === undefined) return [];
    const { what, ...rest } = found;
    return [{ ...rest, place, pointer: pointerTo(pointer, keyword), message: `${keyword} ${what}.` }];
  });
}
