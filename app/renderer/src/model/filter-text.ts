/** What a filter that is kept or handed on may be. Pure. */

/** Characters of a filter. */
export const MAX_FILTER_LENGTH = 2000;

export const isFilterText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_FILTER_LENGTH;
