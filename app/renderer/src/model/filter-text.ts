/** Limits of a filter that is saved or shared. Pure. */

/** Maximum length of a filter in characters. */
export const MAX_FILTER_LENGTH = 2000;

export const isFilterText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_FILTER_LENGTH;
