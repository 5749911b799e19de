import { nearNames } from '@openwop-inspector/base';
import { FILTER_FIELDS } from './fields.ts';
import { type FilterError, filterError, quotedText } from './syntax.ts';

/** The error of a field that is none: with the one that was probably meant, else with the term as a text. */
export function unknownField(name: string, text: string, from: number, to: number): FilterError {
  const lower = name.toLowerCase();
  const near =
    nearNames(lower, FILTER_FIELDS)[0] ??
    FILTER_FIELDS.find((field) => field === lower || field.startsWith(lower.slice(0, 2)));
  const value = text.slice(from + name.length + 1, to);
  const known = FILTER_FIELDS.join(', ');
  return filterError(
    { from, to },
    `There is no field ${name}. Fields: ${known}. Quote the term to search for it as text`,
    near === undefined || near === 'payload' ? quotedText(`${name}:${value}`) : `${near}:${value}`,
  );
}
