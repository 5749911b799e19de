import type { Text } from '@openwop-inspector/events';
import { Clause } from '../../clause/Clause.tsx';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import styles from './sheet.module.css';

/** A sentence of ours; the names in it are set as what they are, foreign text. */
export function SentenceView({ words }: { readonly words: Text }) {
  return words.map((piece, at) =>
    typeof piece === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <Clause key={at} clause={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <code key={at} className={styles.name}>
        <VisibleText text={piece.foreign} />
      </code>
    ),
  );
}
