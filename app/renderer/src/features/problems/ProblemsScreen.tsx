import { countOf, formatCount } from '@openwop-inspector/base';
import { reasonsText } from '@openwop-inspector/protocol';
import type { ProblemRow, SessionSummary } from '@openwop-inspector/run-log';
import {
  Button,
  classNames,
  EmptyState,
  Icon,
  type ListHandlers,
  layout,
  type RowAttributes,
  tones,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { type ReactNode, type Ref, useCallback, useMemo, useRef, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import {
  type ProblemList as Layout,
  layOutProblems,
  pagesAmong,
  problemRowAt,
} from '../../shared/grouped-rows.ts';
import { useJob } from '../../shared/job-query.ts';
import { PROBLEM_PAGE_ROWS, useProblemPages } from '../../shared/pages.ts';
import { SEVERITIES, SEVERITY_FORM } from '../../shared/severity-form.ts';
import { useLogText } from '../../shared/use-log-text.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { foldProblems, selectProblem, showView, toggleIn, useChoices } from '../sessions/view-store.ts';
import { placeText } from './ProblemDetail.tsx';
import styles from './Problems.module.css';

interface ProblemsScreenProps {
  readonly sessionId: string;
  readonly counts: { readonly error: number; readonly warning: number; readonly note: number };
  /** False while the log is read, and for one that was not read completely. */
  readonly isComplete: boolean;
  /** Results of the payload checks. */
  readonly checks: SessionSummary['checks'];
}

/** Container of the problems view. */
export function ProblemsScreen({ sessionId, counts, isComplete, checks }: ProblemsScreenProps) {
  const { severities } = useChoices(sessionId, 'severities');
  const { data: groups } = useJob('problemGroups', { sessionId, severities });
  return (
    <section className={layout('column fill', styles.screen)} aria-label="Problems" data-region="list">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks and a legend */}
      <div
        className={layout('flex wrap fixed ruled gap8 pad5x12')}
        role="group"
        aria-label="Displayed severities"
      >
        {SEVERITIES.map((severity) => (
          <ToggleButton
            key={severity}
            className={layout('inlineRow boxed primary gap6 noOutline', styles.toggle)}
            isSelected={severities.includes(severity)}
            onChange={() => toggleIn(sessionId, 'severities', severity)}
          >
            <span className={layout('ground', styles.box)}>
              {severities.includes(severity) ? <Icon name="check" size={10} /> : null}
            </span>
            <Icon name={SEVERITY_FORM[severity].icon} className={classNames(tones[severity])} />
            {countOf(counts[severity], severity)}
          </ToggleButton>
        ))}
      </div>
      {groups === undefined ? null : groups.length === 0 ? (
        <NoProblems
          sessionId={sessionId}
          total={counts.error + counts.warning + counts.note}
          isComplete={isComplete}
          checks={checks}
        />
      ) : (
        <>
          <NotAllChecked checks={checks} />
          <GroupedProblems sessionId={sessionId} groups={groups} />
        </>
      )}
    </section>
  );
}

interface GroupedProblemsProps {
  readonly sessionId: string;
  readonly groups: Parameters<typeof layOutProblems>[0];
}

function GroupedProblems({ sessionId, groups }: GroupedProblemsProps) {
  const { problemFolds: folds, problem: selected } = useChoices(sessionId, 'problemFolds', 'problem');
  const tree = useMemo(() => layOutProblems(groups, folds), [groups, folds]);
  const [range, setRange] = useState({ start: 0, end: 60 });
  const pages = useMemo(() => pagesAmong(tree, range.start, range.end, PROBLEM_PAGE_ROWS), [tree, range]);
  const { problemAt, fetchProblem } = useProblemPages(sessionId, pages);
  const [cursor, setCursor] = useState<number | null>(null);
  const list = useRef<VirtualRowsHandle>(null);
  const activeIndex = cursor === null || cursor >= tree.rows ? null : cursor;
  const onRange = useCallback((start: number, end: number) => setRange({ start, end }), []);
  const moveTo = (index: number) => {
    setCursor(index);
    const row = problemRowAt(tree, index);
    if (row?.kind !== 'problem') return;
    const here = problemAt(row.group.code, row.offset);
    if (here !== null) return selectProblem(sessionId, here);
    void fetchProblem(row.group.code, row.offset).then((problem) => {
      if (problem !== null) selectProblem(sessionId, problem);
    });
  };
  const fold = (code: string) => {
    const at = tree.groups.findIndex((group) => group.code === code);
    foldProblems(sessionId, code, tree.folded[at] === false);
  };
  const onOpen = (index: number) => {
    const row = problemRowAt(tree, index);
    if (row?.kind === 'group') fold(row.group.code);
    else if (selected?.ordinal !== null && selected !== null) showView(sessionId, 'events');
  };
  const foldActive = (direction: 'fold' | 'unfold') => foldRow(tree, activeIndex, direction, fold, moveTo);
  useRowsController(activeIndex, tree.rows, moveTo, list, foldActive);
  return (
    <ProblemList
      tree={tree}
      problemAt={problemAt}
      activeIndex={activeIndex}
      selectedId={selected?.id ?? null}
      handlers={{ onMove: moveTo, onOpen, onFold: foldActive, onRange }}
      listRef={list}
    />
  );
}

interface NoProblemsProps extends Omit<ProblemsScreenProps, 'counts'> {
  readonly total: number;
}

/** View: a note that payloads were not checked. */
export function NotAllChecked({ checks }: Pick<SessionSummary, 'checks'>) {
  if (checks.known) return null;
  return (
    <p className={layout('bar breaks warnText gap6 warnTint pad5x12')} role="note">
      <Icon name="unknown" /> There may be more: {reasonsText(checks.reasons)}.
    </p>
  );
}

/** Meaning of an empty list: nothing found in all that was checked, in a part of it, or all of it hidden. */
export function NoProblems({ sessionId, total, isComplete, checks }: NoProblemsProps) {
  const { severities } = useChoices(sessionId, 'severities');
  if (total === 0) {
    const isAll = checks.known && isComplete;
    const words = isComplete
      ? "Every check of the log's form, order, causes and payloads ran and found nothing to say."
      : 'The log was not read to its end; what was read was checked.';
    return (
      <EmptyState title={isAll ? 'No problems' : 'No problem was found so far'}>
        {checks.known ? words : `Not everything was checked: ${reasonsText(checks.reasons)}.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="All problems are hidden"
      actions={
        <Button
          onPress={() => {
            for (const severity of SEVERITIES) {
              if (!severities.includes(severity)) toggleIn(sessionId, 'severities', severity);
            }
          }}
        >
          Show all {formatCount(total)}
        </Button>
      }
    >
      The switches above hide every severity this log has.
    </EmptyState>
  );
}

interface ProblemListProps {
  readonly tree: Layout;
  readonly problemAt: (code: string, offset: number) => ProblemRow | null;
  readonly activeIndex: number | null;
  readonly selectedId: number | null;
  readonly handlers: ListHandlers;
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
    className: layout.flexes,
    cell: ({ problem }) => problem.message,
    title: ({ problem }) => problem.message,
  },
  {
    heading: 'place',
    className: layout('fixed third', styles.place),
    cell: ({ problem }) => placeText(problem),
  },
];

/** Groups worst first, each with its problems under it: one tree of two levels. */
export function ProblemList(props: ProblemListProps) {
  const { tree, problemAt, activeIndex, selectedId } = props;
  const { node } = useLogText();
  const rowAttributes = (index: number): RowAttributes => {
    const row = problemRowAt(tree, index);
    if (row === null) return { selected: false };
    if (row.kind === 'group') {
      const { group, folded } = row;
      return {
        level: 1,
        expanded: !folded,
        posInSet: tree.groups.indexOf(group) + 1,
        setSize: tree.groups.length,
        selected: false,
      };
    }
    const { group, offset } = row;
    const selected = selectedId !== null && problemAt(group.code, offset)?.id === selectedId;
    return { level: 2, posInSet: offset + 1, setSize: group.count, selected };
  };
  return (
    <>
      <div
        className={layout('caption fixed ruled row nowrap gap10 high24 indented', styles.heads)}
        aria-hidden="true"
      >
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
        className={layout.fill}
        count={tree.rows}
        activeIndex={activeIndex}
        rowAttributes={rowAttributes}
        renderRow={(index) => <ProblemListRowView tree={tree} index={index} problemAt={problemAt} />}
        handlers={props.handlers}
      />
    </>
  );
}

/** Left folds a group or goes to its header, right unfolds it or enters it. */
export function foldRow(
  tree: Layout,
  activeIndex: number | null,
  direction: 'fold' | 'unfold',
  onFold: (code: string) => void,
  onMove: (index: number) => void,
): void {
  const row = activeIndex === null ? null : problemRowAt(tree, activeIndex);
  if (activeIndex === null || row === null) return;
  const unfolds = direction === 'unfold';
  if (row.kind === 'problem') {
    if (!unfolds) onMove(activeIndex - row.offset - 1);
  } else if (row.folded === unfolds) onFold(row.group.code);
  else if (unfolds) onMove(activeIndex + 1);
}

interface ProblemListRowViewProps extends Pick<ProblemListProps, 'tree' | 'problemAt'> {
  readonly index: number;
}

function ProblemListRowView({ tree, index, problemAt }: ProblemListRowViewProps) {
  const row = problemRowAt(tree, index);
  if (row === null) return null;
  if (row.kind === 'group') {
    const { code, severity, title, count } = row.group;
    return (
      <div className={layout('row full nowrap topRuled chrome gap8 pad0x12', styles.group)}>
        <Icon name={row.folded ? 'chevronRight' : 'chevronDown'} size={12} className={layout.third} />
        <Icon name={SEVERITY_FORM[severity].icon} className={tones[severity]} />
        <code>{code}</code>
        <span className={layout('grow ellipsis second')}>{title}</span>
        <b className={layout('bold', tones[severity])}>{countOf(count, severity)}</b>
      </div>
    );
  }
  const found = problemAt(row.group.code, row.offset);
  if (found === null)
    return <div className={layout('row nowrap gap10', styles.row)}>{countOf(row.offset + 1, 'row')}</div>;
  return (
    <div className={layout('row nowrap gap10', styles.row)}>
      {COLUMNS.map(({ heading, className, cell, title }) => (
        <span key={heading} className={className} title={title?.(found)}>
          {cell(found)}
        </span>
      ))}
    </div>
  );
}
