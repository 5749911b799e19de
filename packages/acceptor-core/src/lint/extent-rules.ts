/** T8 and T9: how deep and how many (acceptor 11.2). */
import type { LintDraft } from './lint-finding.ts';
import type { SchemaPlaces } from './schema-places.ts';
import { propertyNames } from './schema-words.ts';

const MAX_LEVEL = 5;
const MAX_PROPERTIES = 100;

export function extentRules({ places }: SchemaPlaces): LintDraft[] {
  return [...nestingRule(places), ...countRule(places)];
}

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
  const count = places.reduce((sum, place) => sum + propertyNames(place.schema).length, 0);
  if (count <= MAX_PROPERTIES) return [];
  const message = `${count} properties in the document; the most is ${MAX_PROPERTIES}.`;
  return [{ rule: 'T9', place: 0, pointer: '', message }];
}
