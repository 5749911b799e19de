/** Raw JSON: last in the registry, takes everything, never fails (envelope 2.2). */
import type { Renderer } from '../contract/renderer.ts';
import { RawView } from './RawView.tsx';
import { rowsToShow } from './rows-to-show.ts';

/** What raw JSON needs to know before it is drawn. */
export interface RawReading {
  /** Rows that the unfolded outline will have, at most `MOST_ROWS`: the tree gets that height and no more. */
  readonly rows: number;
}

export const rawRenderer: Renderer<RawReading> = {
  name: 'raw',
  title: 'Raw JSON',
  takes: () => true,
  read: (subject) => ({ ok: true, view: { rows: rowsToShow(subject) } }),
  Show: RawView,
};
