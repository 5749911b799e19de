import { countOf, formatSequence, masker } from '@openwop-inspector/base';
import type { ActionRecord } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { CopyButton, EmptyState, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { Fold } from '../../shared/Fold.tsx';
import { useEventRow } from '../../shared/job-query.ts';
import { useLive } from '../live/live-store.ts';
import { useSessionView } from '../sessions/view-store.ts';
import { ActionDialog, NotAdvertised, SendDialog } from './ActionDialog.tsx';
import { useActionLog } from './action-queries.ts';
import {
  askToSend,
  leaveActionDialog,
  outcomeText,
  RUN_PLACE,
  useActionStore,
  useOutcome,
} from './action-store.ts';
import type { DraftProblem } from './answers.ts';
import { ChoiceLine, TextLine } from './Fields.tsx';
import { ForkDialog } from './ForkDialog.tsx';
import { OutcomeAt } from './OutcomeView.tsx';
import { HostAnswerFold, RequestView } from './RequestView.tsx';
import { type AnnotationDraft, actionTitle, annotateAction, NEW_ANNOTATION, SIGNALS } from './run-actions.ts';

/** Container: the dialogs of actions on a run, wherever they were opened; the confirmation is on top. */
export function ActionDialogs() {
  const requested = useActionStore((state) => state.requested);
  const dialog = useActionStore((state) => state.dialog);
  return (
    <>
      {dialog?.kind === 'fork' ? (
        <ForkDialog key={`${dialog.sessionId} ${dialog.fromSeq}`} fork={dialog} />
      ) : null}
      {dialog?.kind === 'annotate' ? <AnnotateDialog sessionId={dialog.sessionId} /> : null}
      {dialog?.kind === 'outcome' ? <OutcomeDialog sessionId={dialog.sessionId} /> : null}
      {dialog?.kind === 'log' ? (
        <ActionDialog title="What was done here" onClose={leaveActionDialog}>
          <ActionLogPanel sessionId={dialog.sessionId} />
        </ActionDialog>
      ) : null}
      {requested === null ? null : <SendDialog requested={requested} />}
    </>
  );
}

/** Why the host did not do what was sent to it. */
function OutcomeDialog({ sessionId }: { readonly sessionId: string }) {
  const acted = useOutcome(sessionId, RUN_PLACE);
  if (acted === null || acted.kind === 'cancelled') return null;
  return (
    <ActionDialog title={actionTitle(acted.action)} onClose={leaveActionDialog}>
      <OutcomeAt sessionId={sessionId} place={RUN_PLACE} />
    </ActionDialog>
  );
}

/** Container: the actions of a live session, oldest first, with request and response, tokens masked. */
function ActionLogPanel({ sessionId }: { readonly sessionId: string }) {
  const { data: records } = useActionLog(sessionId);
  if (records === undefined || records.length === 0) {
    return (
      <EmptyState title="Nothing was done in this session">
        <p>Answers, forks and everything else that is sent to the host are listed here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={layout('row wrap gap8')}>
        <span className={layout.caption}>
          {countOf(records.length, 'action')}, also stored in the capture
        </span>
        <span className={layout.flexes} />
        <CopyButton small label="Copy as JSON" text={masker.json(JSON.stringify(records, null, 2)).text} />
      </div>
      <ol className={layout('grid gap12')}>
        {records.map((record) => (
          <Entry key={record.at} record={record} />
        ))}
      </ol>
    </>
  );
}

function Entry({ record: { at, action, request, outcome } }: { readonly record: ActionRecord }) {
  return (
    <li className={layout('stack ruled gap4 padBottom12')}>
      <Remark icon={outcome.ok ? 'ok' : 'failed'} tone={outcome.ok ? 'ok' : 'error'}>
        <b>{actionTitle(action)}</b> <time dateTime={at}>{at}</time>
        <br />
        <VisibleText text={outcomeText(outcome)} />
      </Remark>
      <Fold title={`${request.method} request`}>
        <RequestView request={request} />
      </Fold>
      <HostAnswerFold body={outcome.ok ? outcome.body : outcome.error.rawBody} />
    </li>
  );
}

/** A rating, correction, label or flag for a run or an event of it (bundles-and-transport.md section 10). */
function AnnotateDialog({ sessionId }: { readonly sessionId: string }) {
  const advertised = useLive(sessionId, ({ live }) => live.discovery?.features.feedback ?? 'not advertised');
  const selected = useSessionView(sessionId, (view) => view.selected);
  const row = useEventRow(sessionId, selected);
  const acted = useOutcome(sessionId, RUN_PLACE);
  const isDone = acted?.kind === 'answered' && acted.outcome.ok;
  const [draft, setDraft] = useState<AnnotationDraft>(NEW_ANNOTATION);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const change = (part: Partial<AnnotationDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems([]);
  };
  const ask = () => {
    const made = annotateAction(draft, row?.eventId ?? null);
    if (!made.ok) return setProblems(made.problems);
    void askToSend({ sessionId, action: made.action, place: RUN_PLACE });
  };
  if (advertised === null) return null;
  return (
    <ActionDialog
      title="Annotate the run"
      {...(isDone ? {} : { button: 'Continue…', onButton: ask })}
      onClose={leaveActionDialog}
    >
      <NotAdvertised of="feedback" advertised={advertised} />
      <AnnotationFields draft={draft} problems={problems} onChange={change} />
      {row === null || row.eventId === null ? null : (
        <label className={layout('row rowText gap6')}>
          <input
            type="checkbox"
            checked={draft.isOfEvent}
            onChange={(event) => change({ isOfEvent: event.target.checked })}
          />
          of the selected event {formatSequence(row.sequence)} {row.type}
        </label>
      )}
      <OutcomeAt sessionId={sessionId} place={RUN_PLACE} />
    </ActionDialog>
  );
}

interface AnnotationFieldsProps {
  readonly draft: AnnotationDraft;
  readonly problems: readonly DraftProblem[];
  readonly onChange: (part: Partial<AnnotationDraft>) => void;
}

/** Kind of an annotation, its value, and a note to it. */
function AnnotationFields({ draft, problems, onChange }: AnnotationFieldsProps) {
  const { kind } = draft;
  return (
    <>
      <ChoiceLine
        title="Signal"
        choices={SIGNALS}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      {kind === 'rating' ? (
        <ChoiceLine
          title="Rating, 1 to 5"
          label="Rating"
          choices={['1', '2', '3', '4', '5']}
          value={String(draft.rating)}
          onChange={(value) => onChange({ rating: Number(value) })}
        />
      ) : null}
      {kind === 'label' || kind === 'correction' ? (
        <TextLine
          key={kind}
          label={kind}
          isLong={kind === 'correction'}
          value={draft[kind]}
          problem={problems.find(({ field }) => field === kind)?.message ?? null}
          onChange={(text) => onChange({ [kind]: text })}
        />
      ) : null}
      <TextLine
        label="note"
        explain="optional; no secrets, others can read it"
        value={draft.note}
        onChange={(note) => onChange({ note })}
      />
    </>
  );
}
