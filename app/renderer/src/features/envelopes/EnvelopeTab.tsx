import { countOf, formatClock, formatSequence } from '@openwop-inspector/base';
import { Clause, ReasoningLane, VisibleText } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt, EnvelopeRetry, LogicalEnvelope } from '@openwop-inspector/run-log';
import {
  Badge,
  Button,
  CopyButton,
  EmptyState,
  Icon,
  Kbd,
  layout,
  Pending,
  ScrollRegion,
  scrollIntoPane,
  tones,
} from '@openwop-inspector/ui';
import { Fragment, useEffect, useRef, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { Unread } from '../../shared/Failure.tsx';
import { useJob } from '../../shared/job-query.ts';
import { UntrustedBadge } from '../../shared/TaintLegend.tsx';
import { useSubjects, useTrust, useVisibleEnvelope } from '../detail/content-queries.ts';
import { useStartMs } from '../sessions/sessions-store.ts';
import { jumpTo } from '../sessions/travel.ts';
import { selectAttempt, useSessionView } from '../sessions/view-store.ts';
import { DeltaFrames, SubjectSection } from './AnsweredSurface.tsx';
import { type AttemptDetails, decidingRow, endText, MAX_REPORTED, useAttemptStory } from './attempt-story.ts';
import styles from './Envelopes.module.css';
import { attemptAt, attemptForm, kindText, retryReason, storyText } from './envelope-text.ts';
import { AttemptFacts, type AttemptProps, isFailed, StoryStep } from './StoryStep.tsx';

/** Container of the right pane's Envelope tab: the attempts of one logical envelope and their content. */
export function EnvelopeTab({ sessionId }: { readonly sessionId: string }) {
  const visible = useVisibleEnvelope(sessionId);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const number = useSessionView(sessionId, (view) => view.envelope?.attempt ?? null);
  if (visible.kind === 'failed')
    return <EmptyState title="The envelope could not be read">{visible.reason}</EmptyState>;
  if (visible.kind === 'pending') return <Pending>Searching for the envelope.</Pending>;
  const envelope = visible.kind === 'none' ? null : visible.envelope;
  const attempt = envelope && attemptAt(envelope, selected, envelope.ordinal < 0 ? number : null);
  if (envelope === null || attempt === null)
    return (
      <EmptyState title="The selected event belongs to no envelope">
        Choose an envelope in the list, or press <Kbd keys={keysOf('next')} /> and{' '}
        <Kbd keys={keysOf('previous')} /> to go from one to the next.
      </EmptyState>
    );
  return <Story sessionId={sessionId} envelope={envelope} attempt={attempt} />;
}

function Story(props: AttemptProps) {
  const { sessionId, envelope, attempt } = props;
  const { attempts, attemptsLeftOut } = envelope;
  // The nearest before it that was refused for its content. A truncated one says nothing about the form.
  const side =
    attempts
      .filter(({ number }) => number < attempt.number)
      .findLast(({ state }) => state === 'invalid' || state === 'refused') ?? null;
  return (
    <div className={layout('column full', styles.tab)}>
      <EnvelopeHead {...props} />
      {attempts.length + attemptsLeftOut < 2 ? null : (
        <AttemptStrip
          envelope={envelope}
          chosen={attempt.number}
          onSelect={(next) => selectAttempt(sessionId, next)}
          onRetry={(ordinal) => jumpTo(sessionId, ordinal)}
        />
      )}
      {attempts.length < 2 && !isFailed(attempt) ? null : <AttemptStory key={envelope.key} {...props} />}
      {/* Where there is space, the attempt is next to the preceding refused one. */}
      <div className={layout('stack fill scrolls topRuled', styles.columns)}>
        <Column {...props} />
        {side === null ? null : (
          <div className={layout('narrow topRuled', styles.side)}>
            <Column {...props} attempt={side} />
          </div>
        )}
      </div>
      {attempt.ordinal < 0 ? null : <ReasoningAtAttempt {...props} />}
    </div>
  );
}

/** Kind, outcome, trust with its source, and the id its events share. */
function EnvelopeHead({ sessionId, envelope, attempt }: AttemptProps) {
  const { data: trust } = useTrust(sessionId, attempt.ordinal < 0 ? null : attempt.ordinal);
  const { correlationId, untrusted, attempts, attemptsLeftOut } = envelope;
  const only = attempts.length + attemptsLeftOut === 1 ? (attempts[0] ?? null) : null;
  const isUntrusted = untrusted || trust?.level === 'untrusted';
  return (
    <header className={layout('row wrap fixed gap2x8 min38 pad6x16x4')}>
      <h2 className={layout('row narrow gap8', styles.kind)}>
        <Icon name="envelope" size={16} />
        <VisibleText as="code" className={layout.ellipsis} text={kindText(envelope)} />
      </h2>
      <p className={layout.remark}>
        {storyText(envelope)}
        {only === null ? null : only.ordinal < 0 ? (
          ', not part of an event'
        ) : (
          <>
            , {formatSequence(only.sequence)} <VisibleText as="code" text={only.type} />
          </>
        )}
      </p>
      <span className={layout('row wrap narrow toEnd gap2x12')}>
        {isUntrusted ? (
          <UntrustedBadge source={trust?.source ?? null} onJump={(ordinal) => jumpTo(sessionId, ordinal)} />
        ) : (
          <span className={layout.caption}>{trust?.level === 'trusted' ? 'Trusted' : ''}</span>
        )}
        {correlationId === null ? null : (
          <span className={layout('inlineRow caption narrow nowrap gap4')}>
            correlationId{' '}
            <code className={layout('ellipsis short')} title={correlationId}>
              <VisibleText text={correlationId} />
            </code>
            <CopyButton label="Copy correlationId" text={correlationId} iconOnly small />
          </span>
        )}
      </span>
    </header>
  );
}

/** Container of the lane of reasoning: thoughts and prompts around the event of an attempt. */
function ReasoningAtAttempt({ sessionId, attempt: { ordinal } }: AttemptProps) {
  const startMs = useStartMs(sessionId);
  const { data: moment } = useJob('reasoning', { sessionId, ordinal });
  if (moment === undefined || moment === null) return null;
  const { timeMs } = moment;
  const at = timeMs === null || startMs === null ? '' : formatClock(timeMs - startMs, 2);
  return <ReasoningLane moment={moment} at={at} />;
}

/** Container: the reasons for an envelope's attempts. Nothing is computed before it is opened. */
function AttemptStory({ sessionId, envelope }: AttemptProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useAttemptStory(sessionId, envelope, isOpen);
  return (
    <section className={layout('fixed low topRuled pad2x8')} aria-label="Story of the attempts">
      <Button look="quiet" icon={isOpen ? 'chevronDown' : 'chevronRight'} onPress={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide why it took these attempts' : 'Why it took these attempts'}
      </Button>
      {!isOpen ? null : error !== null ? (
        <Unread what="The story" why={error.message} className={layout.words} />
      ) : data === undefined ? (
        <Pending>The attempts are run through the acceptor.</Pending>
      ) : (
        <AttemptList rows={data} all={envelope.attempts.length + envelope.attemptsLeftOut} />
      )}
    </section>
  );
}

function AttemptList({ rows, all }: { readonly rows: readonly AttemptDetails[]; readonly all: number }) {
  const last = rows.at(-1);
  const end =
    last === undefined
      ? null
      : endText(last.attempt, last.recorded, decidingRow(last.answer?.result ?? null));
  return (
    <ScrollRegion className={layout('scrolls pad4 max46vh')} aria-label="Attempt by attempt">
      {all > rows.length ? (
        <p className={layout.aside}>
          {countOf(all - rows.length, 'attempt')} before the last {MAX_REPORTED} omitted.
        </p>
      ) : null}
      <ol className={layout('grid gap12')}>
        {rows.map((one) => (
          <StoryStep key={one.attempt.number} details={one} />
        ))}
      </ol>
      {end === null ? null : (
        <p className={layout('rowTop gap6 topRuled padTop8 marginTop10')}>
          <Icon name="chainStart" />
          <span>
            <b>The end.</b> <VisibleText text={`${end.words}. `} />
            {end.clause === '' ? null : <Clause clause={end.clause} />}
          </span>
        </p>
      )}
    </ScrollRegion>
  );
}

/** The rendered envelopes of an attempt; where the log contains none, its event. */
function Column({ sessionId, envelope, attempt }: AttemptProps) {
  const { answer, isPending, failure } = useSubjects(sessionId, {
    ordinal: attempt.ordinal,
    attempt: { key: envelope.key, number: attempt.number },
  });
  const title = `Attempt ${attempt.number}`;
  const subjects = answer?.subjects ?? [];
  const envelopes = subjects.filter(({ kind }) => kind === 'envelope');
  const displayed = envelopes.length > 0 ? envelopes : subjects;
  if (failure !== null) return <Unread what={title} why={failure} />;
  return (
    <section
      className={layout('grid packed narrow max940')}
      aria-label={`${title}, content`}
      aria-busy={isPending}
    >
      {envelope.attempts.length < 2 && !isFailed(attempt) ? null : <AttemptFacts attempt={attempt} />}
      {answer === null ? (
        <Pending>The content is being read.</Pending>
      ) : (
        <>
          {envelopes.length > 0 ? null : (
            <p className={layout('words pad12x16')}>
              The log holds no envelope of this attempt.
              {displayed.length > 0 ? ' This is its event.' : ''}
            </p>
          )}
          {displayed.map((subject) => (
            <SubjectSection
              key={subject.key}
              sessionId={sessionId}
              // A surface of a refused attempt was never displayed to a user.
              displayedAt={attempt.ordinal < 0 || isFailed(attempt) ? null : attempt.ordinal}
              subject={subject}
              bare={envelopes.length > 0}
              whyTitle={`Why attempt ${attempt.number} did not render as requested`}
            />
          ))}
          {isPending || attempt.ordinal < 0 ? null : (
            <DeltaFrames sessionId={sessionId} ordinal={attempt.ordinal} subjects={subjects} />
          )}
        </>
      )}
    </section>
  );
}

interface AttemptStripProps {
  readonly envelope: LogicalEnvelope;
  /** Number of the displayed attempt. */
  readonly chosen: number;
  readonly onSelect: (attempt: EnvelopeAttempt) => void;
  /** Selects the event of a retry. */
  readonly onRetry: (ordinal: number) => void;
}

/** The attempts in their order, each a button, with the reasons of the retries between them. */
export function AttemptStrip({ envelope, chosen, onSelect, onRetry }: AttemptStripProps) {
  const { attempts, attemptsLeftOut } = envelope;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector(`[data-attempt="${chosen}"]`);
    if (item) scrollIntoPane(item);
  }, [chosen]);
  return (
    <div className={layout('fixed scrolls max45vh pad2x16x12')}>
      {attemptsLeftOut === 0 ? null : (
        <p className={layout('caption padBottom4')}>
          {countOf(attemptsLeftOut, 'more attempt')} before these.
        </p>
      )}
      <ol ref={list} className={layout('flex wrap', styles.attempts)} aria-label="Attempts">
        {attempts.map((attempt) => (
          <Fragment key={attempt.number}>
            <li className={layout('flex flexes', styles.attemptItem)} data-attempt={attempt.number}>
              <AttemptButton attempt={attempt} isChosen={attempt.number === chosen} onSelect={onSelect} />
            </li>
            {attempt.retry === null ? null : <Retry retry={attempt.retry} onRetry={onRetry} />}
          </Fragment>
        ))}
      </ol>
    </div>
  );
}

