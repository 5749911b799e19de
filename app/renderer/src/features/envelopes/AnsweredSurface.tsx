import { formatDuration, formatSequence, member } from '@openwop-inspector/base';
import {
  type EnvelopeSubject,
  RecordedSurface,
  type RenderedSubjectProps,
} from '@openwop-inspector/renderers';
import type { SurfaceAnswer } from '@openwop-inspector/run-log';
import { layout, Segmented } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { Unread } from '../../shared/Failure.tsx';
import { useJob } from '../../shared/job-query.ts';
import { selectEvent } from '../sessions/view-store.ts';
import { AnswerPanel } from './AnswerPanel.tsx';
import styles from './Envelopes.module.css';
import { SubjectSection } from './SubjectSection.tsx';

const MOMENTS = [
  { value: 'displayed', label: 'Displayed', icon: 'eye' },
  { value: 'edited', label: 'Edited', icon: 'more' },
  { value: 'submitted', label: 'Submitted', icon: 'check' },
] as const;

export interface AnsweredSurfaceProps extends Omit<RenderedSubjectProps, 'subject'> {
  readonly sessionId: string;
  /** The event that displays it. */
  readonly ordinal: number;
  readonly subject: EnvelopeSubject;
}

/** Container: a surface, to rehearse as displayed or to view as updated and submitted, next to its answer. */
export function AnsweredSurface({ sessionId, ordinal, subject, ...displayed }: AnsweredSurfaceProps) {
  const { data: reported, error, isPlaceholderData } = useJob('surfaceAnswer', { sessionId, ordinal });
  const [moment, setMoment] = useState<SurfaceMoment>('displayed');
  const answer = reported === undefined || isPlaceholderData ? null : reported;
  return (
    <div className={layout.container}>
      <div className={layout('row wrap gap8 pad8x16')}>
        <Segmented<SurfaceMoment>
          label="Moment of the surface"
          choices={MOMENTS}
          value={moment}
          onChange={setMoment}
        />
        <span className={layout('narrow second')} role="status">
          {answer === null ? '' : surfaceAt(moment, subject, answer).words}
        </span>
      </div>
      <div className={layout('grid narrow gap8', styles.answered)}>
        {moment === 'displayed' || answer === null ? (
          <SubjectSection {...displayed} subject={subject} />
        ) : (
          <PastSurface moment={moment} subject={subject} answer={answer} />
        )}
        {error === null ? null : <Unread what="The answer" why={error.message} />}
        {answer === null ? null : (
          <AnswerPanel entered={answer} onSelect={(event) => selectEvent(sessionId, event)} />
        )}
      </div>
    </div>
  );
}

interface PastSurfaceProps {
  readonly moment: SurfaceMoment;
  readonly subject: EnvelopeSubject;
  readonly answer: SurfaceAnswer;
}

function PastSurface({ moment, subject, answer }: PastSurfaceProps) {
  // The same object as long as nothing changes: another one re-renders the frame.
  const { payload, values } = useMemo(() => surfaceAt(moment, subject, answer), [moment, subject, answer]);
  return (
    <div>
      <h3 className="visually-hidden">
        {moment === 'edited' ? 'Surface as edited' : 'Surface as submitted'}
      </h3>
      <RecordedSurface key={moment} subject={subject} payload={payload} values={values} />
    </div>
  );
}

export type SurfaceMoment = 'displayed' | 'edited' | 'submitted';

/** A surface at a moment. */
export interface SurfaceState {
  /** Of any shape. */
  readonly payload: unknown;
  /** Entered values, by the id of the field. */
  readonly values: ReadonlyMap<string, string | boolean>;
  /** One sentence: the recorded parts of the moment, and where. */
  readonly words: string;
}

const NO_VALUES: ReadonlyMap<string, string | boolean> = new Map();

/** The surface at a moment. Unrecorded parts are reported, and replaced by the preceding state. */
export function surfaceAt(
  moment: SurfaceMoment,
  subject: EnvelopeSubject,
  reported: SurfaceAnswer,
): SurfaceState {
  const displayed = member(subject.value, 'payload');
  const { updated } = reported;
  const payload = updated?.payload ?? displayed;
  const words = WORDS[moment](reported);
  if (moment === 'displayed') return { payload: displayed, values: NO_VALUES, words };
  const values = moment === 'submitted' ? fieldValuesOf(reported.answer?.values) : NO_VALUES;
  return { payload, values, words };
}

const WORDS: Readonly<Record<SurfaceMoment, (reported: SurfaceAnswer) => string>> = {
  displayed: ({ sequence }) => `As displayed at ${formatSequence(sequence)}.`,
  edited: ({ updated }) => {
    const typed = 'what was typed before it was sent is not recorded.';
    if (updated === null) return `Not recorded: no surface took its place, and ${typed}`;
    const times = updated.count === 1 ? 'once' : `${updated.count} times`;
    return `As ${formatSequence(updated.sequence)} shows it, updated ${times} before the answer; ${typed}`;
  },
  submitted: ({ answer, surfaceMs }) => {
    if (answer === null) return 'Not recorded: the log has no answer.';
    const at = formatSequence(answer.sequence);
    if (answer.values === null) return `Not recorded: ${at} does not say what was entered.`;
    const isTimed = answer.timeMs !== null && surfaceMs !== null && answer.timeMs >= surfaceMs;
    const after = isTimed ? `, ${formatDuration((answer.timeMs ?? 0) - (surfaceMs ?? 0))} after display` : '';
    return `With the values of ${at}${after}.`;
  },
};

/** Values of fields; anything other than texts and ticks is omitted. */
function fieldValuesOf(values: unknown): ReadonlyMap<string, string | boolean> {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return NO_VALUES;
  return new Map(
    Object.entries(values).filter(
      (entry): entry is [string, string | boolean] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
    ),
  );
}
