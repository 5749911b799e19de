import { formatCount, formatSequence } from '@openwop-inspector/base';
import { Button, Icon, layout, tones } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { useOpenInterrupts } from '../actions/action-queries.ts';
import { useNewestSummary } from '../sessions/sessions-store.ts';
import styles from './Live.module.css';
import { toggleFollow } from './live-actions.ts';
import { useLive } from './live-store.ts';
import { newSince } from './live-text.ts';

/** Where the views are paused, the events since, and whether the run has ended with everything of it visible. */
function useFollow(sessionId: string) {
  const follow = useLive(sessionId, (entry) => entry.follow);
  const isOver = useLive(sessionId, ({ status }) => status.end !== null) ?? true;
  const count = newSince(follow, useNewestSummary(sessionId)?.events ?? 0);
  return { follow, count, isDone: isOver && count === 0 };
}

/** Container: follows or pauses; absent once the run has ended and everything of it is visible. */
export function FollowButton({ sessionId }: { readonly sessionId: string }) {
  const { follow, isDone } = useFollow(sessionId);
  if (isDone) return null;
  const onPress = () => toggleFollow(sessionId);
  return follow === null ? (
    <Button icon="pause" keys={keysOf('follow')} onPress={onPress}>
      Pause view
    </Button>
  ) : (
    <Button look="primary" icon="play" keys={keysOf('follow')} onPress={onPress}>
      Follow
    </Button>
  );
}

/** Container: "View paused at #1046", while the views are paused. */
export function PausedNote({ sessionId }: { readonly sessionId: string }) {
  const { follow, isDone } = useFollow(sessionId);
  if (follow === null || isDone) return null;
  return (
    <span className={layout('inlineRow heading nowrap warnText gap4')}>
      <Icon name="pause" /> View paused
      {follow.sequence === null ? '' : ` at ${formatSequence(follow.sequence)}`}
    </span>
  );
}

/** Container: number of events since the views were paused, and the button to show them. */
export function NewEventsPill({ sessionId }: { readonly sessionId: string }) {
  const { count } = useFollow(sessionId);
  const last = useLive(sessionId, ({ status }) => status.ledger.lastSequence);
  if (count === 0) return null;
  return (
    <Button
      look="primary"
      icon="arrowDown"
      keys={keysOf('follow')}
      className={layout('absolute tabular', styles.pill)}
      onPress={() => toggleFollow(sessionId)}
    >
      {formatCount(count)} new{last === null ? '' : `, to ${formatSequence(last)}`}
    </Button>
  );
}

/** Container: the tab's name includes open interrupts. */
export function LiveTabLabel({ sessionId }: { readonly sessionId: string }) {
  const open = useOpenInterrupts(sessionId).interrupts.length;
  if (open === 0) return 'Connection';
  return (
    <span className={layout('inlineRow nowrap gap5')}>
      <Icon name="waiting" className={tones.waiting} />{' '}
      {open === 1 ? 'Open interrupt' : `${formatCount(open)} open interrupts`}
    </span>
  );
}
