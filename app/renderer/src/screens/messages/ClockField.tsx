import { classNames, layout, Segmented } from '@openwop-inspector/ui';
import styles from './Messages.module.css';

interface ClockFieldProps {
  /** Unix seconds; null for the clock of the log. */
  readonly now: number | null;
  readonly onChange: (now: number | null) => void;
}

/** View: by which clock a message is fresh: the newest message so far, or a second that a person names (agh 3). */
export function ClockField({ now, onChange }: ClockFieldProps) {
  return (
    <div className={classNames(layout.row, layout.wrap, layout.gap8, styles.clock)}>
      <Segmented
        label="Clock"
        value={now === null ? 'log' : 'fixed'}
        onChange={(choice) => onChange(choice === 'log' ? null : Math.floor(Date.now() / 1000))}
        choices={[
          { value: 'log', label: 'Clock of the log' },
          { value: 'fixed', label: 'Fixed' },
        ]}
      />
      {now === null ? null : (
        <label className={classNames(layout.row, layout.gap4)}>
          Unix seconds
          <input
            className={styles.seconds}
            type="number"
            min={0}
            step={1}
            value={now}
            onChange={({ target }) => onChange(Math.max(0, Math.floor(target.valueAsNumber || 0)))}
          />
        </label>
      )}
    </div>
  );
}
