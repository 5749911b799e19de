/** T1 to T3: closed objects, every property required (acceptor 11.2). */
import { member, pointerTo } from '@openwop-inspector/base';
import { quoted } from './json-object.ts';
import type { LintDraft } from './lint-finding.ts';
import type { SchemaPlace, SchemaPlaces } from './schema-places.ts';
import { describesObject, propertyNames, requiredNames } from './schema-words.ts';

export function objectRules({ places }: SchemaPlaces): LintDraft[] {
  return places.flatMap((place, index) => [
    ...(index === 0 ? rootRule(place) : []),
    ...closedRule(place, index),
    ...requiredRule(place, index),
  ]);
}

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
  const required = requiredNames(schema);
  return propertyNames(schema)
    .filter((name) => !required.has(name))
    .map((name) => ({
      rule: 'T3',
      place,
      pointer: pointerTo(pointerTo(pointer, 'properties'), name),
      message: `${quoted(name)} must be in required; let it be null when it is optional.`,
    }));
}
