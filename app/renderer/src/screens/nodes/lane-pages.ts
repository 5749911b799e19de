import type { CausalChain } from '@openwop-inspector/run-log';
import { useCallback, useMemo, useState } from 'react';
import type { TimeWindow } from '../../model/axis-labels.ts';
import { arrowEvents } from '../../model/causal-arrows.ts';
import type { LaneOrder } from '../../model/lane-rows.ts';
import type { LaneWindow } from '../../model/lane-window.ts';
import type { TaintDrawn } from '../../model/taint-drawn.ts';
import { OVERLAPPING_ROWS, useOverlappingPage } from '../../queries/pages.ts';
import { FOLD_IDLE_MS, useLaneWindow } from '../../queries/session-queries.ts';

/** The width is asked for in steps, so that dragging an edge does not ask for every pixel. */
const WIDTH_STEP = 8;
/** Room right of the axis, for what ends at its end. */
const END_ROOM = 44;
/** Used until the tracks have been measured. */
const UNMEASURED = 640;

export interface LanePagesInput {
  readonly sessionId: string;
  readonly foldIdle: boolean;
  readonly order: LaneOrder;
  readonly folded: readonly string[];
  readonly window: TimeWindow | null;
  readonly chain: CausalChain | null;
  /** Events on a way of untrusted content that is drawn. */
  readonly taint: TaintDrawn | null;
  /** The critical path of the run of an event is drawn, or of the run that took longest (null); null for none. */
  readonly pathOf: { readonly ordinal: number | null } | null;
}

export interface LanePages {
  /** The newest answer; while another one is on its way, the last. */
  readonly view: LaneWindow | undefined;
  readonly error: Error | null;
  /** Tells which rows are in sight. */
  readonly onRange: (start: number, end: number) => void;
  /** Tells the width of the tracks. */
  readonly onWidth: (width: number) => void;
}

/** Asks for the lanes in sight and for the rows of the events that arrows lead to. */
export function useLanePages({
  sessionId,
  foldIdle,
  chain,
  taint,
  pathOf,
  ...shown
}: LanePagesInput): LanePages {
  const { offset, onRange } = useOverlappingPage();
  const [widthPx, setWidth] = useState(UNMEASURED);
  const events = useMemo(
    () =>
      [...arrowEvents(chain), ...(taint?.rows ?? [])].map(({ ordinal, runId, nodeId }) => ({
        ordinal,
        runId,
        nodeId,
      })),
    [chain, taint],
  );
  const { data, error } = useLaneWindow(sessionId, {
    ...shown,
    ...(pathOf === null ? {} : { pathOf: pathOf.ordinal }),
    foldIdleMs: foldIdle ? FOLD_IDLE_MS : null,
    widthPx,
    offset,
    limit: OVERLAPPING_ROWS,
    events,
  });
  const onWidth = useCallback((width: number) => {
    if (width > 0) setWidth(Math.max(80, Math.floor((width - END_ROOM) / WIDTH_STEP) * WIDTH_STEP));
  }, []);
  return { view: data, error, onRange, onWidth };
}
