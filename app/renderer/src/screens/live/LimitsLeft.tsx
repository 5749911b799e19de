import { classNames, Icon, layout, Meter } from '@openwop-inspector/ui';
import { type LimitLeft, limitsLeft } from '../../model/limits-left.ts';
import { useLiveFacts } from '../../queries/live-queries.ts';
import { useLive } from '../../state/live-store.ts';
import styles from './LiveDetail.module.css';

/** Container: what the host allows this run, and what it has spent. */
export function LimitsLeft({ sessionId }: { readonly sessionId: string }) {
  const facts = useLiveFacts(sessionId);
  const discovery = useLive(sessionId, ({ live }) => live.discovery);
  const runId = useLive(sessionId, ({ live }) => live.runId) ?? '';
  const limits = limitsLeft(discovery?.limits ?? null, facts, runId);
  const hasCaps = limits.some(({ cap }) => cap !== null);
  return (
    <section className={styles.section} aria-label="Limits left">
      <h2>
        Limits left{' '}
        <small>{hasCaps ? 'declared by this host, spent so far' : 'this host declares none'}</small>
      </h2>
      <dl className={classNames(layout.grid, layout.gap2)}>
        {limits.map((limit) => (
          <LimitRow key={limit.name} limit={limit} />
        ))}
      </dl>
    </section>
  );
}

const METER_TONES = { none: 'error', low: 'warning', unknown: 'plain', fine: 'plain' } as const;
const STATE_ICONS = { none: 'failed', low: 'warning', unknown: 'unknown' } as const;

function LimitRow({ limit }: { readonly limit: LimitLeft }) {
  const { name, spent, cap, spentWords, leftWords, state } = limit;
  const share = cap === null || cap === 0 ? 0 : Math.min(1, spent / cap);
  return (
    <div className={styles.limit}>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        <Meter share={share} tone={METER_TONES[state]} />
      </dd>
      <dd className={styles.spent}>{spentWords}</dd>
      <dd className={styles[state]}>
        {state === 'fine' ? null : <Icon name={STATE_ICONS[state]} size={12} />} {leftWords}
      </dd>
    </div>
  );
}
