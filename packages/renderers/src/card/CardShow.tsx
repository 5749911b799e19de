import { isRecord } from '@openwop-inspector/base';
import { useMemo } from 'react';
import type { ShowProps } from '../contract/renderer.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { CardFields } from './CardFields.tsx';
import { CardItems } from './CardItems.tsx';
import { CardValue } from './CardValue.tsx';
import styles from './card.module.css';
import { CardPlaceProvider } from './card-place.ts';
import type { CardReading } from './card-renderer.ts';

/** A payload as a card. Another subject starts with its own folds. */
export function CardShow({ view, subject }: ShowProps<CardReading>) {
  const { title, titleIsField, payload, leftOut } = view;
  const place = useMemo(() => ({ subject, leftOut, Value: CardValue }), [subject, leftOut]);
  return (
    <CardPlaceProvider value={place}>
      <div key={subject.key} className={styles.card}>
        {title !== null && (
          // biome-ignore lint/a11y/useSemanticElements: content must not enter the outline of the application
          <div role="heading" aria-level={4} className={styles.title} dir="auto">
            <VisibleText text={title} />
          </div>
        )}
        {Array.isArray(payload) && <CardItems items={payload} pointer="/payload" depth={0} />}
        {isRecord(payload) && (
          <CardFields
            fields={payload}
            pointer="/payload"
            depth={0}
            {...(titleIsField ? { without: 'title' } : {})}
          />
        )}
      </div>
    </CardPlaceProvider>
  );
}
