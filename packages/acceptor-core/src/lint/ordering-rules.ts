/** T11: the order in which a model writes (acceptor 11.2, envelope 5). Never more than information. */
import { member, pointerTo } from '@openwop-inspector/base';
import type { LintDraft } from './lint-finding.ts';
import type { SchemaPlaces } from './schema-places.ts';
import { propertyNames } from './schema-words.ts';

export function orderingRules({ places }: SchemaPlaces): LintDraft[] {
  const ordered = places.flatMap((place, index): LintDraft[] => {
    if (member(place.schema, 'propertyOrdering') === undefined) return [];
    const message = 'propertyOrdering is read by one vendor only; the others go by the order of properties.';
    return [{ rule: 'T11', place: index, pointer: pointerTo(place.pointer, 'propertyOrdering'), message }];
  });
  return [...ordered, ...reasoningFirst(places)];
}

function reasoningFirst(places: SchemaPlaces['places']): LintDraft[] {
  const names = places[0] === undefined ? [] : propertyNames(places[0].schema);
  if (names.indexOf('reasoning') <= 0) return [];
  const message = 'Put reasoning first among the properties.';
  return [{ rule: 'T11', place: 0, pointer: '/properties/reasoning', message }];
}
