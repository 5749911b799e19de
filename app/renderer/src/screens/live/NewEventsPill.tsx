import { formatCount, formatSequence } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { newSince } from '../../model/follow.ts';
import { toggleFollow } from '../../state/live-actions.ts';
import { useLive } from '../../state/live-store.ts';
import { useNewestSummary } from '../../state/sessions-store.ts';
import styles from './Live.module.css';

/** Container: how much has come since the views stand still, and the way there. */
export function NewEventsPill({ sessionId }: { readonly sessionId: string }) {
  const follow = useLive(sessionId, (entry) => entry.follow);
  const last = useLive(sessionId, ({ status }) => status.ledger.lastSequence);
  const count = newSince(follow, useNewestSummary(sessionId)?.events ?? 0);
  if (count === 0) return null;
  return (
    <Button
      look="primary"
      icon="arrowDown"
      keys={keysOf('follow')}
      className={styles.pill}
      onPress={() => toggleFollow(sessionId)}
    >
      {formatCount(count)} new{last === null ? '' : `, to ${formatSequence(last)}`}
    </Button>
  );
}
