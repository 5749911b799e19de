import { countOf, formatCount } from '@openwop-inspector/base';
import { idOrNone, type SessionSummary, titleOf } from '@openwop-inspector/run-log';
import { Button, IconButton, layout, Segmented } from '@openwop-inspector/ui';
import { keysOf, runCommand } from '../commands/commands.ts';
import { toggleRuns } from '../features/events/column-actions.ts';
import { showRun } from '../features/sessions/landing.ts';
import { showView, useSessionView } from '../features/sessions/view-store.ts';
import { useLogText } from '../shared/use-log-text.ts';
import type { ViewName } from '../shared/view-link.ts';
import styles from './App.module.css';

interface ViewBarProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  /** How many events there are by now; while rows arrive, more than the summary knows of. */
  readonly events: number;
  /** False while rows arrive: only their number is known then. */
  readonly isSettled: boolean;
  readonly view: ViewName;
}

/**
 * The switch of the views. It overlays the list, and stays where it is when a view changes the shares of the panes:
 * who goes through the views by keyboard keeps the focus.
 */
export function ViewBar({ sessionId, summary, events, isSettled, view }: ViewBarProps) {
  const { problemKinds, causal, logicalEnvelopes, checks } = summary;
  const words = useLogText();
  const counted = (count: number | null) =>
    isSettled && count !== null ? { count: formatCount(count) } : {};
  const isWhole = view === 'envelopes';
  return (
    <div
      className={layout('row', styles.toolbar, isWhole && layout('fixed ruled chrome crops', styles.whole))}
      data-region="views"
    >
      <Segmented<ViewName>
        label="View"
        value={view}
        onChange={(next) => showView(sessionId, next)}
        choices={[
          { value: 'events', label: titleOf(words.event), icon: 'events', count: formatCount(events) },
          { value: 'causes', label: 'Causes', icon: 'causes', ...counted(causal.edges) },
          { value: 'nodes', label: titleOf(words.node), icon: 'nodes', ...counted(summary.nodes) },
          { value: 'envelopes', label: 'Envelopes', icon: 'envelope', ...counted(logicalEnvelopes) },
          {
            value: 'problems',
            label: 'Problems',
            icon: 'problems',
            // Checks that have not ended may find more.
            ...(isSettled ? { count: `${formatCount(problemKinds)}${checks.known ? '' : '+'}` } : {}),
          },
          { value: 'audit', label: 'Audit', icon: 'differs' },
        ]}
      />
      {isWhole ? <SelectionTools /> : null}
    </div>
  );
}

/** Actions on the selected thing, where a view has space for them. */
function SelectionTools() {
  return (
    <div className={layout('row fixed toEnd gap4', styles.tools)}>
      <Button look="quiet" icon="arrowUp" keys={keysOf('cause')} onPress={() => runCommand('cause')}>
        Cause
      </Button>
      <Button look="quiet" icon="arrowDown" keys={keysOf('effect')} onPress={() => runCommand('effect')}>
        Effects
      </Button>
      <Button icon="repair" keys={keysOf('acceptor')} onPress={() => runCommand('acceptor')}>
        Open in acceptor
      </Button>
    </div>
  );
}

/** Which of the runs the views are about. */
export function RunCrumb({ sessionId, runs }: { readonly sessionId: string; readonly runs: number }) {
  const run = useSessionView(sessionId, (view) => view.run);
  const words = useLogText();
  return (
    <nav
      className={layout('bar chrome ruled gap8 fixed pad0x8 crumbHigh')}
      aria-label={`Current ${words.run}`}
    >
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
