import { countOf, formatCount, formatSeconds } from '@openwop-inspector/base';
import type { LiveFacts } from '@openwop-inspector/run-log';
import { Button, Icon, layout, Meter } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { useLiveFacts } from '../../shared/job-query.ts';
import { useOpenInterrupts, useSessionActions } from '../actions/action-store.ts';
import { jumpTo } from '../sessions/travel.ts';
import { ConnectionDetail } from './ConnectionDetail.tsx';
import styles from './Live.module.css';
import { limitsLeft } from './limits-left.ts';
import { useLive, useRunClock } from './live-store.ts';

/** Maximum number of listed nodes; more are counted. */
const MAX_LISTED = 12;

const STATE_ICON: Record<
  LiveFacts['nodesAtWork'][number]['state'],
  'nodeStarted' | 'nodeSuspended' | 'retry'
> = {
  started: 'nodeStarted',
  resumed: 'nodeStarted',
  suspended: 'nodeSuspended',
  retried: 'retry',
};

const METER_TONES = { none: 'error', low: 'warning', unknown: 'plain', fine: 'plain' } as const;

const STATE_COLOURS = {
  none: layout.errorText,
  low: layout.warnText,
  unknown: layout.second,
  fine: layout.second,
} as const;

const STATE_ICONS = { none: 'failed', low: 'warning', unknown: 'unknown' } as const;

export interface LiveDetailProps {
  readonly sessionId: string;
  /** The forms of open interrupts. */
  readonly interrupts: ReactNode;
}

/** The tab of a live session: open interrupts, active nodes, remaining limits, the connection. */
export function LiveDetail({ sessionId, interrupts }: LiveDetailProps) {
  const open = useOpenInterrupts(sessionId).interrupts.length;
  // A sent answer leaves its outcome in place of the form.
  const { done } = useSessionActions(sessionId);
  return (
    <>
      {open + done === 0 ? null : interrupts}
      <NodesAtWork sessionId={sessionId} />
      <LimitsLeft sessionId={sessionId} />
      <ConnectionDetail sessionId={sessionId} />
    </>
  );
}

/** Container: limits of the host for this run, and their usage. */
function LimitsLeft({ sessionId }: { readonly sessionId: string }) {
  const facts = useLiveFacts(sessionId);
  const { discovery = null, runId = '' } = useLive(sessionId, ({ live }) => live) ?? {};
  const limits = limitsLeft(discovery?.limits ?? null, facts, runId);
  const hasCaps = limits.some(({ cap }) => cap !== null);
  return (
    <section className={styles.section} aria-label="Limits left">
      <h2 className={layout('flex wrap baseline')}>
        Limits left{' '}
        <small className={layout('rowText third')}>
          {hasCaps ? 'declared by this host, spent so far' : 'this host declares none'}
        </small>
      </h2>
      <dl className={layout('grid gap2')}>
        {limits.map(({ name, spent, cap, spentWords, leftWords, state }) => (
          <div key={name} className={layout('grid minControl gap10', styles.limit)}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className={layout.narrow}>
              <Meter
                share={cap === null || cap === 0 ? 0 : Math.min(1, spent / cap)}
                tone={METER_TONES[state]}
              />
            </dd>
            <dd className={layout('narrow second code endText')}>{spentWords}</dd>
            <dd className={layout('narrow', STATE_COLOURS[state])}>
              {state === 'fine' ? null : <Icon name={STATE_ICONS[state]} size={12} />} {leftWords}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Container: the nodes that have started and not ended, each a link to its event. */
function NodesAtWork({ sessionId }: { readonly sessionId: string }) {
  const nodes = useLiveFacts(sessionId)?.nodesAtWork ?? [];
  const now = useRunClock(sessionId);
  const isCut = useLive(sessionId, ({ unheardSinceMs }) => unheardSinceMs !== null) ?? false;
  if (nodes.length === 0) return null;
  const more = nodes.length - MAX_LISTED;
  return (
    <section className={styles.section} aria-label="Nodes at work">
      <h2 className={layout('flex wrap baseline')}>
        Nodes at work{' '}
        <small className={layout('rowText third')}>
          {countOf(nodes.length, 'node')}
          {isCut ? ' when last heard of' : ''}
        </small>
      </h2>
      <ul className={layout('grid gap2')}>
        {nodes.slice(0, MAX_LISTED).map((node) => (
          <li key={`${node.runId} ${node.nodeId}`} className={layout('row second tabular minControl gap8')}>
            <Icon name={STATE_ICON[node.state]} />
            <Button look="link" onPress={() => jumpTo(sessionId, node.ordinal)}>
              <code>{node.nodeId}</code>
            </Button>
            <span>
              {node.state}
              {node.sinceMs === null ? '' : ` ${agoText(now - node.sinceMs)}`}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={layout.third}>and {formatCount(more)} more</p> : null}
    </section>
  );
}

/** "4 s ago"; less than a second is not counted. */
function agoText(ms: number): string {
  return ms < 1000 ? 'just now' : `${formatSeconds(ms)} ago`;
}
