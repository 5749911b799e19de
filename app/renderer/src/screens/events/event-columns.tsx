import { formatCount, formatSinceStart, formatTook } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventRow, RowStream } from '@openwop-inspector/run-log';
import { Badge, classNames, Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import type { ColourRule } from '../../model/colour-rules.ts';
import { CHOSEN_COLUMNS } from '../../model/list-columns.ts';
import type { NoteMark } from '../../model/notes.ts';
import type { TaintMark } from '../../model/taint-drawn.ts';
import markStyles from '../../ui/Mark.module.css';
import { TaintSigns, TaintStrip } from '../../ui/TaintLegend.tsx';
import styles from './EventList.module.css';
import { beforeRow, foldWords, rowBadges, taintedFrom } from './row-notes.ts';

/** How a row lies on the causal path of the selection: the start of the chain has a filled dot, the others a ring. */
export type PathMark = 'root' | 'path' | null;

/** What the cells of one row are drawn from. */
export interface EventCells {
  readonly row: EventRow;
  /** The row above, when what is missing between the two is to be named. */
  readonly previous: EventRow | null;
  readonly startMs: number | null;
  /** Where the event lies between start and end, 0 to 1; null without times. */
  readonly share: number | null;
  readonly pathMark: PathMark;
  /** What happens here to the untrusted content whose way is drawn. */
  readonly taint: TaintMark | null;
  /** A way is drawn: rows off it have no strip. */
  readonly isTaintDrawn: boolean;
  /** The mark of the notes on it. */
  readonly note: NoteMark | null;
  /** The colouring rule that selects it. */
  readonly mark: ColourRule | null;
  /** True for the failure that ended its run. */
  readonly endedRun: boolean;
  /** It asked for a person, who has not answered. */
  readonly isOpen: boolean;
  /** Null when the source has one run. */
  readonly runLabel: string | null;
  /** The beginning of the event as recorded, in clear, while a key is held; null otherwise (security S-14). */
  readonly clearText: string | null;
  /** Names of the columns that a person can choose, as far as they are shown. */
  readonly columns: ReadonlySet<string>;
  /** Shows each piece of a stream as a row, or folds them. */
  readonly onFold: (head: number, isUnfolded: boolean) => void;
}

/** A column of the event list. Its width, and below which width of the list it is hidden, are its class in the style sheet. */
export interface EventColumn {
  /** Name of its class in EventList.module.css, for the heading and the cells. */
  readonly name: string;
  /** Text above the cells, '' for none. */
  readonly heading: string;
  readonly cell: (cells: EventCells) => ReactNode;
  /** The whole text of a cell that may be cut off. */
  readonly title?: (cells: EventCells) => string | undefined;
  /** True for a column that only a source of several runs has. */
  readonly ofRuns?: boolean;
}

const COLUMNS: readonly EventColumn[] = [
  {
    name: 'gutter',
    heading: '',
    cell: ({ row, pathMark, onFold }) => (
      <>
        {row.stream === undefined ? null : <FoldMark stream={row.stream} onFold={onFold} />}
        {pathMark === null ? null : <i className={classNames(styles.dot, styles[pathMark])} />}
        <Icon name={eventGlyph(row.type)} />
      </>
    ),
  },
  { name: 'sequence', heading: 'seq', cell: ({ row }) => row.sequence ?? '–' },
  {
    name: 'time',
    heading: 'since start',
    cell: ({ row, startMs }) =>
      row.timeMs === null || startMs === null ? '–' : formatSinceStart(row.timeMs - startMs),
  },
  {
    name: 'clock',
    heading: 'clock, UTC',
    cell: ({ row }) => (row.timeMs === null ? '–' : new Date(row.timeMs).toISOString().slice(11, 23)),
    title: ({ row }) => row.timestamp ?? undefined,
  },
  {
    name: 'track',
    heading: '',
    cell: ({ share }) =>
      share === null ? null : <i className={styles.tick} style={{ left: `${share * 100}%` }} />,
  },
  {
    name: 'run',
    heading: 'run',
    ofRuns: true,
    cell: ({ runLabel }) => runLabel,
    title: ({ row }) => row.runId,
  },
  {
    name: 'node',
    heading: 'node',
    cell: ({ row }) => row.nodeId ?? '–',
    title: ({ row }) => row.nodeId ?? undefined,
  },
  {
    name: 'duration',
    heading: 'took',
    cell: ({ row }) => (row.figures?.tookMs == null ? '–' : formatTook(row.figures.tookMs)),
  },
  {
    name: 'tokens',
    heading: 'tokens',
    cell: ({ row }) => (row.figures?.tokens == null ? '–' : formatCount(row.figures.tokens)),
  },
  {
    name: 'cost',
    heading: 'USD',
    cell: ({ row }) => (row.figures?.costUsd == null ? '–' : formatCount(row.figures.costUsd)),
  },
  { name: 'type', heading: 'type', cell: ({ row }) => row.type, title: ({ row }) => row.type },
  {
    name: 'summary',
    heading: 'summary',
    cell: (cells) => (
      <>
        <span className={styles.words}>
          <SummaryCell {...cells} />
        </span>
        <span className={classNames(layout.fixed, styles.badges)}>
          <SignsCell {...cells} />
        </span>
      </>
    ),
    title: ({ row, clearText }) => (clearText === null ? (row.stream?.fold?.text ?? row.summary) : undefined),
  },
];

/** The columns in their order, from left to right. The summary has half of the row at least, badges in it never give way. */
export function eventColumns(showsRun: boolean, shown: ReadonlySet<string>): readonly EventColumn[] {
  return COLUMNS.filter(
    ({ name, ofRuns }) =>
      (ofRuns !== true || showsRun) && (shown.has(name) || !CHOSEN.has(name)) && isTracked(name, shown),
  );
}

const CHOSEN: ReadonlySet<string> = new Set(CHOSEN_COLUMNS);

/** The track is the drawing of the time since the start. */
const isTracked = (name: string, shown: ReadonlySet<string>): boolean =>
  name !== 'track' || shown.has('time');

function SummaryCell({ row, previous, clearText, mark }: EventCells) {
  const before = beforeRow(previous, row);
  const fold = row.stream?.fold ?? null;
  return (
    <>
      {mark === null ? null : <MarkSign mark={mark} />}
      {row.isDimmed ? <span className="visually-hidden">left out by the filter, </span> : null}
      {before === null ? null : <em className={classNames(layout.aside, styles.before)}>{before.words}</em>}
      {fold === null ? null : <span className={styles.pieces}>{foldWords(fold)}</span>}
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

/** The letter of the colouring rule that selects the row. */
function MarkSign({ mark: { mark, filter } }: { readonly mark: ColourRule }) {
  return (
    <span className={classNames(styles.mark, markStyles[mark])} title={`Coloured by ${filter}`}>
      <span className="visually-hidden">marked </span>
      {mark}
    </span>
  );
}

const NOTE_WORDS: Readonly<Record<NoteMark, string>> = { note: 'Noted', bookmark: 'Bookmark' };

/** What the row is by itself, and what it has to do with untrusted content. */
function SignsCell({ row, endedRun, isOpen, taint, isTaintDrawn, note }: EventCells) {
  const from = isTaintDrawn ? null : taintedFrom(row);
  return (
    <>
      {note === null ? null : (
        <Badge tone="plain" icon="bookmark">
          {NOTE_WORDS[note]}
        </Badge>
      )}
      {taint === null ? null : <TaintSigns mark={taint} />}
      {from === null ? null : <TaintStrip word={from} />}
      {/* What happens to the content says that it is untrusted. */}
      {rowBadges(row, endedRun, isOpen, taint?.badge == null).map(({ tone, word, icon }) => (
        <Badge key={word} tone={tone} {...(icon === undefined ? {} : { icon })}>
          {word}
        </Badge>
      ))}
    </>
  );
}

/** A pointer folds and unfolds here; keys do it on the row. */
function FoldMark({ stream, onFold }: { readonly stream: RowStream } & Pick<EventCells, 'onFold'>) {
  const isFolded = stream.fold !== null;
  return (
    <span
      className={styles.foldMark}
      aria-hidden="true"
      title={isFolded ? 'Show each piece (l)' : 'Show the stream as one row (h)'}
      onClick={() => onFold(stream.head, isFolded)}
    >
      <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} size={12} />
    </span>
  );
}
