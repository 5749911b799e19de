import type { HostAnswer } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Icon, layout } from '@openwop-inspector/ui';
import { HOST_ANSWERS } from '../../model/simulator-text.ts';
import styles from './Simulator.module.css';

const ICONS = { agrees: 'ok', deviates: 'differs', 'not-reconstructable': 'unknown' } as const;
const TONES = {
  agrees: layout.okText,
  deviates: layout.errorText,
  'not-reconstructable': layout.third,
} as const;

/** View: the log's result for its host: agrees, deviates by clause, or not reconstructable, with what is missing. */
export function HostAnswerView({ answer }: { readonly answer: HostAnswer }) {
  return (
    <div role="status">
      <p className={layout('inlineRow gap6')}>
        <Icon name={ICONS[answer.kind]} className={TONES[answer.kind]} />
        <b className={layout.bold}>{HOST_ANSWERS[answer.kind]}</b>
        {answer.kind === 'agrees' ? <span>in {countOf(answer.compared, 'event')}</span> : null}
      </p>
      <Why answer={answer} />
    </div>
  );
}

function Why({ answer }: { readonly answer: HostAnswer }) {
  if (answer.kind === 'agrees') return null;
  if (answer.kind === 'deviates')
    return (
      <ul className={styles.list} aria-label="Deviations">
        {answer.deviations.map(({ what, note, here, host, clause }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a deviation is its number
          <li key={at} className={layout.breaks}>
            {note}: <code>{what}</code>, <VisibleText text={host} /> recorded, <VisibleText text={here} /> by
            the clause{' '}
            <span className={layout.third}>
              <Clause clause={clause} />
            </span>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className={styles.list} aria-label="What is missing">
      {answer.missing.map(({ what, record }) => (
        <li key={what} className={layout.breaks}>
          Not in the log: {what}
          {record === '' ? '' : `. Needed: ${record}`}
        </li>
      ))}
    </ul>
  );
}
