import { formatSequence } from '@openwop-inspector/base';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { newSince } from '../../model/follow.ts';
import { useLive } from '../../state/live-store.ts';
import { useNewestSummary } from '../../state/sessions-store.ts';

/** Container: "View paused at #1046", while the views stand still. */
export function PausedNote({ sessionId }: { readonly sessionId: string }) {
  const follow = useLive(sessionId, (entry) => entry.follow);
  const isOver = useLive(sessionId, ({ status }) => status.end !== null) ?? true;
  const events = useNewestSummary(sessionId)?.events ?? 0;
  if (follow === null || (isOver && newSince(follow, events) === 0)) return null;
  return (
    <span
      className={classNames(layout.inlineRow, layout.heading, layout.nowrap, layout.warnText, layout.gap4)}
    >
      <Icon name="pause" /> View paused
      {follow.sequence === null ? '' : ` at ${formatSequence(follow.sequence)}`}
    </span>
  );
}
