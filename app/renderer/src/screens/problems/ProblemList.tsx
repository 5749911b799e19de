import { countOf } from '@openwop-inspector/base';
import type { ProblemRow } from '@openwop-inspector/run-log';
import {
  classNames,
  Icon,
  listMoveOf,
  layout as place,
  tones,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { type KeyboardEvent, type ReactNode, type Ref, useCallback } from 'react';
import { type ProblemList as Layout, problemRowAt } from '../../model/grouped-rows.ts';
import { SEVERITY_FORM } from '../../ui/severity-form.ts';
import { useLogText } from '../../ui/use-log-text.ts';
import styles from './Problems.module.css';
import { foundText, placeText } from './problem-text.ts';

export interface ProblemListProps {
  readonly layout: Layout;
  readonly problemAt: (code: string, offset: number) => ProblemRow | null;
  readonly activeIndex: number | null;
  readonly selectedId: number | null;
  readonly onRange: (start: number, end: number) => void;
  readonly onMove: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly onFold: (code: string) => void;
  readonly listRef: Ref<VirtualRowsHandle>;
}

interface ProblemColumn {
  readonly heading: string;
  /** Sets its width, of the heading and the cells. */
  readonly className: string | undefined;
  readonly cell: (row: ProblemRow) => ReactNode;
  /** The complete text of a cell that may be truncated. */
  readonly title?: (row: ProblemRow) => string | undefined;
}

/** The columns of the problems, from left to right. */
const COLUMNS: readonly ProblemColumn[] = [
  { heading: 'seq', className: styles.sequence, cell: ({ problem }) => problem.sequence ?? '–' },
  {
    heading: 'node',
    className: styles.node,
    cell: ({ nodeId }) => nodeId ?? '–',
    title: ({ nodeId }) => nodeId ?? undefined,
  },
  {
    heading: 'pointer',
    className: styles.pointer,
    cell: ({ problem }) => problem.pointer || '–',
    title: ({ problem }) => problem.pointer,
  },
  {
    heading: 'what was found',
    className: place.flexes,
    cell: ({ problem }) => foundText(problem),
    title: ({ problem }) => problem.message,
  },
  {
    heading: 'place',
    className: classNames(place.fixed, place.third, styles.place),
    cell: ({ problem }) => placeText(problem),
  },
];

/** Groups worst first, each with its problems under it: one tree of two levels. */
export function ProblemList(props: ProblemListProps) {
  const { layout, problemAt, activeIndex, onFold, onMove } = props;
  const { node } = useLogText();
  const onKey = useCallback(
    (event: KeyboardEvent) => foldOnKey(event, layout, activeIndex, onFold, onMove),
    [layout, activeIndex, onFold, onMove],
  );
  const rowAttributes = (index: number) => {
    const row = problemRowAt(layout, index);
    if (row === null) return {};
    if (row.kind === 'group') {
      const { group, folded } = row;
      return {
        level: 1,
        expanded: !folded,
        posInSet: layout.groups.indexOf(group) + 1,
        setSize: layout.groups.length,
      };
    }
    return { level: 2, posInSet: row.offset + 1, setSize: row.group.count };
  };
  const isSelected = (index: number) => {
    const row = problemRowAt(layout, index);
    if (row?.kind !== 'problem') return false;
    return props.selectedId !== null && problemAt(row.group.code, row.offset)?.id === props.selectedId;
  };
  return (
    <>
      <div className={classNames(place.caption, place.fixed, place.ruled, styles.heads)} aria-hidden="true">
        {COLUMNS.map(({ heading, className }) => (
          <span key={heading} className={className}>
            {heading === 'node' ? node : heading}
          </span>
        ))}
      </div>
      <VirtualRows
        ref={props.listRef}
        kind="tree"
        label="Problems"
        className={place.fill}
        count={layout.rows}
        activeIndex={activeIndex}
        isSelected={isSelected}
        rowAttributes={rowAttributes}
        renderRow={(index) => <ProblemListRowView layout={layout} index={index} problemAt={problemAt} />}
        onMove={onMove}
        onOpen={props.onOpen}
        onKey={onKey}
        onRange={props.onRange}
      />
    </>
  );
}

/** Left folds a group or goes to its header, right unfolds it or enters it. */
function foldOnKey(
  event: KeyboardEvent,
  layout: Layout,
  activeIndex: number | null,
  onFold: (code: string) => void,
  onMove: (index: number) => void,
): boolean {
  const move = listMoveOf(event.key);
  const folds = move === 'outOf';
  const unfolds = move === 'into';
  if (activeIndex === null || (!folds && !unfolds)) return false;
  const row = problemRowAt(layout, activeIndex);
  if (row === null) return false;
  if (row.kind === 'problem') {
    if (folds) onMove(activeIndex - row.offset - 1);
  } else if (row.folded === unfolds) onFold(row.group.code);
  else if (unfolds) onMove(activeIndex + 1);
  return true;
}

interface ProblemListRowViewProps {
  readonly layout: Layout;
  readonly index: number;
  readonly problemAt: (code: string, offset: number) => ProblemRow | null;
}

function ProblemListRowView({ layout, index, problemAt }: ProblemListRowViewProps) {
  const row = problemRowAt(layout, index);
  if (row === null) return null;
  if (row.kind === 'group') {
    const { code, severity, title, count } = row.group;
    return (
      <div
        className={classNames(
          place.row,
          place.full,
          place.nowrap,
          place.topRuled,
          place.chrome,
          styles.group,
        )}
      >
        <Icon name={row.folded ? 'chevronRight' : 'chevronDown'} size={12} className={place.third} />
        <Icon name={SEVERITY_FORM[severity].icon} className={tones[severity]} />
        <code>{code}</code>
        <span className={classNames(place.grow, place.ellipsis, place.second)}>{title}</span>
        <b className={classNames(place.bold, tones[severity])}>{countOf(count, severity)}</b>
      </div>
    );
  }
  const found = problemAt(row.group.code, row.offset);
  if (found === null)
    return (
      <div className={classNames(place.row, place.nowrap, place.gap10, styles.row)}>
        {countOf(row.offset + 1, 'row')}
      </div>
    );
  return (
    <div className={classNames(place.row, place.nowrap, place.gap10, styles.row)}>
      {COLUMNS.map(({ heading, className, cell, title }) => (
        <span key={heading} className={className} title={title?.(found)}>
          {cell(found)}
        </span>
      ))}
    </div>
  );
}
