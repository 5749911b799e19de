import type { RunAction } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EffectLedger } from '@openwop-inspector/run-log';
import { classNames, layout, Segmented } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { effectSentence } from '../../model/actions/effect-words.ts';
import { type ForkMode, forkAction } from '../../model/actions/run-actions.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { EffectList } from './EffectList.tsx';
import { FieldProblem } from './FieldProblem.tsx';
import { JsonField } from './JsonField.tsx';
import { NotAdvertised } from './NotAdvertised.tsx';
import type { SendTarget } from './SendDialog.tsx';

export interface ForkDialogProps {
  readonly target: SendTarget;
  readonly fromSeq: number;
  /** Null while the log is asked. */
  readonly ledger: EffectLedger | null;
  readonly advertised: 'yes' | 'no' | 'not advertised';
  readonly onAsk: (action: RunAction, warnings: readonly string[]) => void;
  readonly onClose: () => void;
  /** What became of the last fork from here. */
  readonly outcome: ReactNode;
}

/** A new run from an event of this one: first what would be done again, then the request (bundles 9). */
export function ForkDialog(props: ForkDialogProps) {
  const { target, fromSeq, ledger, advertised, onAsk, onClose, outcome } = props;
  const [mode, setMode] = useState<ForkMode>('replay');
  const [overlay, setOverlay] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const ask = () => {
    const made = forkAction(mode, fromSeq, overlay);
    if (!made.ok) return setProblem(made.message);
    const branches = mode === 'branch' && ledger !== null && ledger.kinds.length > 0;
    onAsk(made.action, branches ? [effectSentence(ledger, 'branch')] : []);
  };
  return (
    <ActionDialog
      title={`Fork from #${fromSeq}`}
      button={`Continue with ${mode}…`}
      onButton={ask}
      onClose={onClose}
    >
      <p className={classNames(layout.words, layout.breaks)}>
        A fork is a new run at the host, made of the events of <VisibleText text={target.runId} /> before #
        {fromSeq}. This run stays as it is.
      </p>
      <NotAdvertised of="replay" advertised={advertised} />
      <Segmented<ForkMode>
        label="Mode"
        choices={[
          { value: 'replay', label: 'replay' },
          { value: 'branch', label: 'branch' },
        ]}
        value={mode}
        onChange={(next) => {
          setMode(next);
          setProblem(null);
        }}
      />
      <p className={layout.caption}>
        {mode === 'replay'
          ? 'Replay goes through the recorded events again. It must not do their effects again.'
          : 'Branch goes on from here as a run of its own. It does the effects again, with whatever they cost.'}
      </p>
      <EffectList ledger={ledger} mode={mode} />
      {mode === 'branch' ? (
        <div className={layout.field}>
          <span>
            runOptionsOverlay <small>optional, as JSON: what is different in the branch</small>
          </span>
          <JsonField
            label="runOptionsOverlay"
            text={overlay}
            onChange={(text) => {
              setOverlay(text);
              setProblem(null);
            }}
          />
          <FieldProblem problem={problem} />
        </div>
      ) : null}
      {outcome}
    </ActionDialog>
  );
}
