import type { AcceptResult, StepId } from '@openwop-inspector/acceptor-core';
import { Clause } from '@openwop-inspector/renderers';
import {
  Button,
  classNames,
  EmptyState,
  Icon,
  IconButton,
  Kbd,
  layout,
  listMoveInText,
  scrollIntoPane,
  stepOf,
} from '@openwop-inspector/ui';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { traceInWords } from '../../model/step-words.ts';
import { type ListController, useListController } from '../../state/list-controller.ts';
import bench from './Bench.module.css';
import { StepRow } from './StepRow.tsx';
import styles from './Steps.module.css';

export interface StepsPaneProps {
  readonly result: AcceptResult | null;
  /** The opened step. */
  readonly step: StepId | null;
  /** Each time it counts up the open step takes the focus. */
  readonly arrivals: number;
  /** Rows walked through; null for all. */
  readonly walked: number | null;
  readonly onOpen: (step: StepId | null) => void;
  readonly onMove: (direction: 1 | -1) => void;
  readonly onWalk: (direction: 1 | -1) => void;
  readonly onEnd: () => void;
  readonly onDeciding: () => void;
}

/** View: the pipeline from top to bottom. What never ran stands under a divider, dashed, as what it would have said. */
export function StepsPane(props: StepsPaneProps) {
  const { result, walked, onWalk, onEnd, onDeciding } = props;
  const trace = result?.trace ?? [];
  return (
    <section
      className={classNames(layout.column, layout.pane, layout.narrow, layout.ground)}
      aria-label="Steps"
      data-region="steps"
    >
      <header
        className={classNames(
          layout.bar,
          layout.wrap,
          layout.nowrap,
          layout.chrome,
          layout.second,
          bench.paneHead,
        )}
      >
        <h2>Steps</h2>
        <span>{walked === null ? traceInWords(trace) : `stopped after ${walked} of them`}</span>
        <span className={classNames(layout.flex, layout.toEnd, layout.gap6)}>
          <IconButton
            small
            icon="arrowUp"
            label={`Step back ( ${keysOf('bench-step-back').join(' ')} )`}
            onPress={() => onWalk(-1)}
          />
          <IconButton
            small
            icon="arrowDown"
            label={`Step forward ( ${keysOf('bench-step-forward').join(' ')} )`}
            onPress={() => onWalk(1)}
          />
          {walked === null ? null : (
            <Button small onPress={onEnd}>
              Run to the end
            </Button>
          )}
          <Button small icon="decided" onPress={onDeciding} keys={keysOf('bench-deciding')}>
            Deciding step
          </Button>
        </span>
      </header>
      {result === null || trace.length === 0 ? (
        <NoSteps result={result} />
      ) : (
        <StepList {...props} result={result} />
      )}
      <Legend />
    </section>
  );
}

function NoSteps({ result }: { readonly result: AcceptResult | null }) {
  if (result === null) return <EmptyState title="Nothing has run yet" />;
  return (
    <EmptyState title="No step looked at this envelope">
      <Clause clause="An envelope before it stopped the turn (acceptor 2)." />
    </EmptyState>
  );
}

function StepList({
  result,
  step,
  arrivals,
  walked,
  onOpen,
  onMove,
}: StepsPaneProps & { readonly result: AcceptResult }) {
  const { trace } = result;
  const list = useRef<HTMLOListElement>(null);
  const held = useRef(false);
  const arrived = useRef(arrivals);
  const isKnown = trace.some((row) => row.step === step);
  const firstLater = trace.findIndex(({ hypothetical }) => hypothetical);
  const controller = useMemo<ListController>(
    () => ({
      move: (to) => {
        held.current = true;
        if (to === 'next' || to === 'previous') onMove(to === 'next' ? 1 : -1);
        else onOpen((to === 'first' ? trace[0] : trace.at(-1))?.step ?? null);
      },
      focus: () => rowOf(list.current, null)?.focus(),
    }),
    [trace, onMove, onOpen],
  );
  useListController(controller);
  useEffect(() => {
    const isCalled = held.current || arrived.current !== arrivals;
    held.current = false;
    arrived.current = arrivals;
    const row = step === null || trace.length === 0 ? null : rowOf(list.current, step);
    if (row === null) return;
    scrollIntoPane(row.closest('li') ?? row);
    const here = document.activeElement;
    // The bench has just taken the place of what had the focus, or a key moved here from elsewhere.
    if (here === document.body || isCalled || list.current?.contains(here))
      row.focus({ preventScroll: !isCalled });
  }, [step, arrivals, trace]);
  const onKeyDown = (press: KeyboardEvent) => {
    const by = stepOf(listMoveInText(press.key));
    if (by === 0) return;
    press.preventDefault();
    onMove(by);
  };
  return (
    <div className={classNames(layout.fill, layout.scrolls)}>
      <ol className={styles.steps} aria-label="Accept pipeline" ref={list} onKeyDown={onKeyDown}>
        {trace.flatMap((row, at) => {
          const isOpen = row.step === step;
          const line = (
            <StepRow
              key={row.step}
              row={row}
              isOpen={isOpen}
              isStop={isKnown ? isOpen : at === 0}
              isReached={walked === null || at < walked}
              onToggle={() => onOpen(isOpen ? null : row.step)}
            />
          );
          if (at !== firstLater || walked !== null) return [line];
          return [
            <li key="divider" className={classNames(layout.row, layout.aside, layout.gap8, styles.divider)}>
              Never run. What each would have said:
            </li>,
            line,
          ];
        })}
      </ol>
    </div>
  );
}

function rowOf(list: HTMLElement | null, step: StepId | null): HTMLElement | null {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  return rows.find((row) => (step === null ? row.tabIndex === 0 : row.dataset.step === step)) ?? null;
}

function Legend() {
  return (
    <footer
      className={classNames(
        layout.row,
        layout.aside,
        layout.wrap,
        layout.fixed,
        layout.topRuled,
        bench.paneFoot,
      )}
    >
      <span className={classNames(bench.key, layout.okText)}>
        <Icon name="ok" size={12} /> passed
      </span>
      <span className={classNames(bench.key, layout.errorText)}>
        <Icon name="decided" size={12} /> decided here
      </span>
      <span className={classNames(bench.key, layout.warnText)}>
        <Icon name="stop" size={12} /> stopped
      </span>
      <span className={bench.key}>
        <Icon name="wouldPass" size={12} /> hypothetical
      </span>
      <span className={classNames(bench.key, layout.flex, layout.toEnd, layout.gap6)} aria-hidden="true">
        <Kbd keys={[...keysOf('next'), ...keysOf('previous')]} /> open{' '}
        <Kbd keys={[...keysOf('bench-step-back'), ...keysOf('bench-step-forward')]} /> step
      </span>
    </footer>
  );
}
