import { formatCount } from '@openwop-inspector/base';
import { useState } from 'react';
import type { ShowProps } from '../contract/renderer.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './plain-text.module.css';
import type { PlainText } from './plain-text-renderer.ts';

/** More than this is shown on request, in UTF-16 units. */
const FOLDED_AT = 4_000;
/** More than this is never set in one piece: the payload tree pages it. */
const MOST_SHOWN = 200_000;

/** Text as it was written: its own line breaks, no markup. */
export function PlainTextView({ view: { text } }: ShowProps<PlainText>) {
  const [isWhole, setIsWhole] = useState(false);
  const most = isWhole ? MOST_SHOWN : FOLDED_AT;
  const rest = text.length - most;
  return (
    <div className={styles.text}>
      <p dir="auto">
        <VisibleText text={text.slice(0, most)} />
      </p>
      {rest > 0 && !isWhole ? (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          Show {formatCount(Math.min(rest, MOST_SHOWN - FOLDED_AT))} more characters
        </button>
      ) : null}
      {rest > 0 && isWhole ? (
        <p className={styles.note}>{formatCount(rest)} more characters are in the payload, shown as JSON.</p>
      ) : null}
    </div>
  );
}
