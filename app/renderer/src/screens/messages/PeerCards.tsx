import { VisibleText } from '@openwop-inspector/renderers';
import type { PeerCardRow } from '@openwop-inspector/run-log';
import { classNames, layout } from '@openwop-inspector/ui';
import styles from './Messages.module.css';
import { PlacedLink } from './PlacedLinks.tsx';

interface PeerCardsProps {
  readonly peers: readonly PeerCardRow[];
  readonly onSelect: (ordinal: number) => void;
}

/** View: the peers of the channel as they presented themselves until then. A card makes claims and proves nothing (agh 4). */
export function PeerCards({ peers, onSelect }: PeerCardsProps) {
  if (peers.length === 0) return null;
  return (
    <section aria-label="Peers" className={styles.section}>
      <h2 className={layout.heading}>Peers of the channel</h2>
      <p className={classNames(layout.words, layout.third)}>
        What they say of themselves; nothing of it is verified.
      </p>
      <ul className={styles.states}>
        {peers.map(({ peerId, displayName, capabilities, by }) => (
          <li key={peerId} className={styles.card}>
            <strong>
              <VisibleText text={displayName ?? peerId} />
            </strong>
            <code>
              <VisibleText text={peerId} />
            </code>
            <span className={layout.narrow}>
              {capabilities.length === 0 ? 'no capability' : <VisibleText text={capabilities.join(', ')} />}
            </span>
            <PlacedLink place={by} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  );
}
