import { VisibleText } from '@openwop-inspector/renderers';
import type { MessageFacts } from '@openwop-inspector/run-log';
import { classNames, layout } from '@openwop-inspector/ui';
import styles from './Messages.module.css';
import { PlacedLink } from './PlacedLinks.tsx';

interface InteractionSectionProps {
  readonly interaction: NonNullable<MessageFacts['interaction']>;
  /** Ordinal of the selected message. */
  readonly current: number;
  readonly onSelect: (ordinal: number) => void;
}

/** View: the life of the interaction, state by state, with the one behind the selected message (agh 5). */
export function InteractionSection({ interaction, current, onSelect }: InteractionSectionProps) {
  const { id, state, states } = interaction;
  const at = states.findLastIndex(({ by }) => by.ordinal <= current);
  return (
    <section aria-label="Interaction" className={classNames(layout.ruled, styles.section)}>
      <h2 className={layout.heading}>
        Interaction <VisibleText text={id} />
      </h2>
      <p className={layout.words}>
        {state === null ? 'It has no state behind this message.' : `Behind this message it is ${state}.`}
      </p>
      {states.length === 0 ? null : (
        <ol className={styles.states} aria-label="States">
          {states.map(({ state: name, by }, place) => (
            <li key={by.ordinal} aria-current={place === at ? 'step' : undefined} className={styles.state}>
              <code className={classNames(place === at && layout.strong)}>{name}</code>
              <PlacedLink place={by} onSelect={onSelect} />
              {place === at ? <span className={layout.third}>here</span> : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
