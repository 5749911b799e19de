import type { AcceptContext, Secret } from '@openwop-inspector/acceptor-core';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Facts, Icon, layout } from '@openwop-inspector/ui';
import type { RunAnswer } from '../../acceptor-worker/acceptor-contract.ts';
import { contextInWords } from '../../model/context-words.ts';
import { meterReadings } from '../../model/outcome-words.ts';
import { LimitMeter } from './LimitMeter.tsx';
import styles from './Outcome.module.css';

export interface ContextSummaryProps {
  readonly answer: RunAnswer;
  readonly context: AcceptContext;
  readonly secrets: readonly Secret[];
  readonly onEdit: () => void;
}

/** View: what the acceptor was told, in short. */
export function ContextSummary({ answer, context, secrets, onEdit }: ContextSummaryProps) {
  const readings = meterReadings(context.counters ?? {}, answer.result.counters, context.host?.limits ?? {});
  return (
    <section className={styles.section} aria-label="Context">
      <header className={classNames(layout.row, layout.wrap, styles.head)}>
        <h3>Context</h3>
        <span className={classNames(layout.flex, layout.toEnd, layout.gap6)}>
          <Button small onPress={onEdit} label="Edit the context">
            Edit
          </Button>
        </span>
      </header>
      {readings.map((reading) => (
        <LimitMeter key={reading.name} reading={reading} />
      ))}
      <Facts>
        {contextInWords(context).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classNames(value === 'untrusted' && layout.untrustedText)}>
              {value === 'untrusted' ? <Icon name="untrusted" size={12} /> : null}{' '}
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
        <div>
          <dt>secrets</dt>
          <dd>
            {secrets.length === 0 ? 'none' : secrets.map(({ secretId }) => `${secretId} ••••••••`).join(', ')}
            {secrets.length === 0 ? null : <span className={layout.third}> · masked, never written</span>}
          </dd>
        </div>
      </Facts>
    </section>
  );
}
