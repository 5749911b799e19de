/** Events as a table that is printed while it is read. */

import { formatSequence, formatSinceStart } from '@openwop-inspector/base';
import {
  type Column,
  cutLine,
  dim,
  fitColumns,
  headingLine,
  type Line,
  plain,
  rowLine,
  type Span,
  strong,
  type Widths,
} from '@openwop-inspector/base/document';
import { type EventRow, type LogText, toneMark, typeSpan, WORDS_OF_RUNS } from '@openwop-inspector/run-log';

/** What of the log decides which columns there are. */
interface EventTableFacts {
  /** Several runs: each row names its own. */
  readonly withRun: boolean;
  /** Epoch ms that times count from; null when the log has no time. */
  readonly startMs: number | null;
  /** The first rows say little about those to come: columns are as wide as they usually are. */
  readonly isLive?: boolean;
  /** What runs and nodes are called in the log. */
  readonly words?: LogText;
}

/** `live`: least width in a live table; its summaries take what is left of the width. */
const COLUMNS = {
  mark: { title: '', live: 1 },
  sequence: { title: 'SEQ', align: 'right', live: 6 },
  time: { title: 'TIME', align: 'right', live: 10 },
  run: { title: 'RUN', shrinksTo: 8, max: 24, live: 8 },
  node: { title: 'NODE', shrinksTo: 8, max: 24, live: 10 },
  type: { title: 'TYPE', shrinksTo: 14, max: 36, live: 28 },
  summary: { title: 'SUMMARY', shrinksTo: 8, live: 240 },
} as const;

/** Lays out batches of rows as lines, with the heading before the first; the first batch decides the widths. */
export function eventTable(
  { startMs, withRun, isLive = false, words = WORDS_OF_RUNS }: EventTableFacts,
  width: number | null,
) {
  let widths: Widths | null = null;
  const column = (name: keyof typeof COLUMNS): Column => {
    const { live, ...own } = COLUMNS[name];
    const title = name === 'run' || name === 'node' ? words[name].toUpperCase() : own.title;
    return { ...own, title, min: isLive ? live : 0 };
  };
  const columns = [
    column('mark'),
    column('sequence'),
    ...(startMs === null ? [] : [column('time')]),
    ...(withRun ? [column('run')] : []),
    column('node'),
    column('type'),
    column('summary'),
  ];
  const cellsOf = (row: EventRow): readonly Span[] => {
    const trust = row.contentTrust === 'untrusted' ? 'untrusted: ' : '';
    return [
      toneMark(row.tone),
      strong(formatSequence(row.sequence)),
      ...(startMs === null ? [] : [dim(row.timeMs === null ? '–' : formatSinceStart(row.timeMs - startMs))]),
      ...(withRun ? [plain(row.runId)] : []),
      plain(row.nodeId ?? '–'),
      typeSpan(row),
      { text: `${trust}${row.summary}`, style: trust === '' ? 'plain' : 'untrusted' },
    ];
  };
  return (rows: readonly EventRow[]): readonly Line[] => {
    const cells = rows.map(cellsOf);
    const known = widths ?? fitColumns(columns, cells, width);
    const heading = widths === null ? [headingLine(columns, known)] : [];
    widths = known;
    return [...heading, ...cells.map((row) => rowLine(columns, row, known))].map((one) =>
      cutLine(one, width),
    );
  };
}

/** How to name an event on the command line so that it is found again. */
export function referenceTo(
  row: { readonly sequence: number | null; readonly eventId: string; readonly runId: string },
  isOneRun: boolean,
): string {
  if (row.sequence === null) return row.eventId;
  return isOneRun ? String(row.sequence) : `${row.runId}:${row.sequence}`;
}
