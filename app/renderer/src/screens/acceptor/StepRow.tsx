import { type StepTrace, stepInfo } from '@openwop-inspector/acceptor-core';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { stepTitle, verdictForm } from '../../model/step-words.ts';
import { StepDetail } from './StepDetail.tsx';
import styles from './Steps.module.css';

export interface StepRowProps {
  readonly row: StepTrace;
  readonly isOpen: boolean;
  /** True for the one row that Tab reaches. */
  readonly isStop: boolean;
  /** False while stepping has not come to it. */
  readonly isReached: boolean;
  readonly onToggle: () => void;
}

/** View: one step in a line, and below it, when opened, what it looked at and why. */
export function StepRow({ row, isOpen, isStop, isReached, onToggle }: StepRowProps) {
  const form = verdictForm(row);
  const decided = row.verdict === 'decided' && !row.hypothetical && isReached;
  const refused = decided && row.code !== null;
  const stopped = row.verdict === 'stopped' && !row.hypothetical && isReached;
  const detailId = `step-detail-${row.step}`;
  return (
    <li
      className={classNames(
        styles.step,
        row.hypothetical && styles.later,
        refused && styles.refused,
        stopped && styles.stopped,
        decided && !refused && styles.accepted,
        isOpen && isReached && styles.open,
        !isReached && styles.unrun,
      )}
    >
      <button
        type="button"
        className={styles.row}
        data-step={row.step}
        aria-expanded={isOpen && isReached}
        aria-controls={isOpen && isReached ? detailId : undefined}
        tabIndex={isStop ? 0 : -1}
        onClick={onToggle}
      >
        <span className={styles.number}>{stepInfo(row.step).number}</span>
        <span className={classNames(styles.glyph, isReached && styles[form.tone])}>
          <Icon name={isReached ? form.icon : 'unknown'} />
        </span>
        <span className={classNames(layout.bold, styles.name)}>{stepTitle(row.step)}</span>
        <span className={classNames(layout.clip, layout.second, styles.words)}>
          {isReached ? <VisibleText text={row.note} /> : null}
        </span>
        <span
          className={classNames(
            layout.nowrap,
            layout.meta,
            layout.bold,
            styles.verdict,
            isReached && styles[form.tone],
          )}
        >
          {isReached ? form.word : 'Not yet run'}
        </span>
      </button>
      {isOpen && isReached ? <StepDetail id={detailId} row={row} /> : null}
    </li>
  );
}
