import type { AcceptContext, Secret } from '@openwop-inspector/acceptor-core';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Fact, Facts, Icon, layout, tones } from '@openwop-inspector/ui';
import type { RunAnswer } from '../../acceptor-worker/run-jobs.ts';
import { type MeterReading, meterReadings } from '../../model/outcome-text.ts';
import styles from './Outcome.module.css';

export interface ContextSummaryProps {
  readonly answer: RunAnswer;
  readonly context: AcceptContext;
  readonly secrets: readonly Secret[];
  readonly onEdit: () => void;
}

/** View: the context of the acceptor, in short. */
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
        {contextInText(context).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classNames(value === 'untrusted' && layout.untrustedText)}>
              {value === 'untrusted' ? <Icon name="untrusted" size={12} /> : null}{' '}
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
        <Fact name="secrets">
          {secrets.length === 0 ? 'none' : secrets.map(({ secretId }) => `${secretId} ••••••••`).join(', ')}
          {secrets.length === 0 ? null : <span className={layout.third}> · masked, never written</span>}
        </Fact>
      </Facts>
    </section>
  );
}

/** The context in a few lines, with display names and short values. */
function contextInText(context: AcceptContext): readonly { readonly name: string; readonly value: string }[] {
  const { host, contract } = context;
  return [
    { name: 'supported kinds', value: kindsInText(host?.supportedEnvelopes ?? null) },
    {
      name: 'strictness, profile',
      value: `${host?.envelopeStrictness ?? 'warn'}, ${context.profile ?? 'lenient'}`,
    },
    {
      name: 'contract',
      value: contract
        ? `accepts ${contract.accepts.join(', ') || 'nothing more'}, ${contract.refusalMode ?? 'fail-node'}`
        : 'none, any kind passes',
    },
    { name: 'trust boundary', value: context.trustBoundary ?? 'not stated' },
    { name: 'interrupt', value: context.boundInterruptKind ?? 'none bound' },
    { name: 'accepted before', value: priorInText(context) },
  ];
}

function kindsInText(kinds: readonly string[] | null): string {
  if (kinds === null) return 'not known, every kind passes';
  const displayed = kinds.slice(0, 6).join(', ');
  const more = kinds.length > 6 ? ` and ${kinds.length - 6} more` : '';
  return kinds.length === 0 ? 'the universal four only' : `${displayed}${more}`;
}

function priorInText({ prior, log }: AcceptContext): string {
  if (prior?.length) return `${prior.length} of this run`;
  return log?.length ? `rebuilt from ${log.length} events` : 'none';
}

/** Maximum number of blocks of a bar; larger caps are drawn in proportion. */
const MAX_BLOCKS = 16;

/** View: usage of a limit, and the part added by this emission (hatched). The words say the same. */
function LimitMeter({ reading }: { readonly reading: MeterReading }) {
  const { name, used, added, cap, left } = reading;
  const blocks = Math.min(MAX_BLOCKS, cap ?? 0);
  const scale = cap === null || cap === 0 ? 0 : blocks / cap;
  const filled = Math.min(blocks, Math.round((used + added) * scale));
  const solid = Math.min(filled, Math.round(used * scale));
  const isFull = cap !== null && used + added >= cap;
  return (
    <div className={classNames(layout.grid, layout.nowrap, layout.gap10, styles.meter)}>
      <code className={layout.ellipsis} title={name}>
        {name}
      </code>
      <span className={classNames(styles.bar, isFull && styles.full)} aria-hidden="true">
        {Array.from({ length: blocks }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a bar differ by their position only
          <i key={at} className={at < solid ? styles.used : at < filled ? styles.added : undefined} />
        ))}
      </span>
      <span className={classNames(layout.endText, layout.code)}>
        {used + added}
        {cap === null ? '' : ` of ${cap}`}
      </span>
      <span className={isFull ? tones.error : layout.second}>{left}</span>
    </div>
  );
}
