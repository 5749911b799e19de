/** Whether a value is of the form that a place asks for, as far as that can be told without a validator. */
import { ownValue } from '@openwop-inspector/base';
import { isUri } from '@openwop-inspector/protocol';
import { type SchemaPlace, typeNameOf, typesOf, valuesOf } from '../schema-lookup/schema-place.ts';
import { asDateTime } from './conversions.ts';

/** True when type, listed values and format of some place let the value pass; a place that says nothing does. */
export function fits(value: unknown, places: readonly SchemaPlace[]): boolean {
  const alternatives = places.filter(({ isAlternative }) => isAlternative);
  const surely = places.filter(({ isAlternative }) => !isAlternative);
  return (
    surely.every((place) => fitsOne(value, place)) &&
    (alternatives.length === 0 || alternatives.some((place) => fitsOne(value, place)))
  );
}

function fitsOne(value: unknown, { schema }: SchemaPlace): boolean {
  const types = typesOf(schema);
  const names = Number.isInteger(value) ? ['integer', 'number'] : [typeNameOf(value)];
  if (types.length > 0 && !names.some((name) => types.includes(name))) return false;
  const values = valuesOf(schema);
  if (values.length > 0 && !values.includes(value)) return false;
  const format = ownValue(schema, 'format');
  if (typeof value !== 'string') return true;
  if (format === 'date-time') return asDateTime(value) !== null;
  return format !== 'uri' || isUri(value);
}
