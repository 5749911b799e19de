/** A payload that is nothing but a text is read as one, without any markup (envelope 2.2: degrade to text). */

import { formatCount, isRecord, member } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import { useState } from 'react';
import type { RenderSubject } from '../contract/render-subject.ts';
import { type Renderer, type ShowProps, unread } from '../contract/renderer.ts';
import styles from '../parts/parts.module.css';
import { VisibleText } from '../visible-text/VisibleText.tsx';

interface PlainText {
  readonly text: string;
}

export const plainTextRenderer: Renderer<PlainText> = {
  name: 'text',
  title: 'Text',
  takes: (subject) => textOf(subject) !== null,
  read: (subject) => {
    const text = textOf(subject);
    if (text !== null) return { ok: true, view: { text } };
    return unread({
      message: 'The payload is more than a text.',
      pointer: '',
      clause: 'envelope 2.2',
      nearest: 'A string.',
    });
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

/** More than this is displayed on request, in UTF-16 units. */
const FOLDED_AT = 4_000;
/** More than this is never set in one piece: the payload tree pages it. */
const MAX_SHOWN = 200_000;

/** Text as it was written: its own line breaks, no markup. */
function PlainTextView({ view: { text } }: ShowProps<PlainText>) {
  const [isWhole, setIsWhole] = useState(false);
  const most = isWhole ? MAX_SHOWN : FOLDED_AT;
  const rest = text.length - most;
  return (
    <div className={styles.plainText}>
      <p dir="auto">
        <VisibleText text={text.slice(0, most)} />
      </p>
      {rest > 0 && !isWhole ? (
        <Button small onPress={() => setIsWhole(true)}>
          Show {formatCount(Math.min(rest, MAX_SHOWN - FOLDED_AT))} more characters
        </Button>
      ) : null}
      {rest > 0 && isWhole ? (
        <p className={styles.shortened}>
          {formatCount(rest)} more characters are in the payload, shown as JSON.
        </p>
      ) : null}
    </div>
  );
}
