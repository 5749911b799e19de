import { countOf } from '@openwop-inspector/base';
import { idOrNone } from '@openwop-inspector/run-log';
import { Button, IconButton, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { keysOf } from '../commands/commands.ts';
import { toggleRuns } from '../features/events/column-actions.ts';
import { showRun } from '../features/sessions/landing.ts';
import { useSessionView } from '../features/sessions/view-store.ts';
import { useLogText } from '../shared/use-log-text.ts';
import styles from './App.module.css';
import { RunsScreen } from './lazy-screens.ts';

export interface WithRunsProps {
  readonly sessionId: string;
  /** Runs of the source. */
  readonly runs: number;
  /** False while rows arrive: the runs are not known then. */
  readonly isSettled: boolean;
  /** The list of runs is open. */
  readonly hasRuns: boolean;
  readonly children: ReactNode;
}

/** The views of a source; if it has several runs, with the list of runs alongside and the visible one above. */
export function WithRuns({ sessionId, runs, isSettled, hasRuns, children }: WithRunsProps) {
  if (runs < 2 || !isSettled) return children;
  return (
    <div className={layout('flex flexes', styles.withRuns)}>
      {hasRuns ? <RunsScreen sessionId={sessionId} onClose={toggleRuns} /> : null}
      <div className={layout('column flexes narrow scrolls')}>
        <RunCrumb sessionId={sessionId} runs={runs} />
        {children}
      </div>
    </div>
  );
}

/** Which of the runs the views are about. */
function RunCrumb({ sessionId, runs }: Pick<WithRunsProps, 'sessionId' | 'runs'>) {
  const run = useSessionView(sessionId, (view) => view.run);
  const words = useLogText();
  return (
    <nav className={layout('bar chrome ruled gap8 fixed', styles.crumb)} aria-label={`Current ${words.run}`}>
      <Button look="quiet" icon="runs" keys={keysOf('runs')} onPress={toggleRuns}>
        {countOf(runs, words.run)}
      </Button>
      {run === null ? null : (
        <>
          <span aria-hidden="true" className={layout.third}>
            ›
          </span>
          <code className={layout('ellipsis narrow')} aria-current="true" title={run}>
            {idOrNone(words, run)}
          </code>
          <IconButton
            icon="close"
            label={`Show all ${words.run}s`}
            onPress={() => void showRun(sessionId, null)}
          />
        </>
      )}
    </nav>
  );
}
