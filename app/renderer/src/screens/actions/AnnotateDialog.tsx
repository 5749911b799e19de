import type { RunAction } from '@openwop-inspector/host-client';
import { layout, Segmented } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import type { DraftProblem } from '../../model/actions/answers.ts';
import {
  type AnnotationDraft,
  annotateAction,
  NEW_ANNOTATION,
  SIGNALS,
  type SignalKind,
} from '../../model/actions/run-actions.ts';
import { ActionDialog } from './ActionDialog.tsx';
import styles from './Actions.module.css';
import { NotAdvertised } from './NotAdvertised.tsx';
import { TextLine } from './RefineFields.tsx';

/** The event or node that can be annotated instead of the run itself. */
export interface AnnotationTarget {
  readonly eventId: string | null;
  readonly words: string;
}

export interface AnnotateDialogProps {
  readonly target: AnnotationTarget | null;
  readonly advertised: 'yes' | 'no' | 'not advertised';
  readonly isDone: boolean;
  readonly outcome: ReactNode;
  readonly onAsk: (action: RunAction) => void;
  readonly onClose: () => void;
}

/** A rating, correction, label or flag for a run or an event of it (bundles-and-transport.md section 10). */
export function AnnotateDialog({ target, advertised, isDone, outcome, onAsk, onClose }: AnnotateDialogProps) {
  const [draft, setDraft] = useState<AnnotationDraft>(NEW_ANNOTATION);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const change = (part: Partial<AnnotationDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems([]);
  };
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.message ?? null;
  const ask = () => {
    const made = annotateAction(draft, target?.eventId ?? null);
    if (made.ok) onAsk(made.action);
    else setProblems(made.problems);
  };
  return (
    <ActionDialog
      title="Annotate the run"
      {...(isDone ? {} : { button: 'Continue…', onButton: ask })}
      onClose={onClose}
    >
      <NotAdvertised of="feedback" advertised={advertised} />
      <div className={layout.field}>
        <span>Signal</span>
        <Segmented<SignalKind>
          label="Signal"
          choices={SIGNALS.map((kind) => ({ value: kind, label: kind }))}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      {draft.kind === 'rating' ? (
        <div className={layout.field}>
          <span>Rating, 1 to 5</span>
          <Segmented
            label="Rating"
            choices={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
            value={String(draft.rating)}
            onChange={(value) => change({ rating: Number(value) })}
          />
        </div>
      ) : null}
      {draft.kind === 'label' ? (
        <TextLine
          label="label"
          value={draft.label}
          problem={problemOf('label')}
          onChange={(label) => change({ label })}
        />
      ) : null}
      {draft.kind === 'correction' ? (
        <TextLine
          label="correction"
          isLong
          value={draft.correction}
          problem={problemOf('correction')}
          onChange={(correction) => change({ correction })}
        />
      ) : null}
      <TextLine
        label="note"
        explain="optional; no secrets, others can read it"
        value={draft.note}
        problem={null}
        onChange={(note) => change({ note })}
      />
      {target === null || target.eventId === null ? null : (
        <div className={styles.options}>
          <label>
            <input
              type="checkbox"
              checked={draft.isOfEvent}
              onChange={(event) => change({ isOfEvent: event.target.checked })}
            />
            of the selected event {target.words}
          </label>
        </div>
      )}
      {outcome}
    </ActionDialog>
  );
}
