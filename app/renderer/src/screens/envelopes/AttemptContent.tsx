import type { RenderSubject } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';
import { classNames, layout, Pending } from '@openwop-inspector/ui';
import { useSubjects } from '../../queries/content-queries.ts';
import { AnsweredSurface } from '../../rendering/AnsweredSurface.tsx';
import { DeltaFrames } from '../../rendering/DeltaFrames.tsx';
import { SubjectSection } from '../../rendering/SubjectSection.tsx';
import { AttemptFacts, isFailed } from './AttemptFacts.tsx';
import styles from './EnvelopeTab.module.css';

export interface AttemptContentProps {
  readonly sessionId: string;
  readonly envelope: LogicalEnvelope;
  readonly attempt: EnvelopeAttempt;
}

/** The rendered content of the selected attempt; where there is space, next to the preceding refused one. */
export function AttemptContent({ sessionId, envelope, attempt }: AttemptContentProps) {
  const beside = sideAttempt(envelope, attempt);
  return (
    <div className={classNames(layout.stack, layout.fill, layout.scrolls, layout.topRuled, styles.columns)}>
      <Column sessionId={sessionId} envelope={envelope} attempt={attempt} />
      {beside === null ? null : (
        <div className={classNames(layout.narrow, layout.topRuled, styles.beside)}>
          <Column sessionId={sessionId} envelope={envelope} attempt={beside} />
        </div>
      )}
    </div>
  );
}

function Column({ sessionId, envelope, attempt }: AttemptContentProps) {
  const { answer, isPending, failure } = useSubjects(sessionId, {
    ordinal: attempt.ordinal,
    attempt: { key: envelope.key, number: attempt.number },
  });
  const title = `Attempt ${attempt.number}`;
  if (failure !== null) {
    return (
      <p role="alert" className={classNames(layout.words, styles.words)}>
        {title} could not be read: {failure}.
      </p>
    );
  }
  return (
    <section className={styles.column} aria-label={`${title}, content`} aria-busy={isPending}>
      {envelope.attempts.length < 2 && !isFailed(attempt) ? null : <AttemptFacts attempt={attempt} />}
      {answer === null ? (
        <Pending>The content is being read.</Pending>
      ) : (
        <>
          <Subjects sessionId={sessionId} subjects={answer.subjects} attempt={attempt} />
          {isPending || attempt.ordinal < 0 ? null : (
            <DeltaFrames sessionId={sessionId} ordinal={attempt.ordinal} subjects={answer.subjects} />
          )}
        </>
      )}
    </section>
  );
}

interface SubjectsProps {
  readonly sessionId: string;
  readonly subjects: readonly RenderSubject[];
  readonly attempt: EnvelopeAttempt;
}

/** The envelopes of the attempt; where the log contains none, its event. */
function Subjects({ sessionId, subjects, attempt }: SubjectsProps) {
  const envelopes = subjects.filter(({ kind }) => kind === 'envelope');
  const displayed = envelopes.length > 0 ? envelopes : subjects;
  return (
    <>
      {envelopes.length > 0 ? null : (
        <p className={classNames(layout.words, styles.words)}>
          The log holds no envelope of this attempt.
          {displayed.length > 0 ? ' This is its event.' : ''}
        </p>
      )}
      {displayed.map((subject) => {
        const whyTitle = `Why attempt ${attempt.number} did not render as asked`;
        const reported = { bare: envelopes.length > 0, whyTitle };
        return wasDisplayed(attempt) &&
          subject.kind === 'envelope' &&
          subject.rendering.renderer === 'a2ui' ? (
          <AnsweredSurface
            key={subject.key}
            {...reported}
            sessionId={sessionId}
            ordinal={attempt.ordinal}
            subject={subject}
          />
        ) : (
          <SubjectSection key={subject.key} {...reported} subject={subject} />
        );
      })}
    </>
  );
}

/** A surface of a refused attempt was never displayed to a user. */
const wasDisplayed = (attempt: EnvelopeAttempt): boolean => attempt.ordinal >= 0 && !isFailed(attempt);

/**
 * The attempt to display next to the selected one: the nearest before it that was refused for its content. A truncated
 * one says nothing about the form. Null when there is none.
 */
function sideAttempt(
  { attempts }: Pick<LogicalEnvelope, 'attempts'>,
  chosen: EnvelopeAttempt,
): EnvelopeAttempt | null {
  const before = attempts.filter(({ number }) => number < chosen.number);
  return before.findLast(({ state }) => state === 'invalid' || state === 'refused') ?? null;
}
