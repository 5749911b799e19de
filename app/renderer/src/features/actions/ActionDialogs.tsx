import { countOf, formatCount, formatSequence, masker } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EffectKind, EffectLedger } from '@openwop-inspector/run-log';
import {
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  EmptyState,
  Fact,
  Facts,
  Icon,
  type IconName,
  layout,
  Pending,
  Segmented,
} from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { Fold, TextFact } from '../../shared/Fold.tsx';
import { useEventRow, useJob } from '../../shared/job-query.ts';
import { useLive } from '../live/live-store.ts';
import { useSessionView } from '../sessions/view-store.ts';
import {
  askToSend,
  changeRequested,
  FORK_PLACE,
  type ForkRequest,
  leaveActionDialog,
  leaveRequested,
  outcomeText,
  type RequestedAction,
  RUN_PLACE,
  sendRequested,
  useActionLog,
  useActionStore,
  useOutcome,
} from './action-store.ts';
import { ChoiceLine, type DraftForm, JsonLine, TextLine, useDraft } from './Fields.tsx';
import { HostAnswerFold, OutcomeAt, RequestView } from './RequestView.tsx';
import {
  AnnotationDraft,
  actionTitle,
  annotateAction,
  type ForkMode,
  forkAction,
  nodeOf,
  type RunControl,
  runControlAction,
  SIGNALS,
  trustText,
} from './run-actions.ts';

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
        <ActionDialog title="What was done here">
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
    <ActionDialog title={actionTitle(acted.action)}>
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
        {records.map(({ at, action, request, outcome }) => (
          <li key={at} className={layout('stack ruled gap4 padBottom12')}>
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
        ))}
      </ol>
    </>
  );
}

/** A rating, correction, label or flag for a run or an event of it (bundles-and-transport.md section 10). */
function AnnotateDialog({ sessionId }: { readonly sessionId: string }) {
  const advertised = useLive(sessionId, ({ live }) => live.discovery?.features.feedback ?? 'not advertised');
  const selected = useSessionView(sessionId, (view) => view.selected);
  const row = useEventRow(sessionId, selected);
  const acted = useOutcome(sessionId, RUN_PLACE);
  const isDone = acted?.kind === 'answered' && acted.outcome.ok;
  const form = useDraft(() => new AnnotationDraft());
  const { draft, change } = form;
  const ask = () => {
    const made = annotateAction(draft, row?.eventId ?? null);
    if (!made.ok) return form.setProblems(made.problems);
    void askToSend({ sessionId, action: made.action, place: RUN_PLACE });
  };
  if (advertised === null) return null;
  return (
    <ActionDialog title="Annotate the run" {...(isDone ? {} : { button: 'Continue…', onButton: ask })}>
      <NotAdvertised of="feedback" advertised={advertised} />
      <AnnotationFields {...form} />
      {row === null || row.eventId === null ? null : (
        <label className={layout('row rowText gap6')}>
          <input
            type="checkbox"
            checked={draft.isOfEvent}
            onChange={({ target }) => change({ isOfEvent: target.checked })}
          />
          of the selected event {formatSequence(row.sequence)} {row.type}
        </label>
      )}
      <OutcomeAt sessionId={sessionId} place={RUN_PLACE} />
    </ActionDialog>
  );
}

function AnnotationFields({ draft, change, problemOf }: DraftForm<AnnotationDraft>) {
  const { kind } = draft;
  return (
    <>
      <ChoiceLine title="Signal" choices={SIGNALS} value={kind} onChange={(next) => change({ kind: next })} />
      {kind === 'rating' ? (
        <ChoiceLine
          title="Rating, 1 to 5"
          label="Rating"
          choices={['1', '2', '3', '4', '5']}
          value={String(draft.rating)}
          onChange={(value) => change({ rating: Number(value) })}
        />
      ) : null}
      {kind === 'label' || kind === 'correction' ? (
        <TextLine
          key={kind}
          label={kind}
          isLong={kind === 'correction'}
          value={draft[kind]}
          problem={problemOf(kind)}
          onChange={(text) => change({ [kind]: text })}
        />
      ) : null}
      <TextLine
        label="note"
        explain="optional; no secrets, others can read it"
        value={draft.note}
        onChange={(note) => change({ note })}
      />
    </>
  );
}

interface ActionDialogProps {
  readonly title: string;
  /** Label of the action button; absent for a dialog that is only read. */
  readonly button?: string;
  readonly onButton?: () => void;
  readonly children: ReactNode;
}

