import { VisibleText } from '@openwop-inspector/renderers';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { Badge, classNames, Icon } from '@openwop-inspector/ui';
import { memo } from 'react';
import { attemptForm, envelopeForm, kindWords } from '../../model/envelope-words.ts';
import styles from './Envelopes.module.css';

/** Glyphs of attempts that a row has room for. */
const MOST_GLYPHS = 6;

/** One logical envelope: state, kind, node, then the word of its state, its attempts and what it says. */
export const EnvelopeRow = memo(function EnvelopeRow({ envelope }: { readonly envelope: LogicalEnvelope }) {
  const { nodeId, untrusted, summary, attempts } = envelope;
  const form = envelopeForm(envelope);
  return (
    <div className={styles.row}>
      <Icon name={form.icon} className={classNames(styles.state, styles[form.tone])} />
      <span className={styles.names}>
        <code className={styles.kind} title={kindWords(envelope)}>
          <VisibleText text={kindWords(envelope)} />
        </code>{' '}
        <span className={styles.node} title={nodeId ?? undefined}>
          {nodeId === null ? '' : <VisibleText text={nodeId} />}
        </span>
      </span>{' '}
      <span className={styles.line}>
        <b className={classNames(styles.word, styles[form.tone])}>{form.word}</b>{' '}
        {untrusted ? <Badge tone="untrusted">Untrusted</Badge> : null}{' '}
        {attempts.length < 2 ? null : (
          <span className={styles.glyphs}>
            {attempts.slice(-MOST_GLYPHS).map((attempt) => {
              const { icon, tone } = attemptForm(attempt);
              return <Icon key={attempt.number} name={icon} size={12} className={styles[tone]} />;
            })}
          </span>
        )}
        <span className={styles.summary} title={summary}>
          <VisibleText text={summary} />
        </span>
      </span>
    </div>
  );
});
