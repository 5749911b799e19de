import { countOf, formatDuration, formatMoment, formatSequence } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import type { AnswerEffect, EnteredAnswer, SurfaceAnswer } from '@openwop-inspector/run-log';
import { Button, Fact, Facts, layout, TableHead } from '@openwop-inspector/ui';
import { useId } from 'react';
import { TextFact } from '../../shared/Fold.tsx';
import styles from './Envelopes.module.css';

const NOT_RECORDED = 'not recorded';

export interface AnswerPanelProps {
  readonly entered: SurfaceAnswer;
  readonly onSelect: (ordinal: number) => void;
}

/** The user's input in a surface, when it was sent, and the host's response. */
export function AnswerPanel({ entered, onSelect }: AnswerPanelProps) {
  const title = useId();
  const { answer, interrupt, surfaceMs } = entered;
  const timeMs = answer?.timeMs ?? null;
  const took = timeMs === null || surfaceMs === null ? null : timeMs - surfaceMs;
  return (
    <section className={layout('grid narrow gap8 topRuled', styles.answer)} aria-labelledby={title}>
      <h3 id={title}>Answer</h3>
      <Facts>
        <Fact name="requested by">
          {interrupt === null ? (
            'no interrupt is recorded'
          ) : (
            <EventLink {...interrupt} words={interrupt.kind} onSelect={onSelect} />
          )}
        </Fact>
        <Fact name="answered by">
          {answer === null ? 'no answer is recorded' : <VisibleText text={answer.by ?? NOT_RECORDED} />}
        </Fact>
        {answer === null ? null : (
          <>
            <Fact name="when">{timeMs === null ? NOT_RECORDED : formatMoment(timeMs)}</Fact>
            <Fact name="after">{took === null ? NOT_RECORDED : formatDuration(took)}</Fact>
            <TextFact name="outcome" text={answer.outcome} />
            <Fact name="event">
              <EventLink {...answer} words="" onSelect={onSelect} />
            </Fact>
          </>
        )}
      </Facts>
      {answer === null ? null : <Entered answer={answer} />}
      {answer === null ? null : <Effects effects={entered.effects} onSelect={onSelect} />}
    </section>
  );
}

/** Every value by its path. */
function Entered({ answer: { values, entries, total } }: { readonly answer: EnteredAnswer }) {
  if (values === null) return <p className={layout.second}>What was entered is {NOT_RECORDED}.</p>;
  const left = total - entries.length;
  return (
    <>
      <table className={layout.table}>
        <caption className="visually-hidden">Values that were entered</caption>
        <TableHead names={['path', 'value']} />
        <tbody>
          {entries.map(({ path, value, isText }) => (
            <tr key={path}>
              <th scope="row">
                <code>
                  <VisibleText text={path === '' ? 'the whole' : path} />
                </code>
              </th>
              <td className={layout('breaks', !isText && layout.code)}>
                {value === '' ? <i className={layout.third}>empty</i> : <VisibleText text={value} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 ? <p className={layout.second}>and {countOf(left, 'more value')}</p> : null}
    </>
  );
}

interface EffectsProps {
  readonly effects: readonly AnswerEffect[];
  readonly onSelect: (ordinal: number) => void;
}

function Effects({ effects, onSelect }: EffectsProps) {
  const title = useId();
  const byOrder = effects.some(({ by }) => by === 'order');
  return (
    <>
      <h4 id={title} className={layout.second}>
        What the host did with it
      </h4>
      <p className={layout('third meta')}>{effectText(effects.length, byOrder)}</p>
      <ol className={layout('grid breaks gap4')} aria-labelledby={title}>
        {effects.map(({ row }) => (
          <li key={row.ordinal} className={layout.narrow} title={displayText(row.summary)}>
            <EventLink ordinal={row.ordinal} sequence={row.sequence} words={row.type} onSelect={onSelect} />{' '}
            <span className={layout.second}>
              <VisibleText text={row.summary} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function effectText(count: number, byOrder: boolean): string {
  if (count === 0) return `What followed is ${NOT_RECORDED}.`;
  return byOrder
    ? 'no recorded cause leads from the answer: the next events of the node'
    : 'by recorded causes';
}

interface EventLinkProps {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly words: string;
  readonly onSelect: (ordinal: number) => void;
}

/** Navigates to an event. */
function EventLink({ ordinal, sequence, words, onSelect }: EventLinkProps) {
  return (
    <Button small onPress={() => onSelect(ordinal)}>
      <code>
        {formatSequence(sequence)}
        {words === '' ? '' : ' '}
        <VisibleText text={words} />
      </code>
    </Button>
  );
}
