import { formatSequence } from '@openwop-inspector/base';
import { newSince } from '../../model/follow.ts';
import { useLive } from '../../state/live-store.ts';
import { useNewestSummary } from '../../state/sessions-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Live.module.css';

/** Container: "View paused at #1046", while the views stand still. */
export function PausedNote({ sessionId }: { readonly sessionId: string }) {
  const follow = useLive(sessionId, (entry) => entry.follow);
  const isOver = useLive(sessionId, ({ status }) => status.end !== null) ?? true;
  const events = useNewestSummary(sessionId)?.events ?? 0;
  if (follow === null || (isOver && newSince(follow, events) === 0)) return null;
  return (
    <span className={styles.paused}>
      <Icon name="pause" /> View paused
      {follow.sequence === null ? '' : ` at ${formatSequence(follow.sequence)}`}
    </span>
  );
}
