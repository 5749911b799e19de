import type { LaneSpan } from '@openwop-inspector/run-log';
import {
  announce,
  type IconName,
  layout,
  listMoveInText,
  listMoveOf,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { indexAfter, useListController } from '../sessions/list-controller.ts';
import { type LaneHead, mainOrdinal, spanText } from './lane-rows.ts';
import type { DrawnRow, DrawnSpan, LaneTrack, LaneWindow } from './lane-window.ts';

export interface LaneCursorInput {
  readonly view: LaneWindow;
  /** Keys of folded lanes, known at once while the rows without them are still being fetched. */
  readonly folded: readonly string[];
  readonly track: LaneTrack;
  readonly selectedRow: number | null;
  readonly list: RefObject<VirtualRowsHandle | null>;
  readonly onToggle: (key: string) => void;
  readonly onSelect: (ordinal: number) => void;
  readonly onZoom: (factor: number) => void;
}

/**
 * The keyboard of the lanes: a tree up and down, bars left and right, `h` and `l` fold. `active` is the selected row until
 * the user moves; `words` describe the item at the cursor, and are empty for a lane as a whole.
 */
export function useLaneCursor(input: LaneCursorInput) {
  const { view, folded, track, selectedRow, list, onToggle, onSelect, onZoom } = input;
  // A lane (`span` null), or a bar in it by its index.
  const [cursor, setCursor] = useState<{ readonly index: number; readonly span: number | null } | null>(null);
  const isListed = cursor !== null && cursor.index < view.total;
  const active = isListed ? cursor.index : selectedRow;
  const row = active === null ? null : rowAt(view, active);
  const bars = row?.bars ?? [];
  const isUnfolded = row === null || row.unfolded === null ? null : !folded.includes(row.lane.key);
  const span = !isListed || cursor.span === null || cursor.span >= bars.length ? null : cursor.span;
  const bar = span === null ? undefined : bars[span];
  const move = (index: number) => setCursor({ index, span: null });
  const moveVisible = (index: number) => {
    move(index);
    list.current?.reveal(index, 'least');
  };
  const toBar = (next: number | null) => {
    if (row === null || active === null) return;
    setCursor({ index: active, span: next });
    const drawn = next === null ? undefined : bars[next];
    if (drawn !== undefined) announce(barText(row, drawn, track));
  };
  const fold = (direction: 'fold' | 'unfold') => {
    if (row === null || active === null) return;
    if (isUnfolded === (direction === 'fold')) onToggle(row.lane.key);
    else if (direction === 'fold' && row.parent !== -1) moveVisible(row.parent);
    else if (direction === 'unfold' && rowAt(view, active + 1)?.parent === active) moveVisible(active + 1);
  };
  const sideways = (by: 1 | -1) => {
    if (by === 1 && isUnfolded === false) fold('unfold');
    else if (by === 1 && bars.length > 0) toBar(Math.min(bars.length - 1, (span ?? -1) + 1));
    else if (by === -1 && span !== null) toBar(span === 0 ? null : span - 1);
    else if (by === -1) fold('fold');
  };

  useListController({
    move: (step) => {
      const next = indexAfter(step, active, view.total);
      if (next === null) return;
      moveVisible(next);
      // A lane is not selected by moving to it; only the focus shows that it is active.
      list.current?.focus();
    },
    fold,
    zoom: onZoom,
    focus: () => list.current?.focus(),
  });
  return {
    active,
    span,
    words: row === null || bar === undefined ? '' : barText(row, bar, track),
    move,
    open: (index: number) => {
      const ordinal =
        bar !== undefined && index === active ? mainOrdinal(bar.span) : (rowAt(view, index)?.main ?? null);
      if (ordinal !== null) onSelect(ordinal);
    },
    onKey: ({ key }: KeyboardEvent) => runLaneKey(key, sideways, fold),
  };
}

/** A row of the window; null for one that is not loaded. */
export function rowAt(view: LaneWindow, index: number): DrawnRow | null {
  return view.rows[index - view.offset] ?? null;
}

/** True for a key of the lanes. Arrows move between the bars of a lane; the letters fold it. */
function runLaneKey(
  key: string,
  sideways: (by: 1 | -1) => void,
  fold: (direction: 'fold' | 'unfold') => void,
): boolean {
  const move = listMoveOf(key);
  if (move !== 'into' && move !== 'outOf') return false;
  if (listMoveInText(key) !== null) sideways(move === 'into' ? 1 : -1);
  else fold(move === 'into' ? 'unfold' : 'fold');
  return true;
}

/** A rendered bar in words; a merged one has its number of bars. */
export function barText(row: DrawnRow, bar: DrawnSpan, track: LaneTrack): string {
  const words = spanText(row.lane, bar.span, track.originMs);
  const others = bar.last - bar.first;
  return others === 0 ? words : `${words}, and ${others} more close to it`;
}

/** Forms of bars: they differ in their edge or pattern as well as their colour. */
export const SPAN_FORMS = {
  ran: { word: 'ran', look: '' },
  waited: { word: 'waited', look: layout('dashedStyle waitGround') },
  streamed: { word: 'streamed', look: layout('noteTint noteBorder dashedStyle') },
  modelCall: { word: 'model call', look: layout('accentTint') },
  untrusted: {
    word: 'untrusted result',
    look: layout('untrustedTint untrustedText untrustedBorder dashedStyle'),
  },
  truncated: { word: 'truncated', look: layout('warnTint warnText warnBorder torn') },
  schemaRetry: { word: 'schema retry', look: layout('warnTint warnText warnBorder thickStart') },
  failed: { word: 'failed', look: layout('errorTint errorText errorBorder') },
} as const;
export type SpanForm = keyof typeof SPAN_FORMS;

/** The form of a bar: failures first, then trust, then kind. */
export function spanForm({ span, state, untrusted }: DrawnSpan): SpanForm {
  if (state === 'failed') return 'failed';
  if (state === 'truncated' || state === 'schemaRetry') return state;
  if (untrusted) return 'untrusted';
  if (span.kind === 'waited' || state === 'suspended') return 'waited';
  if (span.kind === 'streamed' || span.kind === 'modelCall') return span.kind;
  return 'ran';
}

const KIND_ICONS: Partial<Record<LaneSpan['kind'], IconName>> = {
  waited: 'nodeSuspended',
  streamed: 'reasoning',
  modelCall: 'usage',
  toolCall: 'tool',
  childRun: 'dispatch',
};

const STATE_ICONS: Record<LaneSpan['state'], IconName> = {
  completed: 'nodeCompleted',
  failed: 'nodeFailed',
  suspended: 'nodeSuspended',
  running: 'running',
  cancelled: 'nodeCancelled',
  skipped: 'nodeSkipped',
  truncated: 'truncated',
  schemaRetry: 'warning',
};

/** The glyph in a bar. */
export function spanIcon(lane: LaneHead, { span, state }: DrawnSpan): IconName | null {
  if (state === 'failed' && lane.kind === 'run') return 'runFailed';
  if (state === 'completed' && lane.kind === 'run') return 'runCompleted';
  if (lane.kind === 'interrupt') return 'ask';
  if (state === 'completed') return KIND_ICONS[span.kind] ?? STATE_ICONS.completed;
  return STATE_ICONS[state];
}
