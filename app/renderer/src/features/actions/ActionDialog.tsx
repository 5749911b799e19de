import { masker } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, CopyButton, Dialog, DialogActions, Fact, Facts, layout } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { TextFact } from '../../shared/Fold.tsx';
import { useLive } from '../live/live-store.ts';
import styles from './Actions.module.css';
import type { RequestedAction } from './action-store.ts';
import { changeRequested, leaveRequested, sendRequested } from './action-store.ts';
import { ChoiceLine, TextLine } from './Fields.tsx';
import { RequestView } from './RequestView.tsx';
import { actionTitle, nodeOf, type RunControl, runControlAction, trustText } from './run-actions.ts';

export interface ActionDialogProps {
  readonly title: string;
  /** Label of the action button; absent for a dialog that is only read. */
  readonly button?: string;
  readonly onButton?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that composes an action, or displays its result. It sends nothing itself. */
export function ActionDialog({ title, button, onButton, onClose, children }: ActionDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogActions>
        <Button onPress={onClose}>{button === undefined ? 'Close' : 'Cancel'}</Button>
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
export function NotAdvertised({ of, advertised }: NotAdvertisedProps) {
  if (advertised === 'yes') return null;
  return (
    <Remark icon="note">
      {advertised === 'no' ? (
        <>
          The host says that it has no <code>{of}</code>. It may refuse.
        </>
      ) : (
        <>
          <code>{of}</code> is not advertised by this host. It may work all the same.
        </>
      )}
    </Remark>
  );
}

/** Confirmation before something changes at the host: target, action, and the request as it is sent (security S-18). */
export function SendDialog({ requested }: { readonly requested: RequestedAction }) {
  const { action, preview, phase, warnings, title } = requested;
  const target = useLive(requested.sessionId, ({ live }) => live);
  if (target === null) return null;
  const isSending = phase === 'sending';
  return (
    <Dialog title={<>{actionTitle(action)}?</>} isDismissable={!isSending} onClose={leaveRequested}>
      <Facts>
        <Fact name="Host">
          <VisibleText as="b" text={target.baseUrl} /> <VisibleText text={target.hostName} />
        </Fact>
        <TextFact name="Run" text={target.runId} isCode />
        <Fact name="Node">
          {nodeOf(action) === null ? (
            'the run as a whole'
          ) : (
            <VisibleText as="code" text={nodeOf(action) ?? ''} />
          )}
        </Fact>
        <Fact name="Trust">{trustText(action)}</Fact>
      </Facts>
      {isControl(action) ? <ControlFields sessionId={requested.sessionId} action={action} /> : null}
      {warnings.map((words) => (
        <div key={words} className={layout('warnTint roundedMore pad8x12', styles.warning)}>
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

type ControlAction = Extract<RunAction, { readonly kind: RunControl }>;

const isControl = (action: RunAction): action is ControlAction =>
  action.kind === 'pause' || action.kind === 'resume' || action.kind === 'cancel';

const DRAIN_POLICIES = ['drain-current-node', 'immediate'] as const;
const DRAIN_WORDS = { 'drain-current-node': 'finish first', immediate: 'stop at once' } as const;

interface ControlFieldsProps {
  readonly sessionId: string;
  readonly action: ControlAction;
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
          choices={DRAIN_POLICIES}
          words={DRAIN_WORDS}
          value={drain}
          onChange={(next) => void changeRequested(runControlAction('pause', reason, next))}
        />
      ) : null}
    </>
  );
}
