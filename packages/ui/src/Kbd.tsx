import styles from './Kbd.module.css';

export interface KbdProps {
  /** One cap each: `['Ctrl', 'K']`. */
  readonly keys: readonly string[];
  /**
   * True inside something that has a name of its own, such as a button: the caps are then drawn for the eye only and
   * are not part of that name.
   */
  readonly isHint?: boolean;
}

/** Keys that work where they are displayed. */
export function Kbd({ keys, isHint = false }: KbdProps) {
  return (
    <span className={styles.keys} aria-hidden={isHint ? true : undefined}>
      {keys.map((key) =>
        isHint ? (
          <kbd key={key} className={styles.key} data-key={key} />
        ) : (
          <kbd key={key} className={styles.key}>
            {key}
          </kbd>
        ),
      )}
    </span>
  );
}
