/** Saved filters as a document that can be handed on. */
import { isRecord } from '@openwop-inspector/base';

const FORM = 'openwop-inspector-filters/1';
/** Filters of a file, and characters of each. */
export const MAX_FILTERS = 200;
export const MAX_FILTER_LENGTH = 2000;

export type FilterFile =
  | { readonly kind: 'filters'; readonly filters: readonly string[]; readonly leftOut: number }
  | { readonly kind: 'wrong'; readonly message: string };

/** The document of some filters. */
export const filterFile = (filters: readonly string[]): string =>
  `${JSON.stringify({ form: FORM, filters }, null, 2)}\n`;

/** Reads a document of filters; entries that are no text, empty or too long are left out and counted. */
export function readFilterFile(text: string): FilterFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'wrong', message: 'this is not JSON' };
  }
  if (!isRecord(value) || !Array.isArray(value.filters))
    return { kind: 'wrong', message: 'this is no document of filters: it has no list "filters"' };
  if (value.form !== FORM) return { kind: 'wrong', message: `the form of the document is not ${FORM}` };
  const filters = value.filters.filter(isFilterText).slice(0, MAX_FILTERS);
  return { kind: 'filters', filters, leftOut: value.filters.length - filters.length };
}

export const isFilterText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_FILTER_LENGTH;
