import { Separator } from 'react-resizable-panels';
import { classNames } from './class-names.ts';
import styles from './PaneEdge.module.css';

/** The edge between two panes, which moves with the pointer and with the arrows. `label`: "Width of the detail". */
export function PaneEdge({ id, label }: { readonly id: string; readonly label: string }) {
  return <Separator id={id} className={classNames(styles.edge)} aria-label={label} />;
}
