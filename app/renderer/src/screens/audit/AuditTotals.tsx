import type { LogAudit } from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import { classNames, Icon, type IconName, layout } from '@openwop-inspector/ui';
import styles from './Audit.module.css';

const ANSWERS: readonly {
  readonly kind: keyof LogAudit['answers'];
  readonly words: string;
  readonly icon: IconName;
  readonly tone: string | undefined;
}[] = [
  { kind: 'agrees', words: 'agree', icon: 'ok', tone: layout.okText },
  { kind: 'deviates', words: 'deviate', icon: 'differs', tone: layout.errorText },
  { kind: 'not-reconstructable', words: 'not reconstructable', icon: 'unknown', tone: layout.third },
];

/** The three answers, and of how many envelopes. */
export function AuditTotals({ audit }: { readonly audit: LogAudit }) {
  return (
    <ul
      className={classNames(layout.flex, layout.wrap, layout.fixed, layout.ruled, styles.totals)}
      aria-label={`Answers for ${countOf(audit.envelopes, 'envelope')}`}
    >
      {ANSWERS.map(({ kind, words, icon, tone }) => (
        <li key={kind} className={classNames(layout.inlineRow, layout.gap6)}>
          <Icon name={icon} className={tone} />
          <span>
            <b className={layout.bold}>{formatCount(audit.answers[kind])}</b> {words}
          </span>
        </li>
      ))}
      <li className={classNames(layout.third)}>of {countOf(audit.envelopes, 'envelope')}</li>
    </ul>
  );
}
