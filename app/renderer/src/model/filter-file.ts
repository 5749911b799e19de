/** Saved filters and colouring rules as a document that can be shared. */
import { isRecord } from '@openwop-inspector/base';
import { type ColourRule, readRules } from './colour-rules.ts';
import { isFilterText } from './filter-text.ts';

const FORM = 'openwop-inspector-filters/1';
/** Filters of a file. */
export const MAX_FILTERS = 200;

export type FilterFile =
  | {
      readonly kind: 'filters';
      readonly filters: readonly string[];
      readonly leftOut: number;
      readonly colours: readonly ColourRule[];
    }
  | { readonly kind: 'wrong'; readonly message: string };

/** The document of some filters and rules. */
export const filterFile = (filters: readonly string[], colours: readonly ColourRule[]): string =>
  `${JSON.stringify({ form: FORM, filters, ...(colours.length === 0 ? {} : { colours }) }, null, 2)}\n`;

/** Reads a document of filters; invalid, empty or too long entries are omitted and counted. Rules may be missing. */
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
  const leftOut = value.filters.length - filters.length;
  return { kind: 'filters', filters, leftOut, colours: readRules(value.colours) };
}
