import { countOf } from '@openwop-inspector/base';
import { Button, classNames, EmptyState, layout } from '@openwop-inspector/ui';
import { useEffect } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { loadHosts } from '../../state/bench-memory.ts';
import { useBenchStore } from '../../state/bench-store.ts';
import { pickDeclarations } from '../../state/declaration-actions.ts';
import { leavePortability } from '../../state/open-portability.ts';
import { askHosts, ensurePortability, stopPortability } from '../../state/portability-actions.ts';
import { type Portability, type PortabilityResult, usePortability } from '../../state/portability-store.ts';
import { useSessionView } from '../../state/view-store.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { CellDetail } from './CellDetail.tsx';
import { cellInSight } from './cell-in-sight.ts';
import { DeclarationNews } from './DeclarationNews.tsx';
import { Declarations } from './Declarations.tsx';
import { HostGrid } from './HostGrid.tsx';
import styles from './Portability.module.css';
import { PortabilityTotals } from './PortabilityTotals.tsx';

export interface PortabilityBenchProps {
  readonly sessionId: string;
  /** False puts the detail under the grid. */
  readonly isWide: boolean;
}

/** Container: the envelopes of what the views are about, held against the declarations of hosts that are saved. */
export function PortabilityBench({ sessionId, isWide }: PortabilityBenchProps) {
  const hosts = useBenchStore((state) => state.hosts);
  const run = useSessionView(sessionId, (view) => view.run);
  const grid = usePortability(sessionId);
  useEffect(loadHosts, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other hosts, or another run, are another question
  useEffect(() => ensurePortability(sessionId), [sessionId, hosts, run]);
  return (
    <section className={classNames(layout.column, layout.fill, layout.noOutline)} aria-label="Other hosts">
      <header
        className={classNames(
          layout.row,
          layout.wrap,
          layout.fixed,
          layout.ruled,
          layout.chrome,
          styles.head,
        )}
      >
        <h1 className={layout.title}>Other hosts</h1>
        <Declarations hosts={hosts} />
        <span className={layout.toEnd}>
          <Button onPress={leavePortability} keys={keysOf('leave-portability')}>
            Back to the run
          </Button>
        </span>
      </header>
      <DeclarationNews />
      {hosts.length === 0 ? (
        <EmptyState
          title="No declaration of a host yet"
          actions={<Button onPress={() => void pickDeclarations(true)}>Choose a folder</Button>}
        >
          Add discovery documents of hosts: files, a folder, or dropped here. <i>Save declaration</i> in Live
          hosts writes one. What a host does not declare is not known, and refuses nothing.
        </EmptyState>
      ) : grid === null ? null : (
        <Asked {...{ sessionId, grid, isWide }} />
      )}
    </section>
  );
}

function Asked({ sessionId, grid, isWide }: PortabilityBenchProps & { readonly grid: Portability }) {
  const again = <Button onPress={() => void askHosts(sessionId)}>Ask again</Button>;
  const { state } = grid;
  switch (state.kind) {
    case 'running':
      return (
        <JobProgress
          {...state}
          label="Hosts asked"
          did="held against the declarations"
          stop="Stop asking"
          onStop={() => stopPortability(sessionId)}
        />
      );
    case 'failed':
      return (
        <EmptyState title="The hosts could not be asked" actions={again}>
          {state.reason}
        </EmptyState>
      );
    default:
      if (state.result.rows.length === 0)
        return (
          <EmptyState title={state.result.wasStopped ? 'It was stopped' : 'No envelope'} actions={again}>
            {state.result.wasStopped
              ? 'Nothing was looked at before.'
              : 'No event of what is in sight is about an envelope.'}
          </EmptyState>
        );
      return <Answered {...{ sessionId, isWide }} result={state.result} chosen={grid.cell} />;
  }
}

interface AnsweredProps extends PortabilityBenchProps {
  readonly result: PortabilityResult;
  readonly chosen: Portability['cell'];
}

function Answered({ sessionId, isWide, result, chosen }: AnsweredProps) {
  const cell = cellInSight(result, chosen);
  const left = result.leftOut;
  return (
    <>
      <PortabilityTotals result={result} />
      {left === 0 ? null : (
        <p className={classNames(layout.warnText, layout.fixed, layout.ruled, layout.pad5x12)} role="note">
          {countOf(left, 'envelope')} {left === 1 ? 'was' : 'were'} left out
          {result.wasStopped ? ', since it was stopped' : ''}.{' '}
          <Button look="link" onPress={() => void askHosts(sessionId)}>
            Ask again
          </Button>
        </p>
      )}
      <div className={classNames(styles.panes, !isWide && styles.stacked)}>
        <HostGrid sessionId={sessionId} result={result} cell={cell} />
        <section
          className={classNames(styles.detail, layout.scrolls)}
          aria-label="What decides"
          data-region="detail"
          // A region that scrolls takes the focus.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
        >
          {cell === null ? null : <CellDetail sessionId={sessionId} {...cell} />}
        </section>
      </div>
    </>
  );
}
