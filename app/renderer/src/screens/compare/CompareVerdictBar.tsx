import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { countWords, verdictOf } from '../../model/compare-rows.ts';
import type { ComparedView } from '../../worker/compare-contract.ts';
import styles from './Compare.module.css';

const FORM = {
  same: { icon: 'ok', tone: layout.okText },
  differ: { icon: 'differs', tone: layout.warnText },
  unknown: { icon: 'unknown', tone: layout.third },
} as const;

/** What the comparison came to, the counts, and what limits it. */
export function CompareVerdictBar({ view }: { readonly view: ComparedView }) {
  const { kind, title, text } = verdictOf(view);
  const { icon, tone } = FORM[kind];
  return (
    <section
      className={classNames(layout.stack, layout.gap4, layout.fixed, layout.ruled, styles.verdict)}
      aria-label="What it came to"
    >
      <p className={classNames(layout.row, layout.gap8, layout.breaks)} role="status">
        <Icon name={icon} className={tone} />
        <span>
          <b className={layout.bold}>{title}.</b> {text}
        </span>
      </p>
      <p className={classNames(layout.third, layout.meta)}>{countWords(view)}.</p>
      {view.notes.map(({ code, side, message }) => (
        <p key={`${code} ${side}`} className={classNames(layout.warnText, layout.meta)} role="note">
          Note: {side === null ? '' : `${side.toUpperCase()}: `}
          {message}
        </p>
      ))}
    </section>
  );
}
