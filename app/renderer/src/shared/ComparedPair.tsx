import { countOf, formatCount } from '@openwop-inspector/base';
import type { ValueDifference } from '@openwop-inspector/compare';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, layout, Pending, TableHead } from '@openwop-inspector/ui';
import { placeText } from '../features/compare/compare-rows.ts';
import type { ComparedEvent, EventOfSession } from '../worker/compare-jobs.ts';
import { useJob } from './job-query.ts';

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
    <div className={layout('grid gap12 pairColumns topAligned marginBottom10')}>
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
    <div className={layout('row wrap gap8 narrow')}>
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
      <ValueTable label="Values that differ" a="A" b="B" values={data.list} />
      {left > 0 ? <p className={layout.aside}>and {countOf(left, 'value')} more</p> : null}
      <p className={layout.aside}>
        {formatCount(data.total)} of their values {data.total === 1 ? 'differs' : 'differ'}.
      </p>
    </>
  );
}

interface ValueTableProps {
  readonly label: string;
  /** What the two sides are called. */
  readonly a: string;
  readonly b: string;
  readonly values: readonly Pick<ValueDifference, 'pointer' | 'a' | 'b'>[];
}

/** Values by their pointers, one side next to the other. */
export function ValueTable({ label, a, b, values }: ValueTableProps) {
  return (
    <table className={layout('table compared')} aria-label={label}>
      <TableHead names={['value', a, b]} />
      <tbody>
        {values.map((value) => (
          <tr key={value.pointer}>
            <th scope="row">
              <VisibleText text={value.pointer === '' ? '(the event)' : value.pointer} />
            </th>
            <ValueCell text={value.a} />
            <ValueCell text={value.b} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ValueCell({ text }: { readonly text: string | null }) {
  return (
    <td>{text === null ? <span className={layout.third}>not there</span> : <VisibleText text={text} />}</td>
  );
}
