import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EffectKind, EffectLedger } from '@openwop-inspector/run-log';
import { Icon, type IconName, layout, Pending, Segmented } from '@openwop-inspector/ui';
import { useState } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { useJob } from '../../shared/job-query.ts';
import { useLive } from '../live/live-store.ts';
import { ActionDialog, NotAdvertised } from './ActionDialog.tsx';
import styles from './Actions.module.css';
import { askToSend, FORK_PLACE, type ForkRequest, leaveActionDialog } from './action-store.ts';
import { JsonLine } from './Fields.tsx';
import { OutcomeAt } from './OutcomeView.tsx';
import { type ForkMode, forkAction } from './run-actions.ts';

const NAMES: Readonly<Record<EffectKind, readonly [singular: string, plural: string, icon: IconName]>> = {
  'tool-call': ['tool call', 'tool calls', 'tool'],
  'model-call': ['model call', 'model calls', 'model'],
  approval: ['approval', 'approvals', 'approval'],
  clarification: ['clarification', 'clarifications', 'ask'],
  media: ['media item', 'media items', 'artifact'],
  'child-run': ['child run', 'child runs', 'dispatch'],
  memory: ['memory write', 'memory writes', 'memory'],
  artifact: ['artifact', 'artifacts', 'artifact'],
};

const MODES = [
  { value: 'replay', label: 'replay' },
  { value: 'branch', label: 'branch' },
] as const;

const MODE_TEXTS: Readonly<Record<ForkMode, string>> = {
  replay: 'Replay goes through the recorded events again. It must not do their effects again.',
  branch: 'Branch continues from here as a separate run. It does the effects again, with whatever they cost.',
};

/** A new run from an event of this one: first the effects to be repeated, then the request (bundles 9). */
export function ForkDialog({ fork: { sessionId, runId, fromSeq } }: { readonly fork: ForkRequest }) {
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
    <ActionDialog
      title={`Fork from #${fromSeq}`}
      button={`Continue with ${mode}…`}
      onButton={ask}
      onClose={leaveActionDialog}
    >
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
      <EffectList ledger={ledger} mode={mode} />
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

interface EffectListProps {
  /** Null while the log is queried. */
  readonly ledger: EffectLedger | null;
  readonly mode: ForkMode;
}

/** The effect ledger: calls from an event on, by kind, each can be unfolded to its events. */
function EffectList({ ledger, mode }: EffectListProps) {
  if (ledger === null) return <Pending>Reading what ran from here on.</Pending>;
  const { kinds } = ledger;
  const spent = spentText(ledger);
  const isWarning = mode === 'branch' && kinds.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={layout('grid rowText gap6', styles.effects)} role="group" aria-label="Effects">
      <div className={isWarning ? layout('warnTint roundedMore pad8x12', styles.warning) : undefined}>
        <Remark icon={isWarning ? 'warning' : 'note'} tone={isWarning ? 'warning' : undefined}>
          {effectSentence(ledger, mode)}
        </Remark>
      </div>
      {kinds.map(({ kind, count, listed }) => (
        <details key={kind}>
          <summary className={layout('row rounded gap6')}>
            <Icon name={NAMES[kind][2]} /> {effectCount(kind, count)}
          </summary>
          <ul className={layout('grid scrolls gap2')}>
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

/** "3 tool calls". */
function effectCount(kind: EffectKind, count: number): string {
  const [singular, plural] = NAMES[kind];
  return countOf(count, singular, plural);
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
  const counts = kinds.map(({ kind, count }) => effectCount(kind, count)).join(', ');
  return mode === 'branch'
    ? `A branch does these again, ${from}: ${counts}.`
    : `Recorded ${from}: ${counts}. A replay must not do them again.`;
}