/** A dialog that composes an action, or displays its result. It sends nothing itself. */
function ActionDialog({ title, button, onButton, children }: ActionDialogProps) {
  return (
    <Dialog title={title} onClose={leaveActionDialog}>
      {children}
      <DialogActions>
        <Button onPress={leaveActionDialog}>{button === undefined ? 'Close' : 'Cancel'}</Button>
        {button === undefined || onButton === undefined ? null : (
          <Button look="primary" onPress={onButton}>
            {button}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface NotAdvertisedProps {
  /** Name of the capability. */
  readonly of: string;
  readonly advertised: 'yes' | 'no' | 'not advertised';
}

/** The host's declaration of a capability, unless it is "yes". It hides nothing (bundles-and-transport.md 5.2). */
function NotAdvertised({ of, advertised }: NotAdvertisedProps) {
  if (advertised === 'yes') return null;
  return (
    <Remark icon="note">
      {advertised === 'no' ? 'The host says that it has no ' : ''}
      <code>{of}</code>
      {advertised === 'no'
        ? '. It may refuse.'
        : ' is not advertised by this host. It may work all the same.'}
    </Remark>
  );
}

/** Confirmation before something changes at the host: target, action, and the request as it is sent (security S-18). */
function SendDialog({ requested }: { readonly requested: RequestedAction }) {
  const { action, preview, phase, warnings, title } = requested;
  const target = useLive(requested.sessionId, ({ live }) => live);
  if (target === null) return null;
  const nodeId = nodeOf(action);
  const isSending = phase === 'sending';
  return (
    <Dialog title={<>{actionTitle(action)}?</>} isDismissable={!isSending} onClose={leaveRequested}>
      <Facts>
        <Fact name="Host">
          <VisibleText as="b" text={target.baseUrl} /> <VisibleText text={target.hostName} />
        </Fact>
        <TextFact name="Run" text={target.runId} isCode />
        <Fact name="Node">
          {nodeId === null ? 'the run as a whole' : <VisibleText as="code" text={nodeId} />}
        </Fact>
        <Fact name="Trust">{trustText(action)}</Fact>
      </Facts>
      {action.kind === 'pause' || action.kind === 'resume' || action.kind === 'cancel' ? (
        <ControlFields sessionId={requested.sessionId} action={action} />
      ) : null}
      {warnings.map((words) => (
        <div key={words} className={layout('warnEdge warnTint roundedMore pad8x12')}>
          <Remark icon="warning" tone="warning">
            {words}
          </Remark>
        </div>
      ))}
      <RequestView request={preview.request} />
      <DialogActions start={<CopyButton label="Copy as curl" text={masker.text(preview.request.curl)} />}>
        <Button onPress={leaveRequested} isDisabled={isSending} autoFocus>
          Cancel
        </Button>
        <Button look="primary" onPress={() => void sendRequested()} isDisabled={phase !== 'asking'}>
          {isSending ? 'Sending…' : 'Send'}
        </Button>
      </DialogActions>
      <p className={layout.caption}>
        {title}: one request, once. The token is added by the shell and goes to this host only.
      </p>
    </Dialog>
  );
}

const DRAIN_WORDS = { 'drain-current-node': 'finish first', immediate: 'stop at once' } as const;

interface ControlFieldsProps {
  readonly sessionId: string;
  readonly action: Extract<RunAction, { readonly kind: RunControl }>;
}

/** What can be chosen of an action on the run as a whole; each change is in the request at once. */
function ControlFields({ sessionId, action }: ControlFieldsProps) {
  const advertised = useLive(sessionId, ({ live }) => live.discovery?.features.pauseResume);
  const [reason, setReason] = useState('');
  const drain = action.kind === 'pause' ? action.drainPolicy : 'drain-current-node';
  return (
    <>
      {action.kind === 'cancel' ? null : (
        <NotAdvertised of="runs.pauseResume" advertised={advertised ?? 'not advertised'} />
      )}
      <TextLine
        label="Reason"
        explain="optional; recorded by the host"
        value={reason}
        onChange={(next) => {
          setReason(next);
          void changeRequested(runControlAction(action.kind, next, drain));
        }}
      />
      {action.kind === 'pause' ? (
        <ChoiceLine
          title="Nodes at work"
          choices={['drain-current-node', 'immediate']}
          words={DRAIN_WORDS}
          value={drain}
          onChange={(next) => void changeRequested(runControlAction('pause', reason, next))}
        />
      ) : null}
    </>
  );
}

const NAMES: Readonly<Record<EffectKind, readonly [name: string, icon: IconName]>> = {
  'tool-call': ['tool call', 'tool'],
  'model-call': ['model call', 'model'],
  approval: ['approval', 'approval'],
  clarification: ['clarification', 'ask'],
  media: ['media item', 'artifact'],
  'child-run': ['child run', 'dispatch'],
  memory: ['memory write', 'memory'],
  artifact: ['artifact', 'artifact'],
};

const MODES = [
  { value: 'replay', label: 'replay' },
  { value: 'branch', label: 'branch' },
] as const;

const MODE_TEXTS = {
  replay: 'Replay goes through the recorded events again. It must not do their effects again.',
  branch: 'Branch continues from here as a separate run. It does the effects again, with whatever they cost.',
} as const;

/** A new run from an event of this one: first the effects to be repeated, then the request (bundles 9). */
function ForkDialog({ fork: { sessionId, runId, fromSeq } }: { readonly fork: ForkRequest }) {
  const advertised = useLive(sessionId, ({ live }) => live.discovery?.features.replay ?? 'not advertised');
  const ledger = useJob('effectLedger', { sessionId, runId, fromSequence: fromSeq }).data ?? null;
  const [mode, setMode] = useState<ForkMode>('replay');
  const [overlay, setOverlay] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  if (advertised === null) return null;
  const ask = () => {
    const made = forkAction(mode, fromSeq, overlay);
    if (!made.ok) return setProblem(made.message);
    const branches = mode === 'branch' && ledger !== null && ledger.kinds.length > 0;
    const warnings = branches ? [effectSentence(ledger, 'branch')] : [];
    void askToSend({ sessionId, action: made.action, place: FORK_PLACE, warnings });
  };
  return (
    <ActionDialog title={`Fork from #${fromSeq}`} button={`Continue with ${mode}…`} onButton={ask}>
      <p className={layout('words breaks')}>
        A fork is a new run at the host, made of the events of <VisibleText text={runId} /> before #{fromSeq}.
        This run stays as it is.
      </p>
      <NotAdvertised of="replay" advertised={advertised} />
      <Segmented
        label="Mode"
        choices={MODES}
        value={mode}
        onChange={(next) => {
          setMode(next);
          setProblem(null);
        }}
      />
      <p className={layout.caption}>{MODE_TEXTS[mode]}</p>
      {ledger === null ? (
        <Pending>Reading what ran from here on.</Pending>
      ) : (
        <EffectList ledger={ledger} mode={mode} />
      )}
      {mode === 'branch' ? (
        <JsonLine
          label="runOptionsOverlay"
          explain="optional, as JSON: what is different in the branch"
          text={overlay}
          problem={problem}
          onChange={(text) => {
            setOverlay(text);
            setProblem(null);
          }}
        />
      ) : null}
      <OutcomeAt sessionId={sessionId} place={FORK_PLACE} />
    </ActionDialog>
  );
}

/** The effect ledger: calls from an event on, by kind, each can be unfolded to its events. */
function EffectList({ ledger, mode }: { readonly ledger: EffectLedger; readonly mode: ForkMode }) {
  const { kinds } = ledger;
  const spent = spentText(ledger);
  const isWarning = mode === 'branch' && kinds.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={layout('grid rowText gap6')} role="group" aria-label="Effects">
      <div className={isWarning ? layout('warnEdge warnTint roundedMore pad8x12') : undefined}>
        <Remark icon={isWarning ? 'warning' : 'note'} tone={isWarning ? 'warning' : undefined}>
          {effectSentence(ledger, mode)}
        </Remark>
      </div>
      {kinds.map(({ kind, count, listed }) => (
        <details key={kind}>
          <summary className={layout('row rounded gap6 fits')}>
            <Icon name={NAMES[kind][1]} /> {countOf(count, NAMES[kind][0])}
          </summary>
          <ul className={layout('grid scrolls gap2 max160 padY4 padLeft22')}>
            {listed.map(({ ordinal, sequence, nodeId, what }) => (
              <li key={ordinal} className={layout('second breaks')}>
                <code className={layout.third}>{formatSequence(sequence)}</code>{' '}
                {nodeId === null ? null : <VisibleText as="code" className={layout.third} text={nodeId} />}{' '}
                <VisibleText text={what} />
              </li>
            ))}
            {count > listed.length ? (
              <li className={layout.second}>and {count - listed.length} more</li>
            ) : null}
          </ul>
        </details>
      ))}
      {spent === null ? null : <p className={layout.caption}>Model calls as recorded: {spent}.</p>}
    </div>
  );
}

/** "12,300 tokens in, 4,870 out, 0.21 USD" of the model calls; null when the log has no usage. */
export function spentText({ inputTokens, outputTokens, costUsd }: EffectLedger): string | null {
  const parts = [
    inputTokens === null ? null : `${formatCount(inputTokens)} tokens in`,
    outputTokens === null ? null : `${formatCount(outputTokens)} out`,
    costUsd === null ? null : `${Number(costUsd.toPrecision(3))} USD`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The ledger in one sentence. */
export function effectSentence(ledger: EffectLedger, mode: ForkMode): string {
  const { kinds, events, fromSequence } = ledger;
  const from = `from #${fromSequence} on, ${countOf(events, 'event')}`;
  if (kinds.length === 0) return `The run has no effects ${from}.`;
  const counts = kinds.map(({ kind, count }) => countOf(count, NAMES[kind][0])).join(', ');
  return mode === 'branch'
    ? `A branch does these again, ${from}: ${counts}.`
    : `Recorded ${from}: ${counts}. A replay must not do them again.`;
}
