import { countOf, formatCount } from '@openwop-inspector/base';
import type { ValueDifference } from '@openwop-inspector/compare';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, layout, Pending } from '@openwop-inspector/ui';
import { placeText } from '../model/compare-rows.ts';
import { useJob } from '../queries/job-query.ts';
import type { ComparedEvent, EventOfSession } from '../worker/compare-jobs.ts';
import styles from './Parts.module.css';

/** An event of one side; null where the other's has no counterpart. */
export interface PairSide {
  readonly sessionId: string;
  readonly event: ComparedEvent | null;
}

export interface ComparedPairProps {
  readonly a: PairSide;
  readonly b: PairSide;
  /** Goes to an event. */
  readonly onShow: (sessionId: string, ordinal: number) => void;
}

/** Two events side by side, each with the way to it. */
export function ComparedPair({ a, b, onShow }: ComparedPairProps) {
  return (
    <div className={classNames(styles.pair)}>
      <EventOfSide letter="A" side={a} onShow={onShow} />
      <EventOfSide letter="B" side={b} onShow={onShow} />
    </div>
  );
}

interface EventOfSideProps extends Pick<ComparedPairProps, 'onShow'> {
  readonly letter: 'A' | 'B';
  readonly side: PairSide;
}

function EventOfSide({ letter, side: { sessionId, event }, onShow }: EventOfSideProps) {
  return (
    <div className={layout('stack gap4 narrow')}>
      <b>{letter}</b>
      {event === null ? (
        <span className={layout.third}>no matching event</span>
      ) : (
        <>
          <Button
            look="link"
            label={`Event ${placeText(event)} of ${letter}`}
            onPress={() => onShow(sessionId, event.ordinal)}
          >
            Event {placeText(event)}
          </Button>
          <VisibleText as="code" className={layout.breaks} text={event.type} />
          {event.nodeId === null ? null : (
            <span className={layout('third breaks')}>
              node <VisibleText text={event.nodeId} />
            </span>
          )}
        </>
      )}
    </div>
  );
}

interface ComparedValuesProps {
  readonly a: EventOfSession;
  readonly b: EventOfSession;
  /** A document of rules as typed; blank for the usual ones. */
  readonly rules: string;
}

/** The values in which two events differ, A next to B. */
export function ComparedValues({ a, b, rules }: ComparedValuesProps) {
  const { data, error } = useJob('compareEvents', { ...a, b, rules });
  if (error !== null)
    return <p className={layout.errorText}>The events could not be read: {error.message}</p>;
  if (data === undefined) return <Pending>Values are being compared.</Pending>;
  if (data === null || !data.isKnown)
    return <p className={layout.words}>The two could not be taken apart into values.</p>;
  if (data.total === 0) return <p className={layout.words}>None of their values differs that counts.</p>;
  const left = data.total - data.list.length;
  return (
    <>
      <table className={layout('table compared')} aria-label="Values that differ">
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
