import { formatClock, unreachable } from '@openwop-inspector/base';
import { ReasoningLane } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';
import { classNames, EmptyState, Kbd, layout, Pending } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { attemptAt } from '../../model/envelope-words.ts';
import { useEnvelopeInSight, useReasoning, useTrust } from '../../queries/content-queries.ts';
import { useStartMs } from '../../state/sessions-store.ts';
import { jumpTo } from '../../state/travel.ts';
import { selectAttempt } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { AttemptContent } from './AttemptContent.tsx';
import { isFailed } from './AttemptFacts.tsx';
import { AttemptStory } from './AttemptStory.tsx';
import { AttemptStrip } from './AttemptStrip.tsx';
import { EnvelopeHead } from './EnvelopeHead.tsx';
import styles from './EnvelopeTab.module.css';

/** Container of the right pane's Envelope tab: the story of one logical envelope and what its attempts hold. */
export function EnvelopeTab({ sessionId }: { readonly sessionId: string }) {
  const inSight = useEnvelopeInSight(sessionId);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const number = useSessionView(sessionId, (view) => view.envelope?.attempt ?? null);
  switch (inSight.kind) {
    case 'failed':
      return <EmptyState title="The envelope could not be read">{inSight.reason}</EmptyState>;
    case 'pending':
      return <Pending>The envelope is being looked for.</Pending>;
    case 'none':
      return <NoEnvelope />;
    case 'found': {
      const { envelope } = inSight;
      const attempt = attemptAt(envelope, selected, envelope.ordinal < 0 ? number : null);
      return attempt === null ? <NoEnvelope /> : <Story {...{ sessionId, envelope, attempt }} />;
    }
    default:
      return unreachable(inSight);
  }
}

interface StoryProps {
  readonly sessionId: string;
  readonly envelope: LogicalEnvelope;
  readonly attempt: EnvelopeAttempt;
}

function Story({ sessionId, envelope, attempt }: StoryProps) {
  const { data: trust } = useTrust(sessionId, attempt.ordinal < 0 ? null : attempt.ordinal);
  const jump = (ordinal: number) => jumpTo(sessionId, ordinal);
  return (
    <div className={classNames(layout.column, layout.full, styles.tab)}>
      <EnvelopeHead envelope={envelope} trust={trust ?? null} onJump={jump} />
      {envelope.attempts.length + envelope.attemptsLeftOut < 2 ? null : (
        <AttemptStrip
          envelope={envelope}
          chosen={attempt.number}
          onSelect={(next) => selectAttempt(sessionId, next)}
          onRetry={jump}
        />
      )}
      {envelope.attempts.length < 2 && !isFailed(attempt) ? null : (
        <AttemptStory key={envelope.key} sessionId={sessionId} envelope={envelope} />
      )}
      <AttemptContent sessionId={sessionId} envelope={envelope} attempt={attempt} />
      {attempt.ordinal < 0 ? null : <ReasoningAtAttempt sessionId={sessionId} ordinal={attempt.ordinal} />}
    </div>
  );
}

function NoEnvelope() {
  return (
    <EmptyState title="The selected event belongs to no envelope">
      Choose an envelope in the list, or press <Kbd keys={keysOf('next')} /> and{' '}
      <Kbd keys={keysOf('previous')} /> to go from one to the next.
    </EmptyState>
  );
}

/** Container of the lane of reasoning: what was thought and asked around the event of an attempt. */
function ReasoningAtAttempt({
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
