import { formatCount, formatSinceStart, formatTook } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventRow, RowStream } from '@openwop-inspector/run-log';
import { Badge, Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import markStyles from '../../shared/Parts.module.css';
import { TaintSigns, TaintStrip } from '../../shared/TaintLegend.tsx';
import type { ColourRule } from '../filter/filter-file.ts';
import type { NoteMark } from '../notes/notes.ts';
import styles from './EventList.module.css';
import { CHOSEN_COLUMNS } from './list-columns.ts';
import type { MarksOfRow } from './row-notes.ts';
import { beforeRow, foldText, rowBadges, taintedFrom } from './row-notes.ts';

/** What the rows of a list have in common; the same object while none of it changes. */
export interface RowFrame {
  readonly columns: readonly EventColumn[];
  readonly startMs: number | null;
  /** Short labels by run; null when the source has one run. */
  readonly runLabels: ReadonlyMap<string, string> | null;
  /** A path of untrusted content is rendered: rows off it have no strip. */
  readonly isTaintDrawn: boolean;
  /** Unfolds the pieces of a stream to rows, or folds them. */
  readonly onFold: (head: number, isUnfolded: boolean) => void;
}

/** Data of the cells of one row. */
export interface EventCells extends MarksOfRow {
  readonly row: EventRow;
  readonly frame: RowFrame;
  /** The preceding row, when the gap between the two is to be named. */
  readonly previous: EventRow | null;
  /** Position of the event between start and end, 0 to 1; null without times. */
  readonly share: number | null;
  /** The start of the event as recorded, in clear, while a key is pressed; null otherwise (security S-14). */
  readonly clearText: string | null;
}

/** A column of the event list. Its class sets its width, and the list width below which it is hidden. */
export interface EventColumn {
  /** Name of its class in EventList.module.css, for the heading and the cells. */
  readonly name: string;
  /** Text above the cells, '' for none. */
  readonly heading: string;
  /** Layout classes of the cells. */
  readonly look: string;
  readonly cell: (cells: EventCells) => ReactNode;
  /** The complete text of a cell that may be truncated. */
  readonly title?: (cells: EventCells) => string | undefined;
  /** True for a column that only a source of several runs has. */
  readonly ofRuns?: boolean;
}

const FIGURE = layout('code third');

const COLUMNS: readonly EventColumn[] = [
  {
    name: 'gutter',
    heading: '',
    look: layout('flex relative third toRight'),
    cell: ({ row, pathMark, frame }) => (
      <>
        {row.stream === undefined ? null : <FoldMark stream={row.stream} onFold={frame.onFold} />}
        {pathMark === null ? null : <i className={layout('absolute ground', styles.dot, styles[pathMark])} />}
        <Icon name={eventGlyph(row.type)} />
      </>
    ),
  },
  { name: 'sequence', heading: 'seq', look: FIGURE, cell: ({ row }) => row.sequence ?? '–' },
  {
    name: 'time',
    heading: 'since start',
    look: FIGURE,
    cell: ({ row, frame: { startMs } }) =>
      row.timeMs === null || startMs === null ? '–' : formatSinceStart(row.timeMs - startMs),
  },
  {
    name: 'clock',
    heading: 'clock, UTC',
    look: FIGURE,
    cell: ({ row }) => (row.timeMs === null ? '–' : new Date(row.timeMs).toISOString().slice(11, 23)),
    title: ({ row }) => row.timestamp ?? undefined,
  },
  {
    name: 'track',
    heading: '',
    look: layout('relative crops sunken high8 roundedLess'),
    cell: ({ share }) =>
      share === null ? null : (
        <i className={layout('absolute topToBottom tick')} style={{ left: `${share * 100}%` }} />
      ),
  },
  {
    name: 'run',
    heading: 'run',
    look: layout('code third ellipsis'),
    ofRuns: true,
    cell: ({ row, frame }) => frame.runLabels?.get(row.runId) ?? row.runId,
    title: ({ row }) => row.runId,
  },
  {
    name: 'node',
    heading: 'node',
    look: layout('code second ellipsis'),
    cell: ({ row }) => row.nodeId ?? '–',
    title: ({ row }) => row.nodeId ?? undefined,
  },
  figureColumn('duration', 'took', 'tookMs', formatTook),
  figureColumn('tokens', 'tokens', 'tokens', formatCount),
  figureColumn('cost', 'USD', 'costUsd', formatCount),
  {
    name: 'type',
    heading: 'type',
    look: layout('code ellipsis'),
    cell: ({ row }) => row.type,
    title: ({ row }) => row.type,
  },
  {
    name: 'summary',
    heading: 'summary',
    look: layout('row second gap8'),
    cell: (cells) => (
      <>
        <span className={layout('grow ellipsis')}>
          <SummaryCell {...cells} />
        </span>
        <span className={layout('flex fixed gap4')}>
          <SignsCell {...cells} />
        </span>
      </>
    ),
    title: ({ row, clearText }) => (clearText === null ? (row.stream?.fold?.text ?? row.summary) : undefined),
  },
];

/** The columns from left to right. The summary has at least half of the row, badges in it never shrink. */
export function eventColumns(showsRun: boolean, displayed: ReadonlySet<string>): readonly EventColumn[] {
  return COLUMNS.filter(
    ({ name, ofRuns }) =>
      (ofRuns !== true || showsRun) &&
      (displayed.has(name) || !CHOSEN.has(name)) &&
      // The track is a drawing of the time since the start.
      (name !== 'track' || displayed.has('time')),
  );
}

const CHOSEN: ReadonlySet<string> = new Set(CHOSEN_COLUMNS);

function SummaryCell({ row, previous, clearText, rule }: EventCells) {
  const before = beforeRow(previous, row);
  const fold = row.stream?.fold ?? null;
  return (
    <>
      {rule === null ? null : <RuleSign rule={rule} />}
      {row.isDimmed ? <span className="visually-hidden">left out by the filter, </span> : null}
      {before === null ? null : <em className={layout('aside', styles.before)}>{before.words}</em>}
      {fold === null ? null : (
        <span className={layout('sunken rounded aside framed pad0x5 marginRight8')}>{foldText(fold)}</span>
      )}
      {clearText !== null ? (
        <VisibleText text={clearText} />
      ) : fold === null ? (
        row.summary
      ) : (
        <VisibleText text={fold.text} />
      )}
    </>
  );
}

/** The letter of the colouring rule that matches the row. */
function RuleSign({ rule: { mark, filter } }: { readonly rule: ColourRule }) {
  return (
    <span
      className={layout(
        'inlineBlock rounded meta bold pad0x3 least15 marginRight6 line13 ruleMark',
        markStyles[mark],
      )}
      title={`Coloured by ${filter}`}
    >
      <span className="visually-hidden">marked </span>
      {mark}
    </span>
  );
}

const NOTE_WORDS: Readonly<Record<NoteMark, string>> = { note: 'Noted', bookmark: 'Bookmark' };

/** Tone of the row, and its relation to untrusted content. */
function SignsCell({ row, frame, endedRun, isOpen, taint, note }: EventCells) {
  const from = frame.isTaintDrawn ? null : taintedFrom(row);
  return (
    <>
      {note === null ? null : (
        <Badge tone="plain" icon="bookmark">
          {NOTE_WORDS[note]}
        </Badge>
      )}
      {taint === null ? null : <TaintSigns mark={taint} />}
      {from === null ? null : <TaintStrip word={from} />}
      {/* The taint implies that it is untrusted. */}
      {rowBadges(row, endedRun, isOpen, taint?.badge == null).map(({ tone, word, icon, isMark = false }) => (
        <Badge key={word} tone={tone} isMark={isMark} {...(icon === undefined ? {} : { icon })}>
          {word}
        </Badge>
      ))}
    </>
  );
}

/** Folds and unfolds by pointer; keys do it on the row. */
function FoldMark({ stream, onFold }: { readonly stream: RowStream } & Pick<RowFrame, 'onFold'>) {
  const isFolded = stream.fold !== null;
  return (
    <span
      className={layout('absolute centred', styles.foldMark)}
      aria-hidden="true"
      title={isFolded ? 'Show each piece (l)' : 'Show the stream as one row (h)'}
      onClick={() => onFold(stream.head, isFolded)}
    >
      <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} size={12} />
    </span>
  );
}

/** A column of one metric of the event. */
function figureColumn(
  name: string,
  heading: string,
  figure: keyof NonNullable<EventRow['figures']>,
  format: (value: number) => string,
): EventColumn {
  const text = (value: number | null | undefined) => (value == null ? '–' : format(value));
  return { name, heading, look: FIGURE, cell: ({ row }) => text(row.figures?.[figure]) };
}
