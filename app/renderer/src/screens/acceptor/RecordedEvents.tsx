import type { AcceptResult, ProjectedEvent } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { projectedWords } from '../../model/projected-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { eventIcon } from '../../ui/event-icon.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Outcome.module.css';

/** View: the events a host would record. Each unfolds to its payload. */
export function RecordedEvents({ result }: { readonly result: AcceptResult }) {
  const { events } = result;
  const cause = events[0]?.causationId;
  return (
    <section className={styles.section} aria-label="Would be recorded">
      <header className={styles.head}>
        <h3>Would be recorded</h3>
        <span className={styles.count}>
          {events.length === 0 ? 'no event' : countOf(events.length, 'event')}
          {cause === undefined ? null : (
            <>
              , causationId <VisibleText text={cause} />
            </>
          )}
        </span>
      </header>
      {events.length === 0 ? null : (
        <ul>
          {events.map((event) => (
            <Recorded key={event.eventId} event={event} />
          ))}
        </ul>
      )}
    </section>
  );
}

const FAILURES = new Set(['node.failed', 'run.failed', 'cap.breached']);

function Recorded({ event }: { readonly event: ProjectedEvent }) {
  return (
    <li className={styles.recorded}>
      <details>
        <summary>
          <Icon name="chevronRight" size={12} />
          <span className={styles.mark}>
            <Icon
              name={eventIcon(event.type)}
              className={classNames(FAILURES.has(event.type) && styles.error)}
            />
            <code>{event.type}</code>
          </span>
          <span className={styles.second}>
            <VisibleText text={projectedWords(event)} />
          </span>
          {event.contentTrust === 'untrusted' ? (
            <span className={classNames(styles.mark, styles.untrusted)}>
              <Icon name="untrusted" size={12} /> Untrusted
            </span>
          ) : null}
        </summary>
        <pre className={styles.payload}>
          <VisibleText text={JSON.stringify(event, null, 2)} />
        </pre>
      </details>
    </li>
  );
}
