import { formatCount } from '@openwop-inspector/base';
import styles from './Connect.module.css';
import hostsStyles from './Hosts.module.css';

export interface FindFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: number;
  readonly all: number;
}

/** Narrows a long list by what is typed, and counts what is left. */
export function FindField({ label, text, onText, found, all }: FindFieldProps) {
  return (
    <div className={hostsStyles.find}>
      <input
        type="search"
        className={styles.field}
        aria-label={label}
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
      />
      <span role="status">
        {found === all ? formatCount(all) : `${formatCount(found)} of ${formatCount(all)}`}
      </span>
    </div>
  );
}
