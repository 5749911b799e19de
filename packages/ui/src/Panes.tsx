import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import styles from './elements.module.css';
import { classNames, layout } from './layout.ts';

/** The edge between two panes, which moves with the pointer and with the arrows. `label`: "Width of the detail". */
export function PaneEdge({ id, label }: { readonly id: string; readonly label: string }) {
  return <Separator id={id} className={layout('fixed relative', styles.edge)} aria-label={label} />;
}

interface Pane {
  readonly id: string;
  readonly content: ReactNode;
  /** Width at first, in percent of all panes. */
  readonly percent: number;
  readonly minPixels: number;
  /** Label of the edge between it and the next pane. */
  readonly edge?: string;
  /** Scrolls by itself: in a narrow window it has a height of its own, else that of its content. */
  readonly isScroller?: boolean;
}

export interface PanesProps {
  readonly id: string;
  /** False puts the panes one below the other, and they scroll together. */
  readonly isWide: boolean;
  readonly panes: readonly Pane[];
}

/** Panes next to each other, with edges that move. */
export function Panes({ id, isWide, panes }: PanesProps) {
  if (!isWide) {
    return (
      <div className={layout('fill scrolls')}>
        {panes.map((pane) => (
          <div
            key={pane.id}
            className={classNames(styles.stacked, pane.isScroller === true && styles.scroller)}
          >
            {pane.content}
          </div>
        ))}
      </div>
    );
  }
  return (
    <Group key={panes.length} id={id} className={layout('flexes min400')} orientation="horizontal">
      {panes.map((pane, at) => (
        <Fragment key={pane.id}>
          <Panel id={pane.id} defaultSize={`${pane.percent}`} minSize={`${pane.minPixels}px`}>
            {pane.content}
          </Panel>
          {pane.edge === undefined || at === panes.length - 1 ? null : (
            <PaneEdge id={`${pane.id}-edge`} label={pane.edge} />
          )}
        </Fragment>
      ))}
    </Group>
  );
}
