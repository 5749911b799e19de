/** Card: the readable fields of a payload (envelope 2.2). */

import { isRecord, member, ownString } from '@openwop-inspector/base';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ShowProps } from '../contract/renderer.ts';
import { SheetSubjectProvider } from '../kinds/show/sheet-subject.tsx';
import { ContentHeading } from '../parts/elements.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { CardFields, CardItems } from './CardValue.tsx';
import styles from './card.module.css';

/** A payload with a title. */
interface CardReading {
  readonly title: string | null;
  /** The title is a field of the payload, which is not said twice. */
  readonly titleIsField: boolean;
  /** An object or an array. */
  readonly payload: object;
}

export const cardRenderer = hintRenderer({ name: 'card', title: 'Card', read: readCard, Show: CardShow });

function readCard(subject: EnvelopeSubject): Reading<CardReading> | null {
  const payload = member(subject.value, 'payload');
  if (typeof payload !== 'object' || payload === null) return null;
  const isLeftOut = subject.leftOut.some(({ pointer }) => pointer === '/payload/title');
  const own = isRecord(payload) && !isLeftOut ? ownString(payload, 'title') : null;
  const hinted = subject.rendering.title;
  const titleIsField = hinted === null && own !== null && own !== '' && own.length <= MAX_TITLE_LENGTH;
  return { ok: true, view: { title: titleIsField ? own : hinted, titleIsField, payload } };
}

/** A longer one is a text among the fields, in UTF-16 units. */
const MAX_TITLE_LENGTH = 200;

/** A payload as a card. Another subject starts with its own folds. */
function CardShow({ view, subject }: ShowProps<CardReading>) {
  const { title, titleIsField, payload } = view;
  return (
    <SheetSubjectProvider subject={subject}>
      <div key={subject.key} className={styles.card}>
        {title !== null && (
          <ContentHeading level={4} className={styles.title} dir="auto">
            <VisibleText text={title} />
          </ContentHeading>
        )}
        {Array.isArray(payload) && <CardItems items={payload} pointer="/payload" depth={0} />}
        {isRecord(payload) && (
          <CardFields fields={payload} pointer="/payload" depth={0} without={titleIsField ? 'title' : null} />
        )}
      </div>
    </SheetSubjectProvider>
  );
}
