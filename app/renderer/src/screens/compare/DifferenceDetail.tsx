import { countOf, formatCount } from '@openwop-inspector/base';
import type { ValueDifference } from '@openwop-inspector/compare';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, layout, Pending } from '@openwop-inspector/ui';
import { placeWords } from '../../model/compare-rows.ts';
import { useJob } from '../../queries/job-query.ts';
import { showCompared } from '../../state/compare-actions.ts';
import { useCompare } from '../../state/compare-store.ts';
import type { ComparedDifference, ComparedEvent, ComparedSide } from '../../worker/compare-contract.ts';
import styles from './Compare.module.css';

export interface DifferenceDetailProps {
  readonly sessionId: string;
  readonly b: ComparedSide;
  readonly difference: ComparedDifference;
  readonly isFirst: boolean;
}

/** One difference: both events with the way to each, and the values that differ. */
export function DifferenceDetail({ sessionId, b, difference, isFirst }: DifferenceDetailProps) {
  const [ofA, ofB] = [difference.a, difference.b];
  return (
    <article className={styles.section}>
      <h2 className={styles.title}>{isFirst ? 'First divergence' : 'Difference'}</h2>
      <div className={classNames(styles.pair)}>
        <EventOfSide letter="A" event={ofA} sessionId={sessionId} />
        <EventOfSide letter="B" event={ofB} sessionId={b.sessionId} />
      </div>
      {ofA === null || ofB === null ? null : (
        <Values
          a={{ sessionId, ordinal: ofA.ordinal }}
          b={{ sessionId: b.sessionId, ordinal: ofB.ordinal }}
          benchId={sessionId}
        />
      )}
    </article>
  );
}

interface EventOfSideProps {
  readonly letter: 'A' | 'B';
  readonly event: ComparedEvent | null;
  readonly sessionId: string;
}

function EventOfSide({ letter, event, sessionId }: EventOfSideProps) {
  return (
    <div className={classNames(layout.stack, layout.gap4, layout.narrow)}>
      <b>{letter}</b>
      {event === null ? (
        <span className={layout.third}>no event stands for it</span>
      ) : (
        <>
          <Button
            look="link"
            label={`Event ${placeWords(event)} of ${letter}`}
            onPress={() => showCompared(sessionId, event.ordinal)}
          >
            Event {placeWords(event)}
          </Button>
          <code className={layout.breaks}>
            <VisibleText text={event.type} />
          </code>
          {event.nodeId === null ? null : (
            <span className={classNames(layout.third, layout.breaks)}>
              node <VisibleText text={event.nodeId} />
            </span>
          )}
        </>
      )}
    </div>
  );
}

interface Place {
  readonly sessionId: string;
  readonly ordinal: number;
}

function Values({ a, b, benchId }: { readonly a: Place; readonly b: Place; readonly benchId: string }) {
  const { usedRules } = useCompare(benchId);
  const { data, error } = useJob('compareEvents', { ...a, b, rules: usedRules }, { refresh: 'never' });
  if (error !== null)
    return <p className={layout.errorText}>The events could not be read: {error.message}</p>;
  if (data === undefined) return <Pending>Values are being compared.</Pending>;
  if (data === null || !data.isKnown)
    return <p className={layout.words}>The two could not be taken apart into values.</p>;
  if (data.total === 0) return <p className={layout.words}>None of their values differs that counts.</p>;
  const left = data.total - data.list.length;
  return (
    <>
      <table className={classNames(layout.table, layout.compared)} aria-label="Values that differ">
        <thead>
          <tr>
            <th scope="col">value</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((one) => (
            <ValueRow key={one.pointer} value={one} />
          ))}
        </tbody>
      </table>
      {left > 0 ? <p className={layout.aside}>and {countOf(left, 'value')} more</p> : null}
      <p className={layout.aside}>
        {formatCount(data.total)} of their values {data.total === 1 ? 'differs' : 'differ'}.
      </p>
    </>
  );
}

function ValueRow({ value: { pointer, a, b } }: { readonly value: ValueDifference }) {
  return (
    <tr>
      <th scope="row">
        <VisibleText text={pointer === '' ? '(the event)' : pointer} />
      </th>
      <td>{a === null ? <span className={layout.third}>not there</span> : <VisibleText text={a} />}</td>
      <td>{b === null ? <span className={layout.third}>not there</span> : <VisibleText text={b} />}</td>
    </tr>
  );
}
