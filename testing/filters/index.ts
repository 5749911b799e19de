/** One log and one table of filters for everything that answers them. */
export { filterLog } from './filter-log.ts';
export { FILTER_CASES, type FilterCase, WRONG_FILTERS, type WrongFilter } from './filter-table.ts';
