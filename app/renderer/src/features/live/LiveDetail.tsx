import { countOf, formatCount, formatDuration, formatSeconds } from '@openwop-inspector/base';
import type { HostLimits } from '@openwop-inspector/host-client';
import type { LiveFacts } from '@openwop-inspector/run-log';
import { Button, Icon, layout, Meter } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { useLiveFacts } from '../../shared/job-query.ts';
import { useOpenInterrupts, useSessionActions } from '../actions/action-store.ts';
import { LIMITS } from '../hosts/connect-text.ts';
import { jumpTo } from '../sessions/travel.ts';
import styles from './Live.module.css';
import { ConnectionDetail } from './LiveEmpty.tsx';
import { useLive, useRunClock } from './live-store.ts';

/** Maximum number of listed nodes; more are counted. */
const MAX_LISTED = 12;

const STATE_ICON = {
  started: 'nodeStarted',
  resumed: 'nodeStarted',
  suspended: 'nodeSuspended',
  retried: 'retry',
} as const;

/** How a limit looks, by what is left of it. */
const LEFT_FORMS = {
  none: { meter: 'error', colour: layout.errorText, icon: 'failed' },
  low: { meter: 'warning', colour: layout.warnText, icon: 'warning' },
  unknown: { meter: 'plain', colour: layout.second, icon: 'unknown' },
  fine: { meter: 'plain', colour: layout.second, icon: null },
} as const;

interface LiveDetailProps {
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
              <Meter share={cap ? Math.min(1, spent / cap) : 0} tone={LEFT_FORMS[state].meter} />
            </dd>
            <dd className={layout('narrow second code endText')}>{spentWords}</dd>
            <dd className={layout('narrow', LEFT_FORMS[state].colour)}>
              {state === 'fine' ? null : <Icon name={LEFT_FORMS[state].icon} size={12} />} {leftWords}
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
const agoText = (ms: number): string => (ms < 1000 ? 'just now' : `${formatSeconds(ms)} ago`);

/** Rounds of clarification and of schemas, envelopes of a turn. */
const ENVELOPE_LIMITS = LIMITS.slice(0, 3);

/**
 * Every limit of the attached run with its remaining budget, in the order of the protocol; empty while neither is known
 * (bundles-and-transport.md section 5.2).
 */
export function limitsLeft(limits: HostLimits | null, facts: LiveFacts | null, runId: string) {
  const run = facts?.runs.find((each) => each.runId === runId) ?? facts?.runs[0];
  if (limits === null && run === undefined) return [];
  // Hosts without envelopes report 0 for all three: nothing is declared then, and nothing is used up.
  const isUndeclared = ENVELOPE_LIMITS.every((limit) => limits?.[limit] === 0);
  return LIMITS.map((limit) => {
    const isTime = limit === 'maxRunDurationMs';
    /** Null when the host declares none. */
    const cap = isUndeclared && ENVELOPE_LIMITS.includes(limit) ? null : (limits?.[limit] ?? null);
    const { spent = 0, nodeId = null } = run?.spent.find((each) => each.limit === limit) ?? {};
    const words = isTime ? formatSeconds(spent) : formatCount(spent);
    return {
      /** As on the wire. */
      name: isTime ? 'maxRunDuration' : limit,
      spent,
      cap,
      /** "1 of 5", "1 min 58 s". */
      spentWords: cap === null || isTime ? words : `${words} of ${formatCount(cap)}`,
      ...leftOf(spent, cap, isTime, nodeId === null ? '' : `, ${nodeId}`),
    };
  });
}

/** "4 left, ask", "8 min left". `low`: one left, or a tenth of a time. `unknown`: the host declares no limit. */
function leftOf(spent: number, cap: number | null, isTime: boolean, where: string) {
  if (cap === null) return { leftWords: 'not declared', state: 'unknown' } as const;
  const left = Math.max(0, cap - spent);
  if (left === 0) return { leftWords: `none left${where}`, state: 'none' } as const;
  const isLow = isTime ? left < cap / 10 : left === 1 && spent > 0;
  const words = isTime ? formatDuration(left) : formatCount(left);
  return { leftWords: `${words} left${where}`, state: isLow ? 'low' : 'fine' } as const;
}
