import { Button } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { newSince } from '../../model/follow.ts';
import { toggleFollow } from '../../state/live-actions.ts';
import { useLive } from '../../state/live-store.ts';
import { useNewestSummary } from '../../state/sessions-store.ts';

/** Container: follows or pauses; absent once the run is over and everything of it is in sight. */
export function FollowButton({ sessionId }: { readonly sessionId: string }) {
  const follow = useLive(sessionId, (entry) => entry.follow);
  const isOver = useLive(sessionId, ({ status }) => status.end !== null) ?? true;
  const events = useNewestSummary(sessionId)?.events ?? 0;
  if (isOver && newSince(follow, events) === 0) return null;
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
