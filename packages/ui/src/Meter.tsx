import { classNames } from './class-names.ts';
import styles from './Meter.module.css';

export interface MeterProps {
  /** Part that is filled, 0 to 1; null while it is not known. */
  readonly share: number | null;
  readonly tone?: 'plain' | 'accent' | 'warning' | 'error';
}

/** A bar that is filled in part. It is for the eye alone: adjacent text, or a role around it, says the same. */
export function Meter({ share, tone = 'plain' }: MeterProps) {
  return (
    <span className={styles.meter} aria-hidden="true">
      <i
        className={classNames(styles[tone], share === null && styles.unknown)}
        style={{ width: `${(share ?? 1) * 100}%` }}
      />
    </span>
  );
}
