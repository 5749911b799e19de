import { type KeyboardEvent, useState } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { PayloadNode, PayloadSource } from './payload-source.ts';
import styles from './payload-tree.module.css';
import { countText, stringContent } from './value-words.ts';

/** Units of text drawn at once. */
const PART = 65_536;

interface WholeText {
  readonly text: string;
  /** True when the source gave less than the whole value. */
  readonly cut: boolean;
}

export interface TextPanelProps {
  readonly source: PayloadSource;
  readonly node: PayloadNode;
  /** Path of the value, as the heading. */
  readonly path: string;
  readonly onClose: () => void;
}

/** A long string below the tree: its beginning at once, the rest in parts and only when asked for. */
export function TextPanel({ source, node, path, onClose }: TextPanelProps) {
  const [whole, setWhole] = useState<WholeText | null>(null);
  const [from, setFrom] = useState(0);
  const [failure, setFailure] = useState('');
  const text = whole === null ? node.text : whole.text.slice(from, from + PART);

  async function readOn() {
    try {
      const answer = await source.text(node.pointer);
      if (answer === null) setFailure('The value is no longer in the document.');
      else setWhole({ text: stringContent(answer.text), cut: answer.truncated });
    } catch (why) {
      setFailure(`The value could not be read: ${why instanceof Error ? why.message : String(why)}.`);
    }
  }

  return (
    <section className={styles.textPanel} aria-label="Whole text" onKeyDown={closeByEscape(onClose)}>
      <div className={styles.gate}>
        <code className={styles.textPath} title={path}>
          <VisibleText text={path} />
        </code>
        <span>{partWords(node, whole, from, text.length)}</span>
        {whole === null && node.truncated && (
          <button type="button" className={styles.button} onClick={() => void readOn()}>
            Show more
          </button>
        )}
        {from > 0 && (
          <button type="button" className={styles.button} onClick={() => setFrom(from - PART)}>
            Previous part
          </button>
        )}
        {whole !== null && from + PART < whole.text.length && (
          <button type="button" className={styles.button} onClick={() => setFrom(from + PART)}>
            Next part
          </button>
        )}
        <button type="button" className={styles.button} onClick={onClose}>
          Close
        </button>
      </div>
      <section
        className={styles.textBody}
        aria-label="Text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <VisibleText text={text} />
      </section>
      {failure !== '' && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </section>
  );
}

/** Esc closes the panel from anywhere inside it. */
function closeByEscape(onClose: () => void) {
  return (press: KeyboardEvent) => {
    if (press.key !== 'Escape') return;
    press.preventDefault();
    press.stopPropagation();
    onClose();
  };
}

function partWords(node: PayloadNode, whole: WholeText | null, from: number, shown: number): string {
  const size = countText(node.size);
  if (whole === null && !node.truncated) return `${size} characters`;
  if (whole === null) return `first ${countText(shown)} of ${size} characters`;
  const words = `characters ${countText(from + 1)} to ${countText(from + shown)} of ${size}`;
  return whole.cut ? `${words}; the first ${countText(whole.text.length)} can be read here` : words;
}
