import type { RunAction } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, layout, Segmented } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { type DrainPolicy, type RunControl, runControlAction } from '../../model/actions/run-actions.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { NotAdvertised } from './NotAdvertised.tsx';
import { TextLine } from './RefineFields.tsx';
import type { SendTarget } from './SendDialog.tsx';

export interface RunControlDialogProps {
  readonly control: RunControl;
  readonly target: SendTarget;
  readonly advertised: 'yes' | 'no' | 'not advertised';
  /** The host has done it: there is nothing more to ask. */
  readonly isDone: boolean;
  /** What became of it. */
  readonly outcome: ReactNode;
  readonly onAsk: (action: RunAction) => void;
  readonly onClose: () => void;
}

const WORDS: Readonly<Record<RunControl, readonly [title: string, button: string]>> = {
  cancel: ['Cancel the run', 'Continue with cancel…'],
  pause: ['Pause the run', 'Continue with pause…'],
  resume: ['Resume the run', 'Continue with resume…'],
};

/** Cancel, pause or resume a run as a whole, with the reason that goes into its log. */
export function RunControlDialog({
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
