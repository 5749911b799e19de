import { classNames, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { axisLabels } from '../../model/axis-labels.ts';
import type { LaneTrack } from '../../model/lane-track.ts';
import { useLogWords } from '../../ui/use-log-words.ts';
import styles from './Lanes.module.css';

/** The head of the lanes: column names and times since the start. */
export function LaneAxis({ track }: { readonly track: LaneTrack }) {
  const { axis, originMs } = track;
  const { node } = useLogWords();
  const labels = useMemo(() => (originMs === null ? [] : axisLabels(axis, originMs)), [axis, originMs]);
  return (
    <div
      className={classNames(layout.caption, layout.flex, layout.fixed, layout.ruled, styles.head)}
      aria-hidden="true"
    >
      <div className={styles.nameHead}>
        <span>{node}</span>
        <span>took</span>
      </div>
      <div className={classNames(layout.flexes, layout.relative, layout.crops)}>
        {originMs === null && <span className={styles.tick}>in order of the log, first to last</span>}
        {labels.map((label) => (
          <span
            key={`${label.kind} ${label.left}`}
            className={styles.tick}
            style={{ left: `${label.left}px` }}
          >
            {label.text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Lines of the labelled times and the folded stretches, behind the lanes. */
export function LaneGrid({ track }: { readonly track: LaneTrack }) {
  const { axis, originMs } = track;
  const labels = useMemo(() => (originMs === null ? [] : axisLabels(axis, originMs)), [axis, originMs]);
  return (
    <div className={styles.grid} aria-hidden="true">
      {axis.pieces
        .filter((piece) => piece.idle && piece.right - piece.left >= 2)
        .map((piece) => (
          <span
            key={piece.fromMs}
            className={styles.fold}
            style={{ left: `${piece.left}px`, width: `${piece.right - piece.left}px` }}
          />
        ))}
      {labels
        .filter((label) => label.kind === 'tick')
        .map((label) => (
          <span key={label.left} className={styles.line} style={{ left: `${label.left}px` }} />
        ))}
    </div>
  );
}
