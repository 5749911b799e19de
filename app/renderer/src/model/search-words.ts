/** What is said of a filter beside its field. Pure. */
import { formatCount } from '@openwop-inspector/base';

/** How far the search of a filter is. */
export interface SearchStand {
  readonly total: number;
  readonly of: number;
  /** While rows are searched for, 0 to 1; null when that is over. */
  readonly search: number | null;
  /** How far a search came that was ended, 0 to 1. */
  readonly stopped: number | null;
}

/** "312 of 1,284"; of a search that is not at its end, what was found and how far it is. */
export function searchWords({ total, of, search, stopped }: SearchStand): string {
  if (search !== null) return `${formatCount(total)} found, searching … ${percent(search)}`;
  if (stopped !== null) return `${formatCount(total)} found, stopped at ${percent(stopped)}`;
  return `${formatCount(total)} of ${formatCount(of)}`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
