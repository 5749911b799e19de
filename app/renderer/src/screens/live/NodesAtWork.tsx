import { countOf, formatCount, formatSeconds } from '@openwop-inspector/base';
import type { LiveFacts } from '@openwop-inspector/run-log';
import { Button, Icon } from '@openwop-inspector/ui';
import { useLiveFacts } from '../../queries/live-queries.ts';
import { useLive } from '../../state/live-store.ts';
import { jumpTo } from '../../state/travel.ts';
import styles from './LiveDetail.module.css';
import { useRunClock } from './use-now.ts';

/** Nodes listed; more are counted. */
const MAX_LISTED = 12;

/** Container: the nodes that have begun and not ended, each leading to the event that says so. */
export function NodesAtWork({ sessionId }: { readonly sessionId: string }) {
  const nodes = useLiveFacts(sessionId)?.nodesAtWork ?? [];
  const now = useRunClock(sessionId);
  const isCut = useLive(sessionId, ({ unheardSinceMs }) => unheardSinceMs !== null) ?? false;
  if (nodes.length === 0) return null;
  const more = nodes.length - MAX_LISTED;
  return (
    <section className={styles.section} aria-label="Nodes at work">
      <h2>
        Nodes at work{' '}
        <small>
          {countOf(nodes.length, 'node')}
          {isCut ? ' when last heard of' : ''}
        </small>
      </h2>
      <ul className={styles.nodes}>
        {nodes.slice(0, MAX_LISTED).map((node) => (
          <li key={`${node.runId} ${node.nodeId}`}>
            <Icon name={STATE_ICON[node.state]} />
            <Button look="link" onPress={() => jumpTo(sessionId, node.ordinal)}>
              <code>{node.nodeId}</code>
            </Button>
            <span>
              {node.state}
              {node.sinceMs === null ? '' : ` ${agoWords(now - node.sinceMs)}`}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles.quiet}>and {formatCount(more)} more</p> : null}
    </section>
  );
}

const STATE_ICON: Record<
  LiveFacts['nodesAtWork'][number]['state'],
  'nodeStarted' | 'nodeSuspended' | 'retry'
> = {
  started: 'nodeStarted',
  resumed: 'nodeStarted',
  suspended: 'nodeSuspended',
  retried: 'retry',
};

/** "4 s ago"; nothing shorter than a second is counted. */
function agoWords(ms: number): string {
  return ms < 1000 ? 'just now' : `${formatSeconds(ms)} ago`;
}