interface AttemptButtonProps extends Pick<AttemptStripProps, 'onSelect'> {
  readonly attempt: EnvelopeAttempt;
  readonly isChosen: boolean;
}

function AttemptButton({ attempt, isChosen, onSelect }: AttemptButtonProps) {
  const { number, note, code, ordinal, sequence, type } = attempt;
  const { icon, tone, word } = attemptForm(attempt);
  return (
    <button
      type="button"
      className={layout(
        'grow boxed grid gap3 packed rests ground focusRing hovers startText pad8x10',
        styles.attempt,
        styles[tone],
        icon === 'truncated' && styles.torn,
      )}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onSelect(attempt)}
    >
      <span className={layout('row nowrap strong gap6')}>
        <Icon name={icon} className={tones[tone]} />
        Attempt {number}
        <span className={layout.toEnd}>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </span>
      </span>
      <span className={layout('clip narrow second')} title={note}>
        {note === '' ? (code ?? 'nothing more was recorded') : <VisibleText text={note} />}
      </span>
      <span className={layout('clip narrow code third')} title={type}>
        {ordinal < 0 ? 'outside the events' : formatSequence(sequence)} <VisibleText text={type} />
        {code === null || note === '' ? '' : `, ${code}`}
      </span>
    </button>
  );
}

interface RetryProps extends Pick<AttemptStripProps, 'onRetry'> {
  readonly retry: EnvelopeRetry;
}

function Retry({ retry, onRetry }: RetryProps) {
  const { note, ordinal, sequence } = retry;
  return (
    <li className={layout('row aside gap3', styles.retryItem)}>
      <span>
        retry for <b className={layout('primary bold')}>{retryReason(retry)}</b>
      </span>
      <span className={layout('wide relative', styles.arrow)} aria-hidden="true" />
      {note === '' ? null : (
        <span className={layout('capped clamps breaks')} title={note}>
          <VisibleText text={note} />
        </span>
      )}
      {ordinal === null ? (
        <span className={layout.caption}>recorded by the next attempt</span>
      ) : (
        <Button
          look="link"
          className={layout.meta}
          onPress={() => onRetry(ordinal)}
          label={`recorded by ${formatSequence(sequence)}`}
        >
          recorded by {formatSequence(sequence)}
        </Button>
      )}
    </li>
  );
}
