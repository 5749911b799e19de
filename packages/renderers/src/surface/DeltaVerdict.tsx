import { Clause } from '../clause/Clause.tsx';
import type { DeltaFailure } from '../model/a2ui/delta.ts';
import { deltaCodeInfo } from '../model/a2ui/delta-codes.ts';
import type { DeltaChainData } from './delta-chain-data.ts';
import styles from './delta-player.module.css';
import surface from './surface.module.css';
import type { DeltaPlayback } from './use-delta-playback.ts';

export interface DeltaAtProps {
  readonly chain: DeltaChainData;
  readonly playback: DeltaPlayback;
  readonly at: number;
}

/** Result of the selected frame: applied and legal, refused with the rule, or skipped. */
export function DeltaVerdict({ chain, playback, at }: DeltaAtProps) {
  const step = playback.steps[at - 1];
  const place = placeOf(chain, at);
  return (
    <div className={styles.verdict} role="status">
      {step === undefined && <p>The full surface, as it was delivered.</p>}
      {step?.kind === 'applied' && (
        <p className={surface.good}>
          ✓ Frame {at}
          {place} applied over the {step.root} and checked: the result is a legal surface.
        </p>
      )}
      {step?.kind === 'refused' && <Refused failure={step.failure} words={`Frame ${at}${place}`} />}
      {step?.kind === 'skipped' && (
        <p>
          Frame {at}
          {place} is not applied: since frame {refusedBefore(playback)} a full surface is waited for. It is
          kept as it came.
        </p>
      )}
    </div>
  );
}

function Refused({ failure, words }: { readonly failure: DeltaFailure; readonly words: string }) {
  const { title, clause, advice } = deltaCodeInfo(failure.code);
  return (
    <>
      <p className={surface.bad}>
        ✕ {words} is refused. {title}
        {failure.operation === null ? '' : `, in operation ${failure.operation + 1}`}.
      </p>
      <p>
        Here a client must fall back: it keeps the last good surface, inert, until a full surface comes.{' '}
        {advice}{' '}
        <span className={surface.meta}>
          <code>{failure.code}</code> · <Clause clause={clause} />
        </span>
      </p>
    </>
  );
}

function placeOf({ frames }: DeltaChainData, at: number): string {
  const sequence = frames[at - 1]?.sequence ?? null;
  return sequence === null ? '' : ` (#${sequence})`;
}

/** Number of the frame that was refused. */
function refusedBefore({ steps }: DeltaPlayback): number {
  return steps.findIndex(({ kind }) => kind === 'refused') + 1;
}
