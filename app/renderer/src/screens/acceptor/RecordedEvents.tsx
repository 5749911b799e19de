import type { AcceptResult, ProjectedEvent } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import styles from './Acceptor.module.css';
import { BenchSection } from './BenchPaneFrame.tsx';

const NOTHING = '–';

/** View: the events a host would record. Each can be unfolded to its payload. */
export function RecordedEvents({ result }: { readonly result: AcceptResult }) {
  const { events } = result;
  const cause = events[0]?.causationId;
  return (
    <BenchSection
      title="Would be recorded"
      note={
        <>
          {events.length === 0 ? 'no event' : countOf(events.length, 'event')}
          {cause === undefined ? null : (
            <>
              , causationId <VisibleText text={cause} />
            </>
          )}
        </>
      }
    >
      {events.length === 0 ? null : (
        <ul>
          {events.map((event) => (
            <Recorded key={event.eventId} event={event} />
          ))}
        </ul>
      )}
    </BenchSection>
  );
}

const FAILURES = new Set(['node.failed', 'run.failed', 'cap.breached']);

function Recorded({ event }: { readonly event: ProjectedEvent }) {
  return (
    <li className={styles.recorded}>
      <details>
        <summary>
          <Icon name="chevronRight" size={12} />
          <span className={layout('inlineRow nowrap gap5')}>
            <Icon
              name={eventGlyph(event.type)}
              className={classNames(FAILURES.has(event.type) && tones.error)}
            />
            <code>{event.type}</code>
          </span>
          <VisibleText as="span" className={layout.second} text={projectedText(event)} />
          {event.contentTrust === 'untrusted' ? (
            <span className={layout('inlineRow nowrap gap5 untrustedText')}>
              <Icon name="untrusted" size={12} /> Untrusted
            </span>
          ) : null}
        </summary>
        <pre className={layout('breaks scrolls chrome', styles.payload)}>
          <VisibleText text={JSON.stringify(event, null, 2)} />
        </pre>
      </details>
    </li>
  );
}

/** Summary of a projected event from its payload. */
function projectedText({ type, payload }: ProjectedEvent): string {
  switch (type) {
    case 'cap.breached':
      return `kind ${at(payload, 'kind')}, limit ${at(payload, 'limit')}, observed ${at(payload, 'observed')}`;
    case 'node.failed':
    case 'run.failed':
      return failureText(payload);
    case 'clarification.requested':
      return countOf(lengthAt(payload, 'questions'), 'question');
    case 'interrupt.requested':
      return `kind ${at(payload, 'kind')}, key ${at(payload, 'key')}`;
    case 'log.appended':
      return logText(payload);
    default:
      return '';
  }
}

/** The entry of an accepted envelope has its kind, that of a refusal that fails no node its code. */
function logText(payload: unknown): string {
  const type = at(payload, 'fields', 'envelopeType');
  return `level ${at(payload, 'level')}, ${type === NOTHING ? at(payload, 'fields', 'code') : type}`;
}

function failureText(payload: unknown): string {
  const violations = lengthAt(payload, 'error', 'details', 'violations');
  const code = at(payload, 'error', 'code');
  return violations === 0 ? code : `${code}, ${countOf(violations, 'violation')}`;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function at(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : NOTHING;
}

function lengthAt(value: unknown, ...path: readonly string[]): number {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found.length : 0;
}
