import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { placeText } from '../model/compare-rows.ts';
import type { ComparedEvent } from '../worker/compare-jobs.ts';
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
        <span className={layout.third}>no event stands for it</span>
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
