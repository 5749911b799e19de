import { formatCount } from '@openwop-inspector/base';
import type { CauseTreeRow } from '@openwop-inspector/run-log';
import {
  type ListMove,
  layout,
  listMoveOf,
  type RowAttributes,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { INFERRED } from '../../model/inferred-text.ts';
import type { TaintMark } from '../../model/taint-drawn.ts';
import { indexAfter, useListController } from '../../state/list-controller.ts';
import { selectEvent, setExpanded, toggleExpanded } from '../../state/view-actions.ts';
import { viewOf } from '../../state/view-store.ts';
import { askWorker } from '../../worker/client.ts';
import { CauseRow } from './CauseRow.tsx';
import styles from './CausesScreen.module.css';
import type { CausePages } from './cause-pages.ts';
import { causeRowName } from './cause-row-text.ts';

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
  const { active, goTo, goInside } = useActiveRow(sessionId, pages, selected);
  useUnfoldSelected(sessionId, selected);
  useRevealSelected(list, pages.revealed, selected);
  const taintOf = (row: CauseTreeRow | null): TaintMark | null =>
    row?.node.kind === 'event' ? (taintMarks?.get(row.node.row.ordinal) ?? null) : null;
  const onToggle = useCallback((key: string) => toggleExpanded(sessionId, key), [sessionId]);

  const show = (index: number) => {
    goTo(index);
    list.current?.reveal(index, 'least');
  };
  const onKeyMove = (move: ListMove | null): boolean => {
    // The unfolded keys are known at once, while the rows that show them are still being fetched.
    const step = active === null ? null : keyStep(move, active, pages, viewOf(sessionId).expanded);
    if (step === null) return false;
    if (step.kind === 'toggle') onToggle(step.key);
    else if (step.kind === 'inside') goInside(step);
    else show(step.index);
    return true;
  };
  useListController({
    move: (step) => {
      const next = indexAfter(step, active, pages.total);
      if (next === null) return;
      show(next);
      // An envelope is not selected by moving to it; only the focus shows that it is active.
      list.current?.focus();
    },
    fold: (direction) => onKeyMove(direction === 'fold' ? 'outOf' : 'into'),
    focus: () => list.current?.focus(),
  });

  return (
    <div className={layout.fill}>
      <VirtualRows
        ref={list}
        kind="tree"
        label={isInferred ? INFERRED : 'Causes'}
        count={pages.total}
        activeIndex={active}
        isSelected={(index) => isSelectedRow(pages.rowAt(index), selected)}
        rowAttributes={(index) => {
          const row = pages.rowAt(index);
          return attributesOf(row, index, isInferred, taintOf(row));
        }}
        renderRow={(index) => {
          const row = pages.rowAt(index);
          if (row === null) return <span className={styles.unread}>{placeText(index)}</span>;
          return <CauseRow row={row} isInferred={isInferred} taint={taintOf(row)} onToggle={onToggle} />;
        }}
        onMove={goTo}
        onOpen={(index) => {
          const row = pages.rowAt(index);
          if (row !== null && row.children > 0) onToggle(row.key);
        }}
        onKey={(event) => onKeyMove(listMoveOf(event.key))}
        onRange={pages.onRange}
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

/** Scrolls a selection made elsewhere into view, once. */
function useRevealSelected(
  list: { readonly current: VirtualRowsHandle | null },
  revealed: number | null,
  selected: number | null,
): void {
  const displayed = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null || revealed === null || revealed === -1 || displayed.current === selected) return;
    // The list measures its height in its first frame; before that, every row would seem visible.
    const frame = requestAnimationFrame(() => {
      displayed.current = selected;
      list.current?.reveal(revealed, 'place');
    });
    return () => cancelAnimationFrame(frame);
  }, [list, revealed, selected]);
}

type KeyStep =
  | { readonly kind: 'toggle'; readonly key: string }
  | { readonly kind: 'inside'; readonly key: string; readonly index: number }
  | { readonly kind: 'go'; readonly index: number };

/** Into a row: unfolds, then enters it. Out of it: folds, then goes to the cause. */
function keyStep(
  move: ListMove | null,
  at: number,
  pages: CausePages,
  expanded: readonly string[],
): KeyStep | null {
  const row = pages.rowAt(at);
  if (row === null) return null;
  const isOpen = row.children > 0 && expanded.includes(row.key);
  if (move === 'into') {
    if (row.children === 0) return { kind: 'go', index: at };
    return isOpen ? { kind: 'inside', key: row.key, index: at } : { kind: 'toggle', key: row.key };
  }
  if (move === 'outOf') {
    if (isOpen) return { kind: 'toggle', key: row.key };
    return { kind: 'go', index: at - stepsToCause(row, at, pages) };
  }
  return null;
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

function isSelectedRow(row: CauseTreeRow | null, selected: number | null): boolean {
  return row?.node.kind === 'event' && row.node.row.ordinal === selected;
}

function attributesOf(
  row: CauseTreeRow | null,
  index: number,
  isInferred: boolean,
  taint: TaintMark | null,
): RowAttributes {
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
        if (missing.length > 0) setExpanded(sessionId, [...open, ...missing]);
      },
      // The tree is unchanged; the error is displayed where the rows are requested.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, selected]);
}
