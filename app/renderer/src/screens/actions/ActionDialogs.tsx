import { formatSequence } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { actionTitle } from '../../model/actions/action-words.ts';
import { loggedSince, type RunControl } from '../../model/actions/run-actions.ts';
import { useEffectLedger } from '../../queries/action-queries.ts';
import { useLiveFacts } from '../../queries/live-queries.ts';
import { useEventRow } from '../../queries/session-queries.ts';
import {
  askToSend,
  FORK_PLACE,
  hideActionLog,
  leaveAsked,
  leaveFork,
  leaveRunDialog,
  openFork,
  RUN_PLACE,
  sendAsked,
} from '../../state/action-actions.ts';
import { type ForkAsked, type RunDialogAsked, useActionStore, useOutcome } from '../../state/action-store.ts';
import { type LiveEntry, useLive } from '../../state/live-store.ts';
import { useSessionView } from '../../state/view-store.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ActionLogPanel } from './ActionLogPanel.tsx';
import { AnnotateDialog } from './AnnotateDialog.tsx';
import { ForkDialog } from './ForkDialog.tsx';
import { OutcomeAt } from './OutcomeView.tsx';
import { RunControlDialog } from './RunControlDialog.tsx';
import { SendDialog } from './SendDialog.tsx';

/** Container: the dialogs about acting on a run, wherever they were asked for; the last look lies over the others. */
export function ActionDialogs() {
  const asked = useActionStore((state) => state.asked);
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
      {asked === null ? null : <Sending sessionId={asked.sessionId} />}
    </>
  );
}

function RunDialog({ asked }: { readonly asked: RunDialogAsked }) {
  return asked.kind === 'annotate' ? (
    <Annotating sessionId={asked.sessionId} />
  ) : (
    <Controlling sessionId={asked.sessionId} kind={asked.kind} />
  );
}

const targetOf = ({ live }: LiveEntry) => live;

function Sending({ sessionId }: { readonly sessionId: string }) {
  const asked = useActionStore((state) => state.asked);
  const target = useLive(sessionId, targetOf);
  if (asked === null || target === null) return null;
  return <SendDialog asked={asked} target={target} onSend={() => void sendAsked()} onCancel={leaveAsked} />;
}

function Forking({ fork: { sessionId, runId, fromSeq } }: { readonly fork: ForkAsked }) {
  const target = useLive(sessionId, targetOf);
  const ledger = useEffectLedger(sessionId, runId, fromSeq);
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

/** True once the host has done what the dialog asked for. */
function useIsDone(sessionId: string): boolean {
  const acted = useOutcome(sessionId, RUN_PLACE);
  return acted?.kind === 'answered' && acted.outcome.ok;
}

interface RunOutcomeProps {
  readonly sessionId: string;
  /** What was done, where the log can tell what came of it. */
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
