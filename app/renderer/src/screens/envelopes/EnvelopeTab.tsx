import { countOf, formatClock, formatSequence, unreachable } from '@openwop-inspector/base';
import { Clause, ReasoningLane, VisibleText } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt, LogicalEnvelope, TrustAnswer } from '@openwop-inspector/run-log';
import { Button, CopyButton, EmptyState, Icon, Kbd, layout, Pending } from '@openwop-inspector/ui';
import { useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { decidingRow, endText } from '../../model/attempt-story.ts';
import { attemptAt, kindText, storyText } from '../../model/envelope-text.ts';
import { type AttemptDetails, MAX_TOLD, useAttemptStory } from '../../queries/attempt-story.ts';
import { useEnvelopeInSight, useTrust } from '../../queries/content-queries.ts';
import { useJob } from '../../queries/job-query.ts';
import { useStartMs } from '../../state/sessions-store.ts';
import { jumpTo } from '../../state/travel.ts';
import { selectAttempt } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { UntrustedBadge } from '../../ui/UntrustedBadge.tsx';
import { AttemptContent } from './AttemptContent.tsx';
import { isFailed } from './AttemptFacts.tsx';
import attemptStoryStyles from './AttemptStory.module.css';
import { AttemptStrip } from './AttemptStrip.tsx';
import styles from './EnvelopeTab.module.css';
import { StoryStep } from './StoryStep.tsx';

/** Container of the right pane's Envelope tab: the attempts of one logical envelope and their content. */
export function EnvelopeTab({ sessionId }: { readonly sessionId: string }) {
  const inSight = useEnvelopeInSight(sessionId);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const number = useSessionView(sessionId, (view) => view.envelope?.attempt ?? null);
  switch (inSight.kind) {
    case 'failed':
      return <EmptyState title="The envelope could not be read">{inSight.reason}</EmptyState>;
    case 'pending':
      return <Pending>Searching for the envelope.</Pending>;
    case 'none':
      return <NoEnvelope />;
    case 'found': {
      const { envelope } = inSight;
      const attempt = attemptAt(envelope, selected, envelope.ordinal < 0 ? number : null);
      return attempt === null ? (
        <NoEnvelope />
      ) : (
        <Story sessionId={sessionId} envelope={envelope} attempt={attempt} />
      );
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
    <div className={layout('column full', styles.tab)}>
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

/** Container of the lane of reasoning: thoughts and prompts around the event of an attempt. */
function ReasoningAtAttempt({
  sessionId,
  ordinal,
}: {
  readonly sessionId: string;
  readonly ordinal: number;
}) {
  const startMs = useStartMs(sessionId);
  const { data: moment } = useJob('reasoning', { sessionId, ordinal });
  if (moment === undefined || moment === null) return null;
  const { timeMs } = moment;
  return (
    <ReasoningLane
      moment={moment}
      at={timeMs === null || startMs === null ? '' : formatClock(timeMs - startMs, 2)}
    />
  );
}

interface EnvelopeHeadProps {
  readonly envelope: LogicalEnvelope;
  /** Null until known. */
  readonly trust: TrustAnswer | null;
  readonly onJump: (ordinal: number) => void;
}

/** Kind, outcome, trust with its source, and the id its events share. */
function EnvelopeHead({ envelope, trust, onJump }: EnvelopeHeadProps) {
  const { correlationId, untrusted, attempts, attemptsLeftOut } = envelope;
  const only = attempts.length + attemptsLeftOut === 1 ? (attempts[0] ?? null) : null;
  const isUntrusted = untrusted || trust?.level === 'untrusted';
  return (
    <header className={layout('row wrap fixed', styles.head)}>
      <h2 className={layout('row narrow gap8', styles.kind)}>
        <Icon name="envelope" size={16} />
        <code>
          <VisibleText text={kindText(envelope)} />
        </code>
      </h2>
      <p className={layout.remark}>
        {storyText(envelope)}
        {only === null ? null : (
          <>
            {', '}
            {only.ordinal < 0 ? 'outside of any event' : formatSequence(only.sequence)}{' '}
            <code>
              <VisibleText text={only.type} />
            </code>
          </>
        )}
      </p>
      <span className={layout('row wrap narrow toEnd', styles.facts)}>
        {isUntrusted ? (
          <UntrustedBadge source={trust?.source ?? null} onJump={onJump} />
        ) : (
          <span className={layout.caption}>{trust?.level === 'trusted' ? 'Trusted' : ''}</span>
        )}
        {correlationId === null ? null : (
          <span className={layout('inlineRow caption narrow nowrap gap4', styles.correlation)}>
            correlationId{' '}
            <code title={correlationId}>
              <VisibleText text={correlationId} />
            </code>
            <CopyButton label="Copy correlationId" text={correlationId} iconOnly small />
          </span>
        )}
      </span>
    </header>
  );
}

interface AttemptStoryProps {
  readonly sessionId: string;
  readonly envelope: LogicalEnvelope;
}

/** Container: the reasons for an envelope's attempts. Nothing is computed before it is opened. */
function AttemptStory({ sessionId, envelope }: AttemptStoryProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useAttemptStory(sessionId, envelope, isOpen);
  return (
    <section className={attemptStoryStyles.story} aria-label="Story of the attempts">
      <Button look="quiet" icon={isOpen ? 'chevronDown' : 'chevronRight'} onPress={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide why it took these attempts' : 'Why it took these attempts'}
      </Button>
      {!isOpen ? null : error !== null ? (
        <p role="alert" className={layout.words}>
          The story could not be read: {error.message}.
        </p>
      ) : data === undefined ? (
        <Pending>The attempts are run through the acceptor.</Pending>
      ) : (
        <AttemptList told={data} all={envelope.attempts.length + envelope.attemptsLeftOut} />
      )}
    </section>
  );
}

function AttemptList({ told, all }: { readonly told: readonly AttemptDetails[]; readonly all: number }) {
  const last = told.at(-1);
  const end =
    last === undefined
      ? null
      : endText(last.attempt, last.recorded, decidingRow(last.answer?.result ?? null));
  return (
    <section
      className={layout('scrolls', attemptStoryStyles.steps)}
      // A region that scrolls takes the focus.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      aria-label="Attempt by attempt"
    >
      {all > told.length ? (
        <p className={layout.aside}>
          {countOf(all - told.length, 'attempt')} before the last {MAX_TOLD} are omitted.
        </p>
      ) : null}
      <ol className={attemptStoryStyles.list}>
        {told.map((one) => (
          <StoryStep key={one.attempt.number} told={one} />
        ))}
      </ol>
      {end === null ? null : (
        <p className={layout('rowTop gap6', attemptStoryStyles.end)}>
          <Icon name="chainStart" />
          <span>
            <b>The end.</b> <VisibleText text={`${end.words}. `} />
            {end.clause === '' ? null : <Clause clause={end.clause} />}
          </span>
        </p>
      )}
    </section>
  );
}
