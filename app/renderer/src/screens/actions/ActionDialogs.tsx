import { countOf, formatSequence, masker } from '@openwop-inspector/base';
import type { ActionRecord, RunAction } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { CopyButton, classNames, EmptyState, Icon, layout, Segmented } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { actionTitle } from '../../model/actions/action-text.ts';
import {
  type DrainPolicy,
  loggedSince,
  type RunControl,
  runControlAction,
} from '../../model/actions/run-actions.ts';
import { useActionLog } from '../../queries/action-queries.ts';
import { useJob } from '../../queries/job-query.ts';
import { useEventRow, useLiveFacts } from '../../queries/session-queries.ts';
import { Fold } from '../../rendering/Fold.tsx';
import {
  askToSend,
  FORK_PLACE,
  hideActionLog,
  leaveFork,
  leaveRequested,
  leaveRunDialog,
  openFork,
  outcomeText,
  RUN_PLACE,
  sendRequested,
} from '../../state/action-actions.ts';
import {
  type ForkRequest,
  type RunDialogRequest,
  useActionStore,
  useOutcome,
} from '../../state/action-store.ts';
import { type LiveEntry, useLive } from '../../state/live-store.ts';
import { useSessionView } from '../../state/view-store.ts';
import { ActionDialog } from './ActionDialog.tsx';
import styles from './Actions.module.css';
import { AnnotateDialog } from './AnnotateDialog.tsx';
import { ForkDialog } from './ForkDialog.tsx';
import { HostAnswerFold } from './HostAnswerFold.tsx';
import { NotAdvertised } from './NotAdvertised.tsx';
import { OutcomeAt } from './OutcomeView.tsx';
import { TextLine } from './RefineFields.tsx';
import { RequestView } from './RequestView.tsx';
import { SendDialog, type SendTarget } from './SendDialog.tsx';

const WORDS: Readonly<Record<RunControl, readonly [title: string, button: string]>> = {
  cancel: ['Cancel the run', 'Continue with cancel…'],
  pause: ['Pause the run', 'Continue with pause…'],
  resume: ['Resume the run', 'Continue with resume…'],
};

/** Container: the dialogs of actions on a run, wherever they were opened; the confirmation is on top. */
export function ActionDialogs() {
  const requested = useActionStore((state) => state.asked);
  const fork = useActionStore((state) => state.fork);
  const runDialog = useActionStore((state) => state.runDialog);
  const logOf = useActionStore((state) => state.logOf);
  return (
    <>
      {fork === null ? null : <Forking key={`${fork.sessionId} ${fork.fromSeq}`} fork={fork} />}
      {runDialog === null ? null : <RunDialog asked={runDialog} />}
      {logOf === null ? null : (
        <ActionDialog title="What was done here" onClose={hideActionLog}>
          <ActionLogPanel sessionId={logOf} />
        </ActionDialog>
      )}
      {requested === null ? null : <Sending sessionId={requested.sessionId} />}
    </>
  );
}

function RunDialog({ asked }: { readonly asked: RunDialogRequest }) {
  return asked.kind === 'annotate' ? (
    <Annotating sessionId={asked.sessionId} />
  ) : (
    <Controlling sessionId={asked.sessionId} kind={asked.kind} />
  );
}

const targetOf = ({ live }: LiveEntry) => live;

function Sending({ sessionId }: { readonly sessionId: string }) {
  const requested = useActionStore((state) => state.asked);
  const target = useLive(sessionId, targetOf);
  if (requested === null || target === null) return null;
  return (
    <SendDialog
      asked={requested}
      target={target}
      onSend={() => void sendRequested()}
      onCancel={leaveRequested}
    />
  );
}

function Forking({ fork: { sessionId, runId, fromSeq } }: { readonly fork: ForkRequest }) {
  const target = useLive(sessionId, targetOf);
  const ledger = useJob('effectLedger', { sessionId, runId, fromSequence: fromSeq });
  if (target === null) return null;
  const place = FORK_PLACE;
  const ask = (action: RunAction, warnings: readonly string[]) =>
    void askToSend({ sessionId, action, place, warnings, title: actionTitle(action) });
  return (
    <ForkDialog
      target={{ ...target, runId }}
      fromSeq={fromSeq}
      ledger={ledger.data ?? null}
      advertised={target.discovery?.features.replay ?? 'not advertised'}
      onAsk={ask}
      onClose={leaveFork}
      outcome={
        <OutcomeAt
          sessionId={sessionId}
          place={place}
          onOtherForm={() => undefined}
          onOpenRun={(newRunId) => {
            leaveFork();
            void openFork(sessionId, newRunId);
          }}
        />
      }
    />
  );
}

function Controlling({ sessionId, kind }: { readonly sessionId: string; readonly kind: RunControl }) {
  const target = useLive(sessionId, targetOf);
  const isDone = useIsDone(sessionId);
  if (target === null) return null;
  return (
    <RunControlDialog
      control={kind}
      target={target}
      advertised={target.discovery?.features.pauseResume ?? 'not advertised'}
      isDone={isDone}
      outcome={<RunOutcome sessionId={sessionId} control={kind} />}
      onAsk={(action) => askForRun(sessionId, action)}
      onClose={leaveRunDialog}
    />
  );
}

