import { countOf, formatCount } from '@openwop-inspector/base';
import { Button, classNames, EmptyState, layout, Pending } from '@openwop-inspector/ui';
import { isLoading, useSessionPart } from '../../state/sessions-store.ts';
import { setExpanded, setWithEffectsOnly } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import styles from './CausesScreen.module.css';
import { CauseTree } from './CauseTree.tsx';
import { useCausePages } from './cause-pages.ts';

/** Container: the forest of causes of a session, with its counts and what is left out of it. */
export function CausesScreen({ sessionId }: { readonly sessionId: string }) {
  const causal = useSessionPart(sessionId, ({ summary }) => summary?.causal ?? null);
  const isArriving = useSessionPart(sessionId, isLoading) ?? false;
  const expanded = useSessionView(sessionId, (view) => view.expanded);
  const withEffectsOnly = useSessionView(sessionId, (view) => view.withEffectsOnly);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const pages = useCausePages({ sessionId, expanded, withEffectsOnly, selected });
  const showAll = () => setWithEffectsOnly(sessionId, false);

  if (pages.failure !== null) {
    return <EmptyState title="Causes could not be read">{pages.failure}</EmptyState>;
  }
  if (causal === null || (causal.edges === 0 && isArriving)) {
    return <EmptyState title="Causes are worked out when the file has been read" />;
  }
  if (causal.omitted) return <CausesOmitted />;
  if (pages.total === 0 && !pages.isSettled) return <Pending>Causes are being put in order.</Pending>;
  return (
    <section
      className={classNames(layout.column, layout.pane, layout.container)}
      aria-label="Causes"
      data-region="list"
    >
      <div className={classNames(layout.bar, layout.aside, layout.wrap, styles.bar)}>
        <span>
          {pages.roots < causal.roots ? `${formatCount(pages.roots)} of ` : ''}
          {countOf(causal.roots, 'root')}, {countOf(causal.edges, 'edge')}:{' '}
          {formatCount(causal.byRule.eventId)} by eventId, {formatCount(causal.byRule.correlationId)} by
          correlationId
          {causal.orphans.length > 0 ? `, ${countOf(causal.orphans.length, 'orphan')}` : ''}
        </span>
        <span className={classNames(layout.row, layout.toEnd, layout.gap12)}>
          <label className={classNames(layout.inlineRow, layout.nowrap, layout.gap6)}>
            <input
              type="checkbox"
              checked={withEffectsOnly}
              onChange={(change) => setWithEffectsOnly(sessionId, change.currentTarget.checked)}
            />
            Only roots that caused something
          </label>
          <Button
            small
            icon="collapse"
            isDisabled={expanded.length === 0}
            onPress={() => setExpanded(sessionId, [])}
          >
            Fold all
          </Button>
        </span>
      </div>
      {withEffectsOnly && selected !== null && pages.revealed === -1 && (
        <p className={classNames(layout.fixed, layout.ruled, layout.chrome, layout.aside, layout.pad4x12)}>
          The selected event is not in sight: it is folded away, or it has neither cause nor effect.{' '}
          <Button look="link" onPress={showAll}>
            Show all roots
          </Button>
        </p>
      )}
      {pages.total === 0 ? (
        <EmptyState
          title="No event here caused another"
          actions={<Button onPress={showAll}>Show all roots</Button>}
        >
          Roots that led to nothing are left out.
        </EmptyState>
      ) : (
        <CauseTree sessionId={sessionId} pages={pages} selected={selected} />
      )}
    </section>
  );
}

function CausesOmitted() {
  return (
    <EmptyState title="No event of this log names a cause">
      <p>
        The host wrote no <code>causationId</code>, so what led to what cannot be told from this file. Some
        hosts leave it out of debug bundles and streams and give it in the JSON event log. The nodes view
        shows what ran when.
      </p>
    </EmptyState>
  );
}
