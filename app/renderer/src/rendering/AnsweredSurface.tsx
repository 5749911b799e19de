import {
  type EnvelopeSubject,
  RecordedSurface,
  type RenderedSubjectProps,
} from '@openwop-inspector/renderers';
import type { SurfaceAnswer } from '@openwop-inspector/run-log';
import { classNames, layout, Segmented } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { type SurfaceMoment, surfaceAt } from '../model/surface-moments.ts';
import { useJob } from '../queries/job-query.ts';
import { selectEvent } from '../state/view-actions.ts';
import styles from './AnsweredSurface.module.css';
import { AnswerPanel } from './AnswerPanel.tsx';
import { SubjectSection } from './SubjectSection.tsx';

const MOMENTS = [
  { value: 'shown', label: 'Shown', icon: 'eye' },
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
  const [moment, setMoment] = useState<SurfaceMoment>('shown');
  const answer = reported === undefined || isPlaceholderData ? null : reported;
  return (
    <div className={styles.answered}>
      <div className={classNames(layout.row, layout.wrap, layout.gap8, layout.pad8x16)}>
        <Segmented<SurfaceMoment>
          label="Moment of the surface"
          choices={MOMENTS}
          value={moment}
          onChange={setMoment}
        />
        <span className={classNames(layout.narrow, layout.second)} role="status">
          {answer === null ? '' : surfaceAt(moment, subject, answer).words}
        </span>
      </div>
      <div className={styles.beside}>
        {moment === 'shown' || answer === null ? (
          <SubjectSection {...displayed} subject={subject} />
        ) : (
          <PastSurface moment={moment} subject={subject} answer={answer} />
        )}
        {error === null ? null : (
          <p role="alert" className={classNames(layout.words, layout.pad12x16)}>
            The answer could not be read: {error.message}.
          </p>
        )}
        {answer === null ? null : (
          <AnswerPanel told={answer} onSelect={(event) => selectEvent(sessionId, event)} />
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