/** True once the host has performed the dialog's action. */
function useIsDone(sessionId: string): boolean {
  const acted = useOutcome(sessionId, RUN_PLACE);
  return acted?.kind === 'answered' && acted.outcome.ok;
}

interface RunOutcomeProps {
  readonly sessionId: string;
  /** Result of the action, from the log where possible. */
  readonly control: RunControl | null;
}

function RunOutcome({ sessionId, control }: RunOutcomeProps) {
  const runId = useLive(sessionId, ({ live }) => live.runId);
  const status = useLiveFacts(sessionId)?.runs.find((run) => run.runId === runId)?.status ?? null;
  const since = control === null ? null : loggedSince(control, status);
  const nothing = () => undefined;
  return (
    <OutcomeAt
      sessionId={sessionId}
      place={RUN_PLACE}
      onOtherForm={nothing}
      onOpenRun={nothing}
      {...(since === null ? {} : { since })}
    />
  );
}

function Annotating({ sessionId }: { readonly sessionId: string }) {
  const target = useLive(sessionId, targetOf);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const row = useEventRow(sessionId, selected);
  const isDone = useIsDone(sessionId);
  if (target === null) return null;
  return (
    <AnnotateDialog
      target={
        row === null ? null : { eventId: row.eventId, words: `${formatSequence(row.sequence)} ${row.type}` }
      }
      advertised={target.discovery?.features.feedback ?? 'not advertised'}
      isDone={isDone}
      outcome={<RunOutcome sessionId={sessionId} control={null} />}
      onAsk={(action) => askForRun(sessionId, action)}
      onClose={leaveRunDialog}
    />
  );
}

function askForRun(sessionId: string, action: RunAction): void {
  void askToSend({ sessionId, action, place: RUN_PLACE, warnings: [], title: actionTitle(action) });
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
      <div className={classNames(layout.row, layout.wrap, layout.gap8)}>
        <span className={layout.caption}>{countOf(records.length, 'action')}, also kept in the capture</span>
        <span className={layout.flexes} />
        <CopyButton small label="Copy as JSON" text={masker.json(JSON.stringify(records, null, 2)).text} />
      </div>
      <ol className={styles.log}>
        {records.map((record) => (
          <Entry key={record.at} record={record} />
        ))}
      </ol>
    </>
  );
}

function Entry({ record: { at, action, request, outcome } }: { readonly record: ActionRecord }) {
  return (
    <li>
      <p className={outcome.ok ? styles.good : classNames(layout.errorText, styles.bad)}>
        <Icon name={outcome.ok ? 'ok' : 'failed'} />{' '}
        <span>
          <b>{actionTitle(action)}</b> <time dateTime={at}>{at}</time>
          <br />
          <VisibleText text={outcomeText(outcome)} />
        </span>
      </p>
      <Fold title={`${request.method} request`}>
        <RequestView request={request} />
      </Fold>
      <HostAnswerFold body={outcome.ok ? outcome.body : outcome.error.rawBody} />
    </li>
  );
}

interface RunControlDialogProps {
  readonly control: RunControl;
  readonly target: SendTarget;
  readonly advertised: 'yes' | 'no' | 'not advertised';
  /** The host has performed it: there is nothing more to confirm. */
  readonly isDone: boolean;
  /** Result of the action. */
  readonly outcome: ReactNode;
  readonly onAsk: (action: RunAction) => void;
  readonly onClose: () => void;
}

/** Cancel, pause or resume a run as a whole, with the reason that goes into its log. */
function RunControlDialog({
  control,
  target,
  advertised,
  isDone,
  outcome,
  onAsk,
  onClose,
}: RunControlDialogProps) {
  const [reason, setReason] = useState('');
  const [drain, setDrain] = useState<DrainPolicy>('drain-current-node');
  const [title, button] = WORDS[control];
  return (
    <ActionDialog
      title={title}
      {...(isDone ? {} : { button, onButton: () => onAsk(runControlAction(control, reason, drain)) })}
      onClose={onClose}
    >
      <p className={classNames(layout.words, layout.breaks)}>
        Run <VisibleText text={target.runId} /> at <VisibleText text={target.baseUrl} />.
      </p>
      {control === 'cancel' ? null : <NotAdvertised of="runs.pauseResume" advertised={advertised} />}
      <TextLine
        label="Reason"
        explain="optional; recorded by the host"
        value={reason}
        problem={null}
        onChange={setReason}
      />
      {control === 'pause' ? (
        <div className={layout.field}>
          <span>Nodes at work</span>
          <Segmented<DrainPolicy>
            label="Nodes at work"
            choices={[
              { value: 'drain-current-node', label: 'finish first' },
              { value: 'immediate', label: 'stop at once' },
            ]}
            value={drain}
            onChange={setDrain}
          />
          <small>
            drainPolicy <code>{drain}</code>
          </small>
        </div>
      ) : null}
      {outcome}
    </ActionDialog>
  );
}
