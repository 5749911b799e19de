import { countOf } from '@openwop-inspector/base';
import type { SequenceGap } from '@openwop-inspector/run-log';
import { classNames, layout } from '@openwop-inspector/ui';
import { rangeWords } from '../../model/ledger-pieces.ts';
import styles from './EventList.module.css';

export interface GapRowProps {
  readonly gap: SequenceGap;
  /** Absent where nothing can be fetched: the row then only says what is missing. */
  readonly onFetch: (() => void) | undefined;
}

const deliveredWords = ({ first, last }: SequenceGap): string =>
  `${countOf(last - first + 1, 'event was', 'events were')} not delivered`;

/** The row of a hole as it is read aloud. */
export function gapName(gap: SequenceGap): string {
  return `Missing ${rangeWords(gap.first, gap.last)}, ${deliveredWords(gap)}`;
}

/** A hole at its place: what is missing. A row holds no control of its own: keys fetch by Enter on the row itself. */
export function GapRow({ gap, onFetch }: GapRowProps) {
  return (
    <div
      className={classNames(
        layout.row,
        layout.full,
        layout.nowrap,
        layout.meta,
        layout.errorText,
        styles.gapRow,
      )}
    >
      <span className={styles.gapMark} aria-hidden="true" />
      <b>Missing {rangeWords(gap.first, gap.last)}</b>
      <span className={classNames(layout.ellipsis, layout.narrow, layout.second)}>{deliveredWords(gap)}</span>
      {onFetch === undefined ? null : (
        <span className={styles.gapFetch} aria-hidden="true" title="Enter fetches too" onClick={onFetch}>
          Fetch
        </span>
      )}
    </div>
  );
}
