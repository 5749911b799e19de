import { countOf } from '@openwop-inspector/base';
import { Button, IconButton, layout, Segmented } from '@openwop-inspector/ui';
import type { LaneOrder } from '../../model/lane-rows.ts';
import { nodeCounts } from '../../model/lane-text.ts';
import type { LaneWindow } from '../../model/lane-window.ts';
import { FOLD_IDLE_MS } from '../../queries/session-queries.ts';
import { setLaneOrder } from '../../state/lane-order-store.ts';
import { drawPath, setFoldIdle } from '../../state/view-actions.ts';
import { useLogText } from '../../ui/use-log-text.ts';
import styles from './Lanes.module.css';

const ORDERS = [
  { value: 'start', label: 'By start' },
  { value: 'duration', label: 'By duration' },
] as const;

export interface LaneToolsProps {
  readonly sessionId: string;
  readonly view: LaneWindow;
  readonly foldIdle: boolean;
  readonly order: LaneOrder;
  readonly drawsPath: boolean;
  readonly canZoom: boolean;
  /** Text of the item at the cursor; the counts are displayed while it is on no bar. */
  readonly words: string;
  /** Causes and effects without an arrow. */
  readonly left: number;
  readonly onZoom: (factor: number) => void;
  readonly onWhole: () => void;
}

/** The bar above the lanes: counts or the item at the cursor, then the display options. */
export function LaneTools(props: LaneToolsProps) {
  const { sessionId, view, words, left, canZoom } = props;
  const { node, run } = useLogText();
  const isZoomed = view.window !== null;
  return (
    <div className={layout('bar wrap', styles.tools)}>
      <span className={layout('clip narrow second', styles.words)} title={words}>
        {words === '' ? nodeCounts(view.counts, node) : words}
        {words === '' && left > 0
          ? `; ${countOf(left, 'cause or effect', 'causes and effects')} without an arrow`
          : ''}
        {words === '' && view.startMs === null ? '; no event has a readable time' : ''}
        {words === '' && props.drawsPath && view.path === null ? '; no critical path' : ''}
      </span>
      <label className={layout('inlineRow nowrap gap6')}>
        <input
          type="checkbox"
          checked={props.drawsPath}
          onChange={(change) => drawPath(sessionId, change.currentTarget.checked)}
        />
        Critical path
      </label>
      <label className={layout('inlineRow nowrap gap6')}>
        <input
          type="checkbox"
          checked={props.foldIdle}
          onChange={(change) => setFoldIdle(sessionId, change.currentTarget.checked)}
        />
        Fold idle over {FOLD_IDLE_MS / 1000} s
      </label>
      <Segmented
        label="Order of lanes"
        choices={ORDERS}
        value={props.order}
        onChange={(order) => setLaneOrder(sessionId, order)}
      />
      <span className={layout('inlineRow gap2')}>
        <IconButton
          small
          icon="minus"
          label="Zoom out"
          isDisabled={!isZoomed}
          onPress={() => props.onZoom(0.5)}
        />
        <IconButton small icon="plus" label="Zoom in" isDisabled={!canZoom} onPress={() => props.onZoom(2)} />
        <Button small isDisabled={!isZoomed} onPress={props.onWhole}>
          {`Whole ${run}`}
        </Button>
      </span>
    </div>
  );
}
