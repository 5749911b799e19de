import type { ComparedValue, FindingPlace } from '@openwop-inspector/audit';
import { formatSequence } from '@openwop-inspector/base';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { openPlaceInAcceptor, showPlace } from '../../state/audit-actions.ts';
import styles from './Audit.module.css';

export interface FindingPlacesProps {
  readonly sessionId: string;
  readonly places: readonly FindingPlace[];
  /** True when each place is an envelope, which the acceptor takes. */
  readonly isEnvelope: boolean;
}

/** Each place with both sides of what was compared, the way to its event and into the acceptor. */
export function FindingPlaces({ sessionId, places, isEnvelope }: FindingPlacesProps) {
  return (
    <ul className={styles.places} aria-label="Places">
      {places.map((place, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
        <li key={at} className={styles.place}>
          <div className={classNames(layout.row, layout.wrap, layout.gap8)}>
            {isHeld(place) ? (
              <Button look="link" onPress={() => void showPlace(sessionId, place)}>
                Event {placeName(place)}
              </Button>
            ) : (
              <span className={layout.third}>the log as a whole</span>
            )}
            {isEnvelope && isHeld(place) ? (
              <Button look="quiet" icon="repair" onPress={() => void openPlaceInAcceptor(sessionId, place)}>
                Open in acceptor
              </Button>
            ) : null}
          </div>
          {place.compared === undefined ? (
            <p className={classNames(layout.words, layout.breaks)}>{place.message}</p>
          ) : (
            <ComparedTable compared={place.compared} />
          )}
        </li>
      ))}
    </ul>
  );
}

const isHeld = ({ eventId, sequence }: FindingPlace): boolean => eventId !== null || sequence !== null;

function placeName({ sequence, eventId }: FindingPlace): string {
  return sequence === null ? (eventId ?? '') : formatSequence(sequence);
}

/** What the host recorded beside what the pipeline gives, which would be right. */
function ComparedTable({ compared }: { readonly compared: readonly ComparedValue[] }) {
  return (
    <table className={classNames(layout.table, layout.compared)}>
      <thead>
        <tr>
          <th scope="col">point</th>
          <th scope="col">host recorded</th>
          <th scope="col">right by the pipeline</th>
        </tr>
      </thead>
      <tbody>
        {compared.map(({ what, host, here }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{host}</td>
            <td>{here}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
