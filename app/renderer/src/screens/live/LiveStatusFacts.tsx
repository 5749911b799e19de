import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { footState } from '../../model/live-words.ts';
import { useLive } from '../../state/live-store.ts';
import { useNewestSummary } from '../../state/sessions-store.ts';

/** Container: how much has come, by the same count as the tab of the view, how far the views show it, and how the connection stands. For the foot of the window. */
export function LiveStatusFacts({ sessionId }: { readonly sessionId: string }) {
  const events = useNewestSummary(sessionId)?.events ?? 0;
  const missing = useLive(sessionId, ({ status }) => status.ledger.missing) ?? 0;
  const state = useLive(sessionId, ({ status }) => status.state) ?? 'ended';
  const end = useLive(sessionId, ({ status }) => status.end);
  const sinceMs = useLive(sessionId, ({ status }) => status.sinceMs) ?? 0;
  const follow = useLive(sessionId, (entry) => entry.follow);
  const received =
    missing === 0 ? countOf(events, 'event') : `${formatCount(events)} of ${formatCount(events + missing)}`;
  return (
    <>
      <span>
        {received} received
        {end !== null || follow === null || follow.sequence === null
          ? ''
          : `, read to ${formatSequence(follow.sequence)}`}
      </span>
      <span>
        state: {footState(state, end, sinceMs)}
        {end !== null || follow === null ? '' : PAUSED_BY[follow.by]}
      </span>
    </>
  );
}

const PAUSED_BY = {
  key: ', view paused by you',
  scroll: ', view paused since you scrolled',
  selection: ', view paused since you chose an event',
} as const;
