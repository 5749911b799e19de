import { formatSequence } from '@openwop-inspector/base';
import { shownText, VisibleText } from '@openwop-inspector/renderers';
import type { PlacedMessage } from '@openwop-inspector/run-log';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import styles from './Messages.module.css';

interface PlacedLinkProps {
  readonly place: PlacedMessage;
  readonly onSelect: (ordinal: number) => void;
}

/** A message by its number, kind and sender; pressing it goes there. */
export function PlacedLink({ place: { ordinal, sequence, kind, from }, onSelect }: PlacedLinkProps) {
  const number = formatSequence(sequence);
  return (
    <span className={classNames(layout.row, layout.gap4, layout.narrow)}>
      <Button look="link" label={shownText(`${number} ${kind}`)} onPress={() => onSelect(ordinal)}>
        {number}
      </Button>
      <code>
        <VisibleText text={kind} />
      </code>
      <span className={classNames(layout.ellipsis, layout.third)}>
        {from === null ? null : <VisibleText text={from} />}
      </span>
    </span>
  );
}

interface PlacedLinksProps<Place extends PlacedMessage> {
  readonly title: string;
  readonly places: readonly Place[];
  readonly says?: (place: Place) => ReactNode;
  readonly onSelect: (ordinal: number) => void;
}

/** View: messages that belong to the selected one; nothing when there are none. */
export function PlacedLinks<Place extends PlacedMessage>({
  title,
  places,
  says,
  onSelect,
}: PlacedLinksProps<Place>) {
  if (places.length === 0) return null;
  return (
    <section aria-label={title} className={classNames(layout.ruled, styles.section)}>
      <h2 className={layout.heading}>{title}</h2>
      <ul className={styles.states}>
        {places.map((place) => (
          <li key={place.ordinal} className={styles.state}>
            <PlacedLink place={place} onSelect={onSelect} />
            {says?.(place)}
          </li>
        ))}
      </ul>
    </section>
  );
}
