/** A payload that is nothing but a text is read as one, without any markup (envelope 2.2: degrade to text). */

import { isRecord, member } from '@openwop-inspector/base';
import type { RenderSubject } from '../contract/render-subject.ts';
import type { Renderer, ShowProps } from '../contract/renderer.ts';
import { FoldedText } from '../kinds/show/FoldedText.tsx';
import styles from '../parts/parts.module.css';

interface PlainText {
  readonly text: string;
}

export const plainTextRenderer: Renderer<PlainText> = {
  name: 'text',
  title: 'Text',
  read: (subject) => {
    const text = textOf(subject);
    return text === null ? null : { ok: true, view: { text } };
  },
  Show: PlainTextView,
};

/** Returns the text, when no other member would be hidden. */
function textOf(subject: RenderSubject): string | null {
  if (subject.kind === 'event') return null;
  const { renderer, text, textPointer } = subject.rendering;
  if (renderer !== 'raw' || text === null || textPointer === null) return null;
  const payload = member(subject.value, 'payload');
  const isWhole = typeof payload === 'string' || (isRecord(payload) && Object.keys(payload).length === 1);
  return isWhole && text.trim() !== '' ? text : null;
}

/** UTF-16 units of a text that are displayed at first. */
const FIRST_UNITS = 4_000;

/** Text as it was written: its own line breaks, no markup. */
function PlainTextView({ view: { text } }: ShowProps<PlainText>) {
  return (
    <div className={styles.plainText}>
      <FoldedText text={text} look="prose" first={FIRST_UNITS} />
    </div>
  );
}
