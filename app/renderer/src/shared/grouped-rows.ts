import { countOf, firstThat, formatCount } from '@openwop-inspector/base';
import type { EventHits, PayloadHit, ProblemGroup, SequenceGap } from '@openwop-inspector/run-log';

/** A list of groups, each a header with its members under it. Pure. */

type GroupedRows = ReturnType<typeof layOutGroups>;

/** Lays out groups in the order given, by the number of displayed members of each. O(groups). */
export function layOutGroups(members: readonly number[]) {
  const starts: number[] = [];
  let rows = 0;
  for (const count of members) {
    starts.push(rows);
    rows += 1 + count;
  }
  // `starts` has the row of each header.
  return { starts, rows };
}

/** The row at an index, the header of a group (`member` -1) or a member of it; null out of range. O(log groups). */
export function groupedRowAt({ starts, rows }: GroupedRows, row: number) {
  if (row < 0 || row >= rows) return null;
  const group = Math.max(0, firstThat(starts.length, (at) => (starts[at] ?? 0) > row) - 1);
  return { group, member: row - (starts[group] ?? 0) - 1 };
}

/** Hit number `at` of an event. */
export interface HitPlace {
  readonly ordinal: number;
  readonly at: number;
}

export type HitRows = ReturnType<typeof layOutHits>;

/** A row: the header of an event (`hit` null), or one of its hits. */
export interface HitRow {
  readonly event: EventHits;
  readonly hit: PayloadHit | null;
  /** Number of the hit in its event; -1 for the header. */
  readonly at: number;
}

/** Lays out events in the order given; `listed` is the number of listed hits. O(events). */
export function layOutHits(events: readonly EventHits[]) {
  const counts = events.map(({ hits }) => hits.length);
  return { events, listed: counts.reduce((sum, count) => sum + count, 0), ...layOutGroups(counts) };
}

/** The row at an index; null out of range. O(log events). */
export function hitRowAt(list: HitRows, row: number): HitRow | null {
  const found = groupedRowAt(list, row);
  const event = found === null ? undefined : list.events[found.group];
  if (found === null || event === undefined) return null;
  return { event, hit: event.hits[found.member] ?? null, at: found.member };
}

/** Row of a hit; -1 when it is not listed. O(events). */
export function rowOfHit(list: HitRows, place: HitPlace | null): number {
  if (place === null) return -1;
  const group = list.events.findIndex(({ ordinal }) => ordinal === place.ordinal);
  const start = list.starts[group];
  return start === undefined ? -1 : start + 1 + place.at;
}

/** The row of the hit after or before a row, wrapping at the ends; -1 when there is none. */
export function adjacentHitRow(list: HitRows, row: number, direction: 1 | -1): number {
  for (let step = 1; step <= list.rows; step++) {
    const from = row < 0 && direction === -1 ? 0 : row;
    const next = (from + direction * step + 2 * list.rows) % list.rows;
    if ((hitRowAt(list, next)?.at ?? -1) >= 0) return next;
  }
  return -1;
}

/** Number of a hit among the listed ones, from 1; 0 for a header and out of range. O(log events). */
export function numberOfHit(list: HitRows, row: number): number {
  const found = groupedRowAt(list, row);
  return found === null || found.member < 0 ? 0 : row - found.group;
}

/** Events in display order, merged with those that were found later. They mostly come after: O(those). */
export function withFound(events: readonly EventHits[], found: readonly EventHits[]): readonly EventHits[] {
  if (found.length === 0) return events;
  const all = [...events, ...found];
  const isBehind = (events.at(-1)?.place ?? -1) < (found[0]?.place ?? 0);
  return isBehind ? all : all.sort((a, b) => a.place - b.place);
}

/** Progress of a search and its hits so far. */
export interface SearchedSoFar {
  readonly hits: number;
  readonly inEvents: number;
  readonly done: number;
  readonly of: number;
  readonly state: 'running' | 'stopped' | 'done';
}

