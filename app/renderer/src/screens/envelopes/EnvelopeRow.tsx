import { VisibleText } from '@openwop-inspector/renderers';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { Badge, classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import { memo } from 'react';
import { attemptForm, envelopeForm, kindWords } from '../../model/envelope-words.ts';
import styles from './Envelopes.module.css';

/** Glyphs of attempts that a row has room for. */
const MAX_GLYPHS = 6;

/** One logical envelope: state, kind, node, then the word of its state, its attempts and what it says. */
export const EnvelopeRow = memo(function EnvelopeRow({ envelope }: { readonly envelope: LogicalEnvelope }) {
  const { nodeId, untrusted, summary, attempts } = envelope;
  const form = envelopeForm(envelope);
  return (
    <div className={classNames(layout.grid, layout.full, layout.ruled, styles.row)}>
      <Icon name={form.icon} className={classNames(styles.state, tones[form.tone])} />
      <span className={classNames(layout.row, layout.narrow, layout.gap6)}>
        <code
          className={classNames(layout.ellipsis, layout.narrow, layout.bold, layout.shrinks)}
          title={kindWords(envelope)}
        >
          <VisibleText text={kindWords(envelope)} />
        </code>{' '}
        <span
          className={classNames(
            layout.ellipsis,
            layout.fixed,
            layout.toEnd,
            layout.code,
            layout.third,
            styles.node,
          )}
          title={nodeId ?? undefined}
        >
          {nodeId === null ? '' : <VisibleText text={nodeId} />}
        </span>
      </span>{' '}
      <span className={classNames(layout.row, layout.aside, layout.narrow, layout.gap6, styles.line)}>
        <b className={classNames(layout.fixed, layout.bold, tones[form.tone])}>{form.word}</b>{' '}
        {untrusted ? <Badge tone="untrusted">Untrusted</Badge> : null}{' '}
        {attempts.length < 2 ? null : (
          <span className={classNames(layout.inlineRow, layout.fixed, layout.gap3)}>
            {attempts.slice(-MAX_GLYPHS).map((attempt) => {
              const { icon, tone } = attemptForm(attempt);
              return <Icon key={attempt.number} name={icon} size={12} className={tones[tone]} />;
            })}
          </span>
        )}
        <span className={classNames(layout.ellipsis, layout.narrow)} title={summary}>
          <VisibleText text={summary} />
        </span>
      </span>
    </div>
  );
});
