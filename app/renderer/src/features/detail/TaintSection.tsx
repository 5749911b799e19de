import { countOf, formatSequence } from '@openwop-inspector/base';
import { Clause, displayText, useRenderServices, VisibleText } from '@openwop-inspector/renderers';
import { arrivalText, REACHED_WORDS, type ReachedPlace, type TaintStep } from '@openwop-inspector/run-log';
import { Badge, Button, layout } from '@openwop-inspector/ui';
import { Fragment, useState } from 'react';
import { Unread } from '../../shared/Failure.tsx';
import { CheckBox } from '../../shared/Form.tsx';
import { useJob } from '../../shared/job-query.ts';
import { addressOf, isSameEvent } from '../../shared/view-link.ts';
import { changeView, useSessionView } from '../sessions/view-store.ts';

const FIRST_PLACES = 10;
const MORE_PLACES = 100;

const TONES = { agrees: 'ok', deviates: 'error', unknown: 'warning' } as const;

export interface TaintSectionProps {
  readonly sessionId: string;
  readonly ordinal: number;
}

/** The path of untrusted content to an event, then each place it reached with the protocol's requirement there. */
export function TaintSection({ sessionId, ordinal }: TaintSectionProps) {
  const [limit, setLimit] = useState(FIRST_PLACES);
  const drawn = useSessionView(sessionId, (view) => view.taint);
  const { data: taint, error } = useJob('taint', { sessionId, ordinal, limit });
  if (error !== null)
    return (
      <Unread what="The way of untrusted content" why={error.message} className={layout('words pad12')} />
    );
  // Of the previous event, while this one is requested.
  if (taint === undefined || taint === null || taint.row.ordinal !== ordinal) return null;
  const { way, leftOut, reached, reachedTotal } = taint;
  if (way.length === 0 && reached.length === 0) return null;
  const here = addressOf(taint.row);
  const isDrawn = drawn !== null && isSameEvent(drawn, here);
  const left = reachedTotal - reached.length;
  return (
    <section aria-label="Untrusted content" className={layout('topRuled pad0x12x8')}>
      <header className={layout('row gap8 min30')}>
        <h2>Untrusted content</h2>
        <span className={layout.third}>
          {reachedTotal === 0
            ? 'not used after this point'
            : `acts in ${countOf(reachedTotal, 'place')} from here on`}
        </span>
        <CheckBox
          className={layout.toEnd}
          isOn={isDrawn}
          onChange={(isOn) => changeView(sessionId, { taint: isOn ? here : null })}
        >
          Show path
        </CheckBox>
      </header>
      <p className={layout.words}>
        {arrivalText(taint)}
        {way.length <= 1
          ? null
          : way.map((step, i) => (
              <Fragment key={step.row.ordinal}>
                {i === 0 ? null : step.via === 'node' ? ', then in its node ' : ' → '}
                {i === 1 && leftOut > 0 ? `${countOf(leftOut, 'more event')} → ` : null}
                <EventLink row={step.row} isMarked={step.isMarked} />
              </Fragment>
            ))}
      </p>
      {reached.length === 0 ? null : (
        <ul className={layout.marginTop4} aria-label="Where it acts">
          {reached.map((place) => (
            <Place key={place.way.at(-1)?.row.ordinal} {...place} />
          ))}
        </ul>
      )}
      {left > 0 ? (
        <Button small look="quiet" onPress={() => setLimit(limit + MORE_PLACES)}>
          {countOf(left, 'more place')}
        </Button>
      ) : null}
    </section>
  );
}

function Place({ kind, way, verdict, clause, why, isCertain }: ReachedPlace) {
  const row = way.at(-1)?.row;
  return (
    <li className={layout('grid baseline gap8 padY3 placeColumns')}>
      <Badge tone={TONES[verdict]}>{verdict}</Badge>
      {row === undefined ? null : <EventLink row={row} isMarked />}
      <span className={layout.narrow}>
        {REACHED_WORDS[kind]}
        {isCertain ? '' : ', perhaps'}: <VisibleText text={why} /> <Clause isQuiet clause={clause} />
      </span>
    </li>
  );
}

function EventLink({ row, isMarked }: Pick<TaintStep, 'row' | 'isMarked'>) {
  const { jumpTo } = useRenderServices();
  const number = formatSequence(row.sequence);
  return (
    <Button
      look="link"
      label={displayText(`${number} ${row.type}${isMarked ? '' : ', trust not recorded'}`)}
      onPress={() => jumpTo?.(row.ordinal)}
    >
      {number}
    </Button>
  );
}
