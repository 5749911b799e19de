import { formatClock } from '@openwop-inspector/base';
import { ReasoningLane } from '@openwop-inspector/renderers';
import { useReasoning } from '../../queries/content-queries.ts';
import { useStartMs } from '../../state/sessions-store.ts';

/** Container of the lane of reasoning: what was thought and asked around the event of an attempt. */
export function ReasoningAtAttempt({
  sessionId,
  ordinal,
}: {
  readonly sessionId: string;
  readonly ordinal: number;
}) {
  const startMs = useStartMs(sessionId);
  const { data: moment } = useReasoning(sessionId, ordinal);
  if (moment === undefined || moment === null) return null;
  const { timeMs } = moment;
  return (
    <ReasoningLane
      moment={moment}
      at={timeMs === null || startMs === null ? '' : formatClock(timeMs - startMs, 2)}
    />
  );
}
