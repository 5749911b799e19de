import { formatCount } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import styles from './markdown.module.css';
import type { Growing } from './use-growing.ts';

export interface ShowMoreProps {
  readonly growing: Growing;
  readonly count: number;
  /** What is counted: parts, rows, items. */
  readonly what: string;
}

/** How far something is shown, and the way to more of it; nothing while it still grows or when all is there. */
export function ShowMore({ growing: { shown, waits, more }, count, what }: ShowMoreProps) {
  if (!waits) return null;
  return (
    <p className={styles.more}>
      <Button small onPress={more}>
        {what === 'parts' ? 'Show more' : `Show more ${what}`}
      </Button>{' '}
      {formatCount(shown)} of {formatCount(count)} {what} are shown
    </p>
  );
}
