import { greatest, median, percentile } from '../measured.ts';
import { busyRemark, type Machine } from '../report.ts';
import type { FamilyTimes, StoryShowings } from './gallery-walk.ts';
import type { ListWalk } from './list-walk.ts';
import type { Showing } from './showing.ts';

/** Everything that `bench -- render` measured. */
export interface RenderResult {
  readonly machine: Machine;
  readonly rounds: number;
  readonly families: readonly FamilyTimes[];
  readonly list: ListWalk;
}

/** A promise of how soon something is shown, in ms. `reached` is NaN when nothing was measured. */
export interface RenderTarget {
  readonly name: string;
  readonly atMostMs: number;
  readonly reached: number;
  readonly met: boolean;
  /** What it was measured on, and the worst of it. */
  readonly remark: string;
}

const SMALL_BYTES = 64 * 1024;
const SHOWN_MS = 50;
const FRAME_MS = 1000 / 60;

/** Compares what was measured with what was promised. First showings, which load code, are in none of them. */
export function renderTargets({ families, list }: RenderResult): readonly RenderTarget[] {
  const stories = families.flatMap((family) => family.stories.flatMap(({ later }) => later));
  return [
    shownTarget('gallery, under 64 KB: p95 until shown', stories.filter(isSmall), timeOf),
    shownTarget('gallery, under 64 KB: p95 of own time', stories.filter(isSmall), ownTimeOf),
    taskTarget('gallery, larger: longest task, on the wall', stories.filter(isLarge), wallOf),
    taskTarget('gallery, larger: longest task, own time', stories.filter(isLarge), ownOf),
    shownTarget('window, under 64 KB: p95 from key to shown', list.showings.filter(isSmall), timeOf),
    shownTarget('window, under 64 KB: p95 of own time', list.showings.filter(isSmall), ownTimeOf),
    taskTarget('window, larger: longest task, on the wall', list.showings.filter(isLarge), wallOf),
    taskTarget('window, larger: longest task, own time', list.showings.filter(isLarge), ownOf),
    taskTarget('window, all: longest task, own time', list.showings, ownOf),
  ];
}

const isLarge = ({ bytes }: Showing): boolean => bytes === null || bytes >= SMALL_BYTES;
const isSmall = (showing: Showing): boolean => !isLarge(showing);
const wallOf = ({ longestMs }: Showing): number => longestMs;
const ownOf = ({ longestOwnMs }: Showing): number => longestOwnMs;
const timeOf = ({ ms }: Showing): number => ms;
const ownTimeOf = ({ ownMs }: Showing): number => ownMs;

function shownTarget(
  name: string,
  showings: readonly Showing[],
  measure: (showing: Showing) => number,
): RenderTarget {
  const reached = percentile(showings.map(measure), 0.95);
  return target(name, SHOWN_MS, reached, showings, measure);
}

function taskTarget(
  name: string,
  showings: readonly Showing[],
  measure: (showing: Showing) => number,
): RenderTarget {
  const reached = showings.length === 0 ? Number.NaN : greatest(showings.map(measure));
  return target(name, FRAME_MS, reached, showings, measure);
}

function target(
  name: string,
  atMostMs: number,
  reached: number,
  showings: readonly Showing[],
  measure: (showing: Showing) => number,
): RenderTarget {
  const worst = showings.toSorted((a, b) => measure(b) - measure(a))[0];
  const remark =
    worst === undefined ? '' : `of ${showings.length}, worst ${worst.name} ${ms(measure(worst))}`;
  return { name, atMostMs, reached, met: reached <= atMostMs, remark };
}

