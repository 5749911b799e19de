import { countOf, formatCount } from '@openwop-inspector/base';
import { reasonsText, type Severity } from '@openwop-inspector/protocol';
import type { SessionSummary } from '@openwop-inspector/run-log';
import {
  Button,
  classNames,
  EmptyState,
  Icon,
  layout,
  tones,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { layOutProblems, pagesAmong, problemRowAt } from '../../model/problem-rows.ts';
import { useJob } from '../../queries/job-query.ts';
import { PROBLEM_PAGE_ROWS, useProblemPages } from '../../queries/pages.ts';
import { indexAfter, type ListController, useListController } from '../../state/list-controller.ts';
import { selectProblem, showView, toggleProblemGroup, toggleSeverity } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { SEVERITIES, SEVERITY_FORM } from '../../ui/severity-form.ts';
import { ProblemList } from './ProblemList.tsx';
import styles from './Problems.module.css';

export interface ProblemsScreenProps {
  readonly sessionId: string;
  readonly counts: { readonly error: number; readonly warning: number; readonly note: number };
  /** False while the log is read, and for one that was not read completely. */
  readonly isComplete: boolean;
  /** Results of the payload checks. */
  readonly checks: SessionSummary['checks'];
}

/** Container of the problems view. */
export function ProblemsScreen({ sessionId, counts, isComplete, checks }: ProblemsScreenProps) {
  const severities = useSessionView(sessionId, (view) => view.severities);
  const { data: groups } = useJob('problemGroups', { sessionId, severities });
  return (
    <section className={layout('column fill', styles.screen)} aria-label="Problems" data-region="list">
      <SeverityToggles
        counts={counts}
        shown={severities}
        onToggle={(severity) => toggleSeverity(sessionId, severity)}
      />
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

function GroupedProblems({
  sessionId,
  groups,
}: {
  readonly sessionId: string;
  readonly groups: Parameters<typeof layOutProblems>[0];
}) {
  const foldedCodes = useSessionView(sessionId, (view) => view.foldedCodes);
  const selected = useSessionView(sessionId, (view) => view.problem);
  const layout = useMemo(() => layOutProblems(groups, foldedCodes), [groups, foldedCodes]);
  const [range, setRange] = useState({ start: 0, end: 60 });
  const pages = useMemo(() => pagesAmong(layout, range.start, range.end, PROBLEM_PAGE_ROWS), [layout, range]);
  const { problemAt, fetchProblem } = useProblemPages(sessionId, pages);
  const [cursor, setCursor] = useState<number | null>(null);
  const list = useRef<VirtualRowsHandle>(null);
  const activeIndex = cursor === null || cursor >= layout.rows ? null : cursor;
  const onRange = useCallback((start: number, end: number) => setRange({ start, end }), []);
  const moveTo = useCallback(
    (index: number) => {
      setCursor(index);
      const row = problemRowAt(layout, index);
      if (row?.kind !== 'problem') return;
      const here = problemAt(row.group.code, row.offset);
      if (here !== null) return selectProblem(sessionId, here);
      void fetchProblem(row.group.code, row.offset).then((problem) => {
        if (problem !== null) selectProblem(sessionId, problem);
      });
    },
    [sessionId, layout, problemAt, fetchProblem],
  );
  const fold = useCallback((code: string) => toggleProblemGroup(sessionId, code), [sessionId]);
  const onOpen = (index: number) => {
    const row = problemRowAt(layout, index);
    if (row?.kind === 'group') fold(row.group.code);
    else if (selected?.ordinal !== null && selected !== null) showView(sessionId, 'events');
  };
  useListController(
    useMemo<ListController>(
      () => ({
        move: (step) => {
          const next = indexAfter(step, activeIndex, layout.rows);
          if (next === null) return;
          moveTo(next);
          list.current?.reveal(next, 'least');
        },
        fold: (direction) => {
          const row = activeIndex === null ? null : problemRowAt(layout, activeIndex);
          if (row === null) return;
          const isFolded = row.kind === 'group' && row.folded;
          if (isFolded === (direction === 'unfold')) fold(row.group.code);
        },
        focus: () => list.current?.focus(),
      }),
      [layout, activeIndex, moveTo, fold],
    ),
  );
  return (
    <ProblemList
      layout={layout}
      problemAt={problemAt}
      activeIndex={activeIndex}
      selectedId={selected?.id ?? null}
      onRange={onRange}
      onMove={moveTo}
      onOpen={onOpen}
      onFold={fold}
      listRef={list}
    />
  );
}

interface SeverityTogglesProps {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly shown: readonly Severity[];
  readonly onToggle: (severity: Severity) => void;
}

/** The listed severities. */
function SeverityToggles({ counts, shown, onToggle }: SeverityTogglesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks and a legend
    <div className={layout('flex wrap fixed ruled gap8 pad5x12')} role="group" aria-label="Severities shown">
      {SEVERITIES.map((severity) => (
        <ToggleButton
          key={severity}
          className={layout('inlineRow boxed primary gap6 noOutline', styles.toggle)}
          isSelected={shown.includes(severity)}
          onChange={() => onToggle(severity)}
        >
          <span className={styles.box}>
            {shown.includes(severity) ? <Icon name="check" size={10} /> : null}
          </span>
          <Icon name={SEVERITY_FORM[severity].icon} className={classNames(tones[severity])} />
          {countOf(counts[severity], severity)}
        </ToggleButton>
      ))}
    </div>
  );
}

interface NoProblemsProps {
  readonly sessionId: string;
  readonly total: number;
  readonly isComplete: boolean;
  readonly checks: SessionSummary['checks'];
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
  const severities = useSessionView(sessionId, (view) => view.severities);
  if (total === 0 && !checks.known) {
    return (
      <EmptyState title="No problem was found so far">
        Not everything was checked: {reasonsText(checks.reasons)}.
      </EmptyState>
    );
  }
  if (total === 0 && !isComplete) {
    return (
      <EmptyState title="No problem was found so far">
        The log was not read to its end; what was read was checked.
      </EmptyState>
    );
  }
  if (total === 0) {
    return (
      <EmptyState title="No problems">
        Every check of the log's form, order, causes and payloads ran and found nothing to say.
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
              if (!severities.includes(severity)) toggleSeverity(sessionId, severity);
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
