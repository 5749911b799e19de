import type { SimulatedEvent } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import { Icon, layout } from '@openwop-inspector/ui';
import outcome from './Outcome.module.css';
import styles from './Simulator.module.css';

/** View: the events a host would record, in order. Each can be unfolded to its payload. */
export function SimulatedEvents({ events }: { readonly events: readonly SimulatedEvent[] }) {
  return (
    <section className={styles.section} aria-label="Would be recorded">
      <h3>
        Would be recorded
        <span className={layout.caption}>
          {events.length === 0 ? 'no event' : countOf(events.length, 'event')}
        </span>
      </h3>
      <ul>
        {events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the list is the order of the events
          <li key={at} className={outcome.recorded}>
            <details>
              <summary>
                <Icon name="chevronRight" size={12} />
                <span className={layout('inlineRow nowrap gap5')}>
                  <Icon name={eventGlyph(event.type)} />
                  <code>{event.type}</code>
                </span>
              </summary>
              <pre className={layout('breaks scrolls chrome', outcome.payload)}>
                <VisibleText text={JSON.stringify(event.payload, null, 2)} />
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
