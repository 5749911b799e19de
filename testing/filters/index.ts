/** One log and one table of filters for everything that answers them. */
export { filterLog } from './filter-log.ts';
export { FILTER_CASES, WRONG_FILTERS } from './filter-table.ts';
