import type { PortableAnswer } from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { ANSWER_WORDS, answerTotals } from '../../model/portability-rows.ts';
import type { PortabilityResult } from '../../state/portability-store.ts';
import { ANSWER_FORM } from './answer-form.ts';
import styles from './Portability.module.css';

const ANSWERS: readonly PortableAnswer[] = ['accepted', 'refused', 'unknown'];

/** How many cells have which answer, and of how many envelopes, kinds and hosts. */
export function PortabilityTotals({ result }: { readonly result: PortabilityResult }) {
  const { rows, hosts, envelopes } = result;
  const totals = answerTotals(rows);
  return (
    <ul
      className={classNames(layout.flex, layout.wrap, layout.fixed, layout.ruled, styles.totals)}
      aria-label="Answers"
    >
      {ANSWERS.map((answer) => (
        <li key={answer} className={classNames(layout.inlineRow, layout.gap6)}>
          <Icon name={ANSWER_FORM[answer].icon} className={ANSWER_FORM[answer].tone} />
          <span>
            <b className={layout.bold}>{formatCount(totals[answer])}</b> {ANSWER_WORDS[answer]}
          </span>
        </li>
      ))}
      <li className={layout.third}>
        {countOf(envelopes, 'envelope')} of {countOf(rows.length, 'kind')} at {countOf(hosts.length, 'host')}
      </li>
    </ul>
  );
}
