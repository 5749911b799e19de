import {
  compareTurn,
  type DispatchAttempt,
  type HostAnswer,
  type ProjectedEvent,
  type SimulatedEvent,
  type TurnRow,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatCount, formatSequence, valueAt } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { warningInfo } from '@openwop-inspector/protocol';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { classNames, Fact, Facts, Icon, layout, TableHead, tones } from '@openwop-inspector/ui';
import type { PropsWithChildren } from 'react';
import type { TurnAnswer } from '../../acceptor-worker/simulations.ts';
import { TextFact } from '../../shared/Fold.tsx';
import styles from './Acceptor.module.css';
import { BenchSection, Remarks, ResultHead } from './BenchPaneFrame.tsx';
import { DECISIONS, type SimulatorRecord } from './simulator-store.ts';

export interface TurnResultProps {
  readonly answer: TurnAnswer;
  /** The log's record of the same turn; null without one, and after a change. */
  readonly record: Extract<SimulatorRecord, { kind: 'turn' }> | null;
  /** True when the document was changed since it was taken from the log. */
  readonly wasEdited: boolean;
}

type Warning = TurnAnswer['result']['warnings'][number];

const remarkOf = ({ code, message }: Warning) => ({ name: code, text: message || warningInfo(code).title });

/** View: the end of the turn, the host's record, each attempt with its route, the events. */
export function TurnResult({ answer, record, wasEdited }: TurnResultProps) {
  const { result, unchecked, isLimitKnown } = answer;
  const { warnings, counters } = result;
  const missing = [...(record?.missing ?? []), ...unchecked];
  const compared = record === null ? null : compareTurn(result, record.recorded, { missing, isLimitKnown });
  return (
    <>
      <End answer={answer} />
      {compared === null ? null : (
        <RecordedByHost answer={compared.answer}>
          <TurnTable rows={compared.rows} />
        </RecordedByHost>
      )}
      {wasEdited ? (
        <p className={layout('aside ruled pad12')}>
          The document was changed, so that what the host recorded is no longer about it. Revert brings it
          back.
        </p>
      ) : null}
      <BenchSection title={countOf(result.attempts.length, 'attempt')} label="Attempts">
        <ol className={layout('grid gap6')}>
          {result.attempts.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </ol>
      </BenchSection>
      <RecordedEvents events={result.events} />
      <section className={layout('ruled pad12')} aria-label="Counters and warnings">
        <p>
          Counted: {countOf(counters.schemaRounds, 'schema round')},{' '}
          {countOf(counters.envelopesPerTurn, 'envelope')} in the turn.
        </p>
        {warnings.length === 0 ? null : (
          <Remarks icon="warning" label="Warnings" of={warnings.map(remarkOf)} />
        )}
      </section>
    </>
  );
}

function End({ answer: { result, unused, unchecked } }: { readonly answer: TurnAnswer }) {
  const { terminal, mostAttempts } = result;
  const { status, attempts, code } = terminal;
  const { words, ...form } = DECISIONS[status];
  const isBounded = Number.isFinite(mostAttempts);
  return (
    <ResultHead
      {...form}
      label="How the turn ends"
      title={`${words} after ${isBounded ? `${formatCount(attempts)} of ` : ''}${countOf(isBounded ? mostAttempts : attempts, 'attempt')}`}
      code={code}
    >
      {terminal.ranOut ? (
        <p>A retry was due, and no further answer is given: the end of the list counts as the budget.</p>
      ) : null}
      {unused > 0 ? <p>{countOf(unused, 'answer was', 'answers were')} not needed.</p> : null}
      {unchecked.length > 0 ? (
        <p>
          Not checked: {unchecked.map(({ what }) => what).join('; ')}. A host that knows it may decide
          otherwise.
        </p>
      ) : null}
    </ResultHead>
  );
}

function Attempt({ attempt }: { readonly attempt: DispatchAttempt }) {
  const { decision, reason, why, clause, stop, stopMeaning, maxTokens, envelopes, violations } = attempt;
  const broken = violations.map(({ instancePath, keyword }) => `${instancePath || '(root)'} ${keyword}`);
  const judged = envelopes.map(({ status, step, code }) =>
    [`${status} at ${step}`, ...(code === null ? [] : [code])].join(', '),
  );
  return (
    <li className={styles.attempt}>
      <p className={layout('inlineRow wrap gap6')}>
        <Icon name={DECISIONS[decision].icon} />
        <b className={layout.bold}>Attempt {attempt.attempt}</b>
        <span>
          {DECISIONS[decision].words}
          {reason === null ? '' : ` for ${reason}`}
        </span>
        <Clause isQuiet clause={clause} />
      </p>
      <VisibleText as="p" text={why} />
      <Facts>
        <Fact name="finish reason">
          <VisibleText text={stop ?? 'not reported'} />, {stopMeaning}
        </Fact>
        {maxTokens === null ? null : <Fact name="budget">{formatCount(maxTokens)} tokens</Fact>}
        {attempt.corrective ? <Fact name="retry prompt">previous error</Fact> : null}
        <TextFact name="envelopes" text={judged.join('; ') || null} />
        <TextFact name="violations" text={broken.join('; ') || null} />
      </Facts>
    </li>
  );
}

/** View: the events of the simulated turn next to those recorded by the host, each difference marked. */
function TurnTable({ rows }: { readonly rows: readonly TurnRow[] }) {
  if (rows.length === 0) return <p>Neither side has an event of the turn.</p>;
  return (
    <table className={layout('table', styles.sides)}>
      <TableHead names={['difference', 'played here', 'host recorded']} />
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
          <tr key={at} className={row.same ? layout.second : undefined}>
            <th scope="row">
              <Icon
                name={row.same ? 'same' : 'differs'}
                className={row.same ? layout.third : layout.errorText}
              />{' '}
              {row.same ? 'the same' : differenceText(row)}
              {row.same ? null : (
                <div className={layout.third}>
                  <Clause clause={row.clause} />
                </div>
              )}
            </th>
            <Side row={row} side="here" />
            <Side row={row} side="host" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function differenceText({ here, host }: TurnRow): string {
  if (here === null) return 'host alone';
  return host === null ? 'here alone' : 'differs';
}

function Side({ row, side }: { readonly row: TurnRow; readonly side: 'here' | 'host' }) {
  const event = row[side];
  const isRecorded = event !== null && 'sequence' in event;
  return (
    <td>
      {isRecorded ? `${formatSequence(event.sequence)} ` : null}
      {event === null ? 'no such event' : <VisibleText as="code" text={event.type} />}
      {row.differences.map((difference) => (
        <div key={difference.what}>
          {difference.what}: <VisibleText text={difference[side]} />
        </div>
      ))}
    </td>
  );
}

/** The log's result for its host, in the words of the audit. */
const HOST_ANSWERS = {
  agrees: { words: 'Agrees', icon: 'ok', tone: layout.okText },
  deviates: { words: 'Deviates', icon: 'differs', tone: layout.errorText },
  'not-reconstructable': { words: 'Not reconstructable', icon: 'unknown', tone: layout.third },
} as const;

/** View: the log's result for its host: agrees, deviates by clause, or not reconstructable, with what is missing. */
export function RecordedByHost({ answer, children }: PropsWithChildren<{ readonly answer: HostAnswer }>) {
  const { words, icon, tone } = HOST_ANSWERS[answer.kind];
  return (
    <BenchSection title="Recorded by the host">
      <div role="status">
        <p className={layout('inlineRow gap6')}>
          <Icon name={icon} className={tone} />
          <b className={layout.bold}>{words}</b>
          {answer.kind === 'agrees' ? <span>in {countOf(answer.compared, 'event')}</span> : null}
        </p>
        <Why answer={answer} />
      </div>
      {children}
    </BenchSection>
  );
}

function Why({ answer }: { readonly answer: HostAnswer }) {
  if (answer.kind === 'agrees') return null;
  if (answer.kind === 'deviates')
    return (
      <ul className={layout('grid gap6')} aria-label="Deviations">
        {answer.deviations.map(({ what, note, here, host, clause }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a deviation is its number
          <li key={at} className={layout.breaks}>
            {note}: <code>{what}</code>, <VisibleText text={host} /> recorded, <VisibleText text={here} /> by
            the clause <Clause isQuiet clause={clause} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul className={layout('grid gap6')} aria-label="What is missing">
      {answer.missing.map(({ what, record }) => (
        <li key={what} className={layout.breaks}>
          Not in the log: {what}
          {record === '' ? '' : `. Needed: ${record}`}
        </li>
      ))}
    </ul>
  );
}

type RecordedEvent = ProjectedEvent | SimulatedEvent;

/** View: the events a host would record, in order. Each can be unfolded: those of an envelope whole, else the payload. */
export function RecordedEvents({ events }: { readonly events: readonly RecordedEvent[] }) {
  const [first] = events;
  const cause = first !== undefined && 'eventId' in first ? first.causationId : undefined;
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
          {events.map((event, at) => (
            // A simulated event has no id: the order of the list is the order of the events.
            <Recorded key={'eventId' in event ? event.eventId : at} event={event} />
          ))}
        </ul>
      )}
    </BenchSection>
  );
}

const FAILURES = new Set(['node.failed', 'run.failed', 'cap.breached']);

function Recorded({ event }: { readonly event: RecordedEvent }) {
  const { type, payload } = event;
  const projected = 'eventId' in event ? event : null;
  const json = JSON.stringify(projected ?? payload, null, 2);
  const isFailure = projected !== null && FAILURES.has(type);
  return (
    <li className={layout('topRuled', styles.recorded)}>
      <details>
        <summary className={layout('grid minControl rests rounded gap8')}>
          <Icon name="chevronRight" size={12} />
          <span className={layout('inlineRow nowrap gap5')}>
            <Icon name={eventGlyph(type)} className={classNames(isFailure && tones.error)} />
            <code>{type}</code>
          </span>
          {projected === null ? null : (
            <VisibleText as="span" className={layout.second} text={projectedText(type, payload)} />
          )}
          {projected?.contentTrust === 'untrusted' ? (
            <span className={layout('inlineRow nowrap gap5 untrustedText')}>
              <Icon name="untrusted" size={12} /> Untrusted
            </span>
          ) : null}
        </summary>
        <VisibleText
          as="pre"
          className={layout('scrolls chrome framed roundedMore margin2x0x4 pad6x8 max220')}
          text={json}
        />
      </details>
    </li>
  );
}

const NOTHING = '–';

/** Summary of a projected event from its payload; empty for a type without one. */
function projectedText(type: string, payload: unknown): string {
  const found = (pointer: string): string => at(payload, pointer);
  switch (type) {
    case 'cap.breached':
      return `kind ${found('/kind')}, limit ${found('/limit')}, observed ${found('/observed')}`;
    case 'node.failed':
    case 'run.failed': {
      const violations = lengthAt(payload, '/error/details/violations');
      return `${found('/error/code')}${violations === 0 ? '' : `, ${countOf(violations, 'violation')}`}`;
    }
    case 'clarification.requested':
      return countOf(lengthAt(payload, '/questions'), 'question');
    case 'interrupt.requested':
      return `kind ${found('/kind')}, key ${found('/key')}`;
    case 'log.appended': {
      // The entry of an accepted envelope has its kind, that of a refusal that fails no node its code.
      const kind = found('/fields/envelopeType');
      return `level ${found('/level')}, ${kind === NOTHING ? found('/fields/code') : kind}`;
    }
    default:
      return '';
  }
}

function at(value: unknown, pointer: string): string {
  const found = valueAt(value, pointer);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : NOTHING;
}

function lengthAt(value: unknown, pointer: string): number {
  const found = valueAt(value, pointer);
  return Array.isArray(found) ? found.length : 0;
}
