import { countOf, formatCount } from '@openwop-inspector/base';
import { type CausalSummary, INFERRED, type InferredCounts } from '@openwop-inspector/run-log';
import { Button, EmptyState, layout, Pending } from '@openwop-inspector/ui';
import { CheckBox } from '../../shared/Form.tsx';
import { type CausePages, useCausePages } from '../../shared/pages.ts';
import { useTaintDrawn } from '../detail/content-queries.ts';
import { isLoading, useSessionPart } from '../sessions/sessions-store.ts';
import { changeView, useChoices } from '../sessions/view-store.ts';
import styles from './CausesScreen.module.css';
import { CauseTree } from './CauseTree.tsx';
import { forestText, notReadText } from './chain-entries.ts';

/** Texts about events without effects, of a forest of recorded causes and of an inferred one. */
const TEXTS = {
  recorded: {
    only: 'Only roots that caused something',
    hidden: 'it has neither cause nor effect',
    showAll: 'Show all roots',
    none: 'No event here caused another',
    leftOut: 'Roots that led to nothing are left out.',
  },
  inferred: {
    only: 'Only events with others below',
    hidden: 'nothing is above or below it',
    showAll: 'Show all events',
    none: 'No event here has another below it',
    leftOut: 'Events with none below them are left out.',
  },
} as const;

/** Container: the forest of causes of a session, with its counts and omissions. */
export function CausesScreen({ sessionId }: { readonly sessionId: string }) {
  const causal = useSessionPart(sessionId, ({ summary }) => summary?.causal ?? null);
  const isArriving = useSessionPart(sessionId, isLoading) ?? false;
  const choices = useChoices(sessionId, 'expanded', 'withEffectsOnly', 'selected');
  const { withEffectsOnly, selected } = choices;
  const pages = useCausePages({ sessionId, ...choices });
  const taint = useTaintDrawn(sessionId);
  const texts = TEXTS[pages.inferred === null ? 'recorded' : 'inferred'];
  const showAll = () => changeView(sessionId, { withEffectsOnly: false });

  if (pages.failure !== null) {
    return <EmptyState title="Causes could not be read">{pages.failure}</EmptyState>;
  }
  if (causal === null || (causal.edges === 0 && isArriving)) {
    return <EmptyState title="Causes are worked out when the file has been read" />;
  }
  if (pages.total === 0 && !pages.isSettled) return <Pending>Causes are being put in order.</Pending>;
  return (
    <section className={layout('column pane container')} aria-label="Causes" data-region="list">
      <CausesBar sessionId={sessionId} causal={causal} pages={pages} texts={texts} />
      {withEffectsOnly && selected !== null && pages.revealed === -1 && (
        <p className={layout('fixed ruled chrome aside pad4x12')}>
          The selected event is not visible: it is folded away, or {texts.hidden}.{' '}
          <Button look="link" onPress={showAll}>
            {texts.showAll}
          </Button>
        </p>
      )}
      {pages.total === 0 ? (
        // No root has an effect, and all are omitted.
        <EmptyState title={texts.none} actions={<Button onPress={showAll}>{texts.showAll}</Button>}>
          {texts.leftOut}
        </EmptyState>
      ) : (
        <CauseTree
          sessionId={sessionId}
          pages={pages}
          selected={selected}
          taintMarks={taint?.marks ?? null}
        />
      )}
    </section>
  );
}

interface CausesBarProps {
  readonly sessionId: string;
  readonly causal: CausalSummary;
  readonly pages: CausePages;
  readonly texts: (typeof TEXTS)[keyof typeof TEXTS];
}

/** Counts of the forest, and what of it is displayed. */
function CausesBar({ sessionId, causal, pages, texts }: CausesBarProps) {
  const { expanded, withEffectsOnly } = useChoices(sessionId, 'expanded', 'withEffectsOnly');
  return (
    <div className={layout('bar aside wrap min30 pad2x12 gap2x12')}>
      {pages.inferred === null ? (
        <RecordedCounts causal={causal} roots={pages.roots} />
      ) : (
        <InferredBanner counts={pages.inferred} trees={pages.roots} />
      )}
      <span className={layout('row toEnd gap12')}>
        <CheckBox
          isOn={withEffectsOnly}
          onChange={(isOn) => changeView(sessionId, { withEffectsOnly: isOn })}
        >
          {texts.only}
        </CheckBox>
        <Button
          small
          icon="collapse"
          isDisabled={expanded.length === 0}
          onPress={() => changeView(sessionId, { expanded: [] })}
        >
          Fold all
        </Button>
      </span>
    </div>
  );
}

/** Composition of the forest of recorded causes. */
function RecordedCounts({ causal, roots }: { readonly causal: CausalSummary; readonly roots: number }) {
  return (
    <span>
      {roots < causal.roots ? `${formatCount(roots)} of ` : ''}
      {countOf(causal.roots, 'root')}, {countOf(causal.edges, 'edge')}: {formatCount(causal.byRule.eventId)}{' '}
      by eventId, {formatCount(causal.byRule.correlationId)} by correlationId
      {causal.orphans > 0 ? `, ${countOf(causal.orphans, 'orphan')}` : ''}
    </span>
  );
}

/** Note above a tree of a log without causes. */
function InferredBanner({ counts, trees }: { readonly counts: InferredCounts; readonly trees: number }) {
  const notRead = notReadText(counts);
  return (
    <div role="note" className={layout('grow320 padY4')}>
      <p>
        <strong className={layout.warnText}>{INFERRED}.</strong> The host wrote no <code>causationId</code>.
        Each event is displayed below the one that the rule next to it names; none of them is called a cause.
      </p>
      {notRead !== '' && <p>{notRead}</p>}
      <p className={layout('third', styles.counts)}>{forestText(counts, trees)}</p>
    </div>
  );
}
