import { formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { type CauseTreeRow, INFERRED, isNotCausation } from '@openwop-inspector/run-log';
import { Icon, layout, VirtualRows, type VirtualRowsHandle } from '@openwop-inspector/ui';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { type CausePages, useRevealOnce } from '../../shared/pages.ts';
import { troubleColour } from '../../shared/severity-form.ts';
import { TaintSigns, UntrustedBadge } from '../../shared/TaintLegend.tsx';
import { askWorker } from '../../worker/client.ts';
import { indexAfter, useListController } from '../sessions/list-controller.ts';
import { changeView, selectEvent, toggleIn, viewOf } from '../sessions/view-store.ts';
import styles from './CausesScreen.module.css';
import { causeRowName, edgeText, effectText, nodeLook } from './chain-entries.ts';
import type { TaintMark } from './taint-drawn.ts';

export interface CauseTreeProps {
  readonly sessionId: string;
  readonly pages: CausePages;
  readonly selected: number | null;
  /** Marks of the path of untrusted content, by ordinal; null while none is rendered. */
  readonly taintMarks: ReadonlyMap<number, TaintMark> | null;
}

/** The tree: one tab stop, `h` and `l` or the arrows fold, the selection is shared. */
export function CauseTree({ sessionId, pages, selected, taintMarks }: CauseTreeProps) {
  const list = useRef<VirtualRowsHandle>(null);
  const isInferred = pages.inferred !== null;
  const cursor = useActiveRow(sessionId, pages, selected);
  useUnfoldSelected(sessionId, selected);
  const revealed = pages.revealed === -1 ? null : pages.revealed;
  useRevealOnce(selected, revealed, (row) => list.current?.reveal(row, 'place'));
  const ordinalOf = (row: CauseTreeRow | null) => (row?.node.kind === 'event' ? row.node.row.ordinal : -1);
  const taintOf = (row: CauseTreeRow | null) => taintMarks?.get(ordinalOf(row)) ?? null;
  const onToggle = useCallback((key: string) => toggleIn(sessionId, 'expanded', key), [sessionId]);

  const fold = useTreeKeys(list, pages, cursor, sessionId);
  return (
    <div className={layout.fill}>
      <VirtualRows
        ref={list}
        kind="tree"
        label={isInferred ? INFERRED : 'Causes'}
        count={pages.total}
        activeIndex={cursor.active}
        rowAttributes={(index) => {
          const row = pages.rowAt(index);
          const isSelected = ordinalOf(row) === selected;
          return { ...attributesOf(row, index, isInferred, taintOf(row)), selected: isSelected };
        }}
        renderRow={(index) => {
          const row = pages.rowAt(index);
          if (row === null)
            return <span className={layout('third padStart24 rowLine')}>{placeText(index)}</span>;
          return <CauseRow row={row} isInferred={isInferred} taint={taintOf(row)} onToggle={onToggle} />;
        }}
        handlers={{
          onMove: cursor.goTo,
          onOpen: (index) => {
            const row = pages.rowAt(index);
            if (row !== null && row.children > 0) onToggle(row.key);
          },
          onFold: fold,
          onRange: pages.onRange,
        }}
      />
    </div>
  );
}

/**
 * The row that keys act on. It follows the selection; only an envelope, which cannot be selected, is active by its key.
 */
function useActiveRow(sessionId: string, pages: CausePages, selected: number | null) {
  const [envelope, setEnvelope] = useState<{ readonly key: string; readonly index: number } | null>(null);
  // A row that was not loaded when a key went to it; it is selected once it is.
  const [wanted, setWanted] = useState<number | null>(null);
  // The row whose first effect is to be selected once it is displayed.
  const [entered, setEntered] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const last = useRef<number | null>(null);
  const goTo = (index: number) => {
    const row = pages.rowAt(index);
    setEntered(null);
    setWanted(row === null ? index : null);
    if (row?.node.kind === 'event') {
      setEnvelope(null);
      // The position of the selection is only now requested; the next key must not act on the previous row.
      last.current = index;
      selectEvent(sessionId, row.node.row.ordinal);
    } else if (row !== null) setEnvelope({ key: row.key, index });
  };
  const arrived = wanted === null ? null : pages.rowAt(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the wanted row has come
  useEffect(() => {
    if (arrived !== null && wanted !== null) goTo(wanted);
  }, [arrived]);
  const row = entered === null ? null : pages.rowAt(entered.index);
  const isDisplayed = row !== null && row.key === entered?.key && row.expanded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the effects have come
  useEffect(() => {
    if (isDisplayed && entered !== null) goTo(entered.index + 1);
  }, [isDisplayed, entered]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection takes over
  useEffect(() => setEnvelope(null), [selected]);

  const onEnvelope = envelope !== null && pages.rowAt(envelope.index)?.key === envelope.key;
  const known = pages.revealed === null || pages.revealed === -1 ? null : pages.revealed;
  if (pages.revealed !== null) last.current = known;
  return {
    active: wanted ?? (onEnvelope ? envelope.index : (known ?? last.current)),
    goTo,
    goInside: setEntered,
  };
}

/** The keys that move in the tree; returns what folds and unfolds the active row. */
function useTreeKeys(
  list: { readonly current: VirtualRowsHandle | null },
  pages: CausePages,
  { active, goTo, goInside }: ReturnType<typeof useActiveRow>,
  sessionId: string,
) {
  const show = (index: number) => {
    goTo(index);
    list.current?.reveal(index, 'least');
  };
  /** Into a row: unfolds, then enters it. Out of it: folds, then goes to the cause. */
  const fold = (direction: 'fold' | 'unfold'): void => {
    const row = active === null ? null : pages.rowAt(active);
    if (active === null || row === null) return;
    const toggle = () => toggleIn(sessionId, 'expanded', row.key);
    // The unfolded keys are known at once, while the rows that show them are still being fetched.
    const isOpen = row.children > 0 && viewOf(sessionId).expanded.includes(row.key);
    if (direction === 'fold') isOpen ? toggle() : show(active - stepsToCause(row, active, pages));
    else if (row.children === 0) show(active);
    else if (isOpen) goInside({ key: row.key, index: active });
    else toggle();
  };
  useListController({
    move: (step) => {
      const next = indexAfter(step, active, pages.total);
      if (next === null) return;
      show(next);
      // An envelope is not selected by moving to it; only the focus shows that it is active.
      list.current?.focus();
    },
    fold,
    focus: () => list.current?.focus(),
  });
  return fold;
}

/** Rows between a row and its cause above it; 0 for a root and when the cause is not loaded. */
function stepsToCause(row: CauseTreeRow, at: number, pages: CausePages): number {
  for (let steps = 1; steps <= at; steps += 1) {
    const above = pages.rowAt(at - steps);
    if (above === null) return 0;
    if (above.depth < row.depth) return steps;
  }
  return 0;
}

function attributesOf(row: CauseTreeRow | null, index: number, isInferred: boolean, taint: TaintMark | null) {
  if (row === null) return { name: placeText(index), level: 1 };
  return {
    name: causeRowName(row, isInferred, taint?.word ?? ''),
    level: row.depth + 1,
    posInSet: row.posInSet,
    setSize: row.setSize,
    ...(row.children > 0 ? { expanded: row.expanded } : {}),
  };
}

/** Content of a row until it is fetched. */
const placeText = (index: number): string => `row ${formatCount(index + 1)}`;

/** A longer chain is not unfolded automatically; causes and effects display it folded in the middle. */
const MAX_PATH = 1_000;

/** Unfolds the path to an event that was selected elsewhere. Rows the user folds afterwards stay folded. */
export function useUnfoldSelected(sessionId: string, selected: number | null): void {
  const done = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null || done.current === selected) return;
    let current = true;
    askWorker('causePath', { sessionId, ordinal: selected }).then(
      (path) => {
        if (!current) return;
        done.current = selected;
        if (path.length > MAX_PATH) return;
        const open = new Set(viewOf(sessionId).expanded);
        const missing = path.filter((key) => !open.has(key));
        if (missing.length > 0) changeView(sessionId, { expanded: [...open, ...missing] });
      },
      // The tree is unchanged; the error is displayed where the rows are requested.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, selected]);
}

/** Levels beyond this are not indented further. */
const MAX_INDENT = 20;

interface CauseRowProps {
  readonly row: CauseTreeRow;
  /** The tree is inferred: none of its events is called a cause or an effect. */
  readonly isInferred: boolean;
  /** Taint at this event, on the rendered path of untrusted content. */
  readonly taint: TaintMark | null;
  readonly onToggle: (key: string) => void;
}

/** One row of the tree: fold mark, edge, glyph, number, type, summary, then its cause and its effects. */
const CauseRow = memo(function CauseRow({ row, isInferred, taint, onToggle }: CauseRowProps) {
  const { node } = row;
  const event = node.kind === 'event' ? node.row : null;
  const { icon, title, text } = nodeLook(node);
  return (
    <div
      className={layout('row full gap6 padEnd12')}
      style={{ paddingInlineStart: `${12 + Math.min(row.depth, MAX_INDENT) * 18}px` }}
    >
      <span
        className={layout('centred fixed full third wide16')}
        aria-hidden="true"
        onClick={(click) => {
          if (row.children === 0) return;
          click.stopPropagation();
          onToggle(row.key);
        }}
      >
        {row.children > 0 && <Icon name={row.expanded ? 'chevronDown' : 'chevronRight'} size={10} />}
      </span>
      {(row.via !== null || row.inferredBy !== undefined) && (
        <span
          className={layout(
            'fixed wide12',
            layout.lineTop,
            row.via === 'correlationId' && layout.doubleTop,
            (row.via === null || isNotCausation(row.via)) && layout.dottedTop,
          )}
        />
      )}
      <Icon name={icon} className={troubleColour(event?.tone, layout.second)} />
      <span className={layout('fixed code third endText least40')}>{event?.sequence ?? ''}</span>{' '}
      <VisibleText
        as="code"
        className={layout(
          'ellipsis fixed half',
          troubleColour(event?.tone, event === null ? layout.second : layout.primary),
          event?.tone === 'failed' && layout.bold,
        )}
        text={title}
      />{' '}
      <span className={layout('ellipsis narrow second flexes padStart4')} title={text}>
        <VisibleText text={text} />
      </span>{' '}
      {taint === null ? null : <TaintSigns mark={taint} />}{' '}
      {event?.contentTrust === 'untrusted' && taint?.badge == null && (
        <UntrustedBadge source={event.taintFrom} />
      )}{' '}
      <span className={layout('fixed caption', styles.via, isInferred && styles.inferred)}>
        {edgeText(row)}
      </span>{' '}
      <span className={layout('caption fixed endText', styles.effects)}>{effectText(row, isInferred)}</span>
    </div>
  );
});