/** "128 hits in 40 events"; with its progress while a search is running. */
export function hitText({ hits, inEvents, done, of, state }: SearchedSoFar): string {
  const found = hits === 0 ? 'No hit' : `${countOf(hits, 'hit')} in ${countOf(inEvents, 'event')}`;
  if (state === 'done') return found;
  const share = `${Math.floor(of === 0 ? 100 : (done / of) * 100)} %`;
  return state === 'running' ? `${found}, searching … ${share}` : `${found}, stopped at ${share}`;
}

/** Note on hits that are not listed; null when all are. */
export function unlistedText(hits: number, listed: number): string | null {
  return hits <= listed
    ? null
    : `${formatCount(listed)} of ${formatCount(hits)} hits are listed. A longer text or a filter finds fewer.`;
}

/** A piece of text split into parts, the matches marked. */
export function markedParts({ text, places }: PayloadHit): readonly { text: string; isFound: boolean }[] {
  const parts: { text: string; isFound: boolean }[] = [];
  let at = 0;
  for (const { from, to } of places) {
    if (from > at) parts.push({ text: text.slice(at, from), isFound: false });
    parts.push({ text: text.slice(Math.max(at, from), to), isFound: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isFound: false });
  return parts;
}

/** A row of the flat list. */
type ProblemListRow =
  | { readonly kind: 'group'; readonly group: ProblemGroup; readonly folded: boolean }
  /** The problem number `offset` of its group. */
  | { readonly kind: 'problem'; readonly group: ProblemGroup; readonly offset: number };

export type ProblemList = ReturnType<typeof layOutProblems>;

/** Rows that are all displayed at first; of more problems the kinds are. */
const FEW_ROWS = 15;

/** Lays groups out in the order given; `folds` are those that the user has folded or unfolded. O(groups). */
export function layOutProblems(groups: readonly ProblemGroup[], folds: Readonly<Record<string, boolean>>) {
  const isLong = layOutGroups(groups.map(({ count }) => count)).rows > FEW_ROWS;
  const folded = groups.map(({ code }) => folds[code] ?? isLong);
  return { groups, folded, ...layOutGroups(groups.map(({ count }, at) => (folded[at] ? 0 : count))) };
}

/** The row at an index; null out of range. O(log groups). */
export function problemRowAt(list: ProblemList, row: number): ProblemListRow | null {
  const found = groupedRowAt(list, row);
  const group = found === null ? undefined : list.groups[found.group];
  if (found === null || group === undefined) return null;
  const { member: offset } = found;
  return offset < 0
    ? { kind: 'group', group, folded: list.folded[found.group] ?? false }
    : { kind: 'problem', group, offset };
}

/** A page of one group's problems. */
export interface ProblemPage {
  readonly code: string;
  readonly page: number;
}

/** Pages that contain the problems of a range of rows; `end` exclusive. O(groups + pages). */
export function pagesAmong(list: ProblemList, start: number, end: number, pageRows: number) {
  const pages: ProblemPage[] = [];
  list.groups.forEach(({ code, count }, at) => {
    if (list.folded[at]) return;
    const first = (list.starts[at] ?? 0) + 1;
    const from = Math.max(start, first) - first;
    const to = Math.min(end, first + count) - first;
    if (from >= to) return;
    const last = Math.floor((to - 1) / pageRows);
    for (let page = Math.floor(from / pageRows); page <= last; page += 1) pages.push({ code, page });
  });
  return pages;
}

/** Content of a position of the rendered list. */
export type DrawnRow =
  | { readonly kind: 'event'; readonly index: number }
  | { readonly kind: 'gap'; readonly gap: SequenceGap };

/** Rendered position of the row of an event, by its index in the selection. `gaps` is in order of `before`. */
export function drawnAt(gaps: readonly SequenceGap[], index: number): number {
  return index + firstThat(gaps.length, (at) => (gaps[at]?.before ?? 0) > index);
}

/** Content of a rendered position. */
export function rowDrawn(gaps: readonly SequenceGap[], place: number): DrawnRow {
  // Gap number n is rendered at `before + n`: the first at or after the position.
  const low = firstThat(gaps.length, (at) => (gaps[at]?.before ?? 0) + at >= place);
  const gap = gaps[low];
  if (gap !== undefined && gap.before + low === place) return { kind: 'gap', gap };
  return { kind: 'event', index: place - low };
}
