import type { AcceptResult, ProjectedEvent } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import { projectedWords } from '../../model/projected-words.ts';
import styles from './Outcome.module.css';

/** View: the events a host would record. Each unfolds to its payload. */
export function RecordedEvents({ result }: { readonly result: AcceptResult }) {
  const { events } = result;
  const cause = events[0]?.causationId;
  return (
    <section className={styles.section} aria-label="Would be recorded">
      <header className={classNames(layout.row, layout.wrap, styles.head)}>
        <h3>Would be recorded</h3>
        <span className={classNames(layout.caption, layout.breaks)}>
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
          <span className={classNames(layout.inlineRow, layout.nowrap, layout.gap5)}>
            <Icon
              name={eventGlyph(event.type)}
              className={classNames(FAILURES.has(event.type) && tones.error)}
            />
            <code>{event.type}</code>
          </span>
          <span className={layout.second}>
            <VisibleText text={projectedWords(event)} />
          </span>
          {event.contentTrust === 'untrusted' ? (
            <span className={classNames(layout.inlineRow, layout.nowrap, layout.gap5, layout.untrustedText)}>
              <Icon name="untrusted" size={12} /> Untrusted
            </span>
          ) : null}
        </summary>
        <pre className={classNames(layout.breaks, layout.scrolls, layout.chrome, styles.payload)}>
          <VisibleText text={JSON.stringify(event, null, 2)} />
        </pre>
      </details>
    </li>
  );
}