/** The tables as text, then what was promised and whether it was reached. */
export function renderReport(result: RenderResult): string {
  const { machine, rounds, families, list } = result;
  const stories = families.flatMap((family) => family.stories);
  const hanging = [...stories.flatMap(({ first, later }) => [first, ...later]), ...list.showings].filter(
    ({ isDrawn }) => !isDrawn,
  );
  return `${[
    `${stories.length} stories of the gallery, ${rounds} showings each after a first one, in Chromium; times in ms, two frames in each`,
    busyRemark(machine).trimEnd(),
    ...aligned([GALLERY_HEAD, ...families.map(familyRow), allRow(stories)]),
    '',
    `${list.showings.length} events by j in the window, ${list.types} kinds, from key to shown`,
    ...aligned([
      LIST_HEAD,
      listRow('under 64 KB', list.showings.filter(isSmall)),
      listRow('larger', list.showings.filter(isLarge)),
    ]),
    '',
    ...aligned(renderTargets(result).map(targetRow)),
    ...(hanging.length === 0
      ? []
      : [`Not drawn within ten seconds: ${[...new Set(hanging.map(({ name }) => name))].join(', ')}`]),
  ]
    .filter((line, at) => line !== '' || at > 2)
    .join('\n')}\n`;
}

const GALLERY_HEAD = [
  'family',
  'stories',
  'p50',
  'p95',
  '× floor',
  'own p50',
  '× floor',
  'longest task',
  'first, worst',
  'worst story',
];
const LIST_HEAD = ['', 'events', 'p50', 'p95', 'own p50', 'longest task', 'own', 'worst'];

const familyRow = ({ name, stories }: FamilyTimes): readonly string[] => storiesRow(name, stories);
const allRow = (stories: readonly StoryShowings[]): readonly string[] => storiesRow('all', stories);

function storiesRow(name: string, stories: readonly StoryShowings[]): readonly string[] {
  const later = stories.flatMap((story) => story.later);
  const worst = stories.toSorted((a, b) => typical(b, timeOf) - typical(a, timeOf))[0];
  return [
    name,
    String(stories.length),
    ms(percentile(later.map(timeOf), 0.5)),
    ms(percentile(later.map(timeOf), 0.95)),
    ratioToFloor(stories, timeOf),
    ms(percentile(later.map(ownTimeOf), 0.5)),
    ratioToFloor(stories, ownTimeOf),
    ms(greatest(later.map(wallOf))),
    ms(greatest(stories.map(({ first }) => first.ms))),
    worst === undefined ? '' : `${worst.address} ${ms(typical(worst, timeOf))}`,
  ];
}

function typical({ later }: StoryShowings, measure: (showing: Showing) => number): number {
  return median(later.map(measure));
}

/** The median of the stories' own ratios; each is formed of the medians of showings that took turns. */
function ratioToFloor(stories: readonly StoryShowings[], measure: (showing: Showing) => number): string {
  const ratios = stories
    .filter(({ floor }) => floor.length > 0)
    .map((story) => typical(story, measure) / median(story.floor.map(measure)));
  return ratios.length === 0 ? '' : median(ratios).toFixed(2);
}

function listRow(name: string, showings: readonly Showing[]): readonly string[] {
  const worst = showings.toSorted((a, b) => b.ms - a.ms)[0];
  return [
    name,
    String(showings.length),
    ms(percentile(showings.map(timeOf), 0.5)),
    ms(percentile(showings.map(timeOf), 0.95)),
    ms(percentile(showings.map(ownTimeOf), 0.5)),
    ms(greatest(showings.map(wallOf))),
    ms(greatest(showings.map(ownOf))),
    worst === undefined ? '' : `${worst.name} ${ms(worst.ms)}`,
  ];
}

function targetRow({ name, atMostMs, reached, met, remark }: RenderTarget): readonly string[] {
  const verdict = Number.isNaN(reached) ? 'not measured' : met ? 'reached' : 'not reached';
  return [name, `at most ${ms(atMostMs)}`, ms(reached), `${verdict}${remark === '' ? '' : `, ${remark}`}`];
}

function ms(value: number): string {
  if (Number.isNaN(value)) return '-';
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}

/** Columns of equal width: the first and the last to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const last = Math.max(...rows.map((row) => row.length)) - 1;
  const widths = Array.from({ length: last + 1 }, (_, column) =>
    greatest(rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === last
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
