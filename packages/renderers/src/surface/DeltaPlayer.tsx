import { classNames, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { SubjectTrust } from '../contract/render-subject.ts';
import type { DeltaChain } from '../model/a2ui/delta.ts';
import { carriedValues } from '../model/a2ui/field-values.ts';
import { TrustFrame } from '../trust/TrustFrame.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { DeltaControls } from './DeltaControls.tsx';
import { DeltaEnd } from './DeltaEnd.tsx';
import { DeltaStepDetail } from './DeltaStepDetail.tsx';
import { DeltaVerdict } from './DeltaVerdict.tsx';
import type { DeltaChainData } from './delta-chain-data.ts';
import { componentsOf } from './delta-difference.ts';
import styles from './delta-player.module.css';
import { Rehearsal } from './Rehearsal.tsx';
import surface from './surface.module.css';
import { type DeltaPlayback, useDeltaPlayback } from './use-delta-playback.ts';
import { useFilling } from './use-filling.ts';

export interface DeltaPlayerProps {
  readonly chain: DeltaChainData;
  /** Of the base, with where the taint came from. `baseUntrusted` of the chain counts in any case. */
  readonly trust?: SubjectTrust;
  /** Node and schema of the interrupt that the surface is bound to, as far as they are known. */
  readonly nodeId?: string | null;
  readonly interruptKind?: string | null;
  readonly resumeSchema?: unknown;
}

/** Delta frames one by one: the surface after each, what it did, and where a client must fall back (envelope 7.6). */
export function DeltaPlayer(props: DeltaPlayerProps) {
  const { chain } = props;
  return (
    <section className={styles.player}>
      <h4 className={classNames(layout.breaks, layout.body, layout.pad0x16)}>
        <b>Delta frames</b>{' '}
        <span className={surface.meta}>
          of surface <VisibleText text={chain.surfaceRef.slice(0, 80)} />; transport only, never part of the
          log
        </span>
      </h4>
      {chain.base === null || chain.base === undefined ? (
        <p className={styles.quiet}>
          The full surface that these {chain.frames.length} frames begin at is not held here, so none of them
          can be applied.
        </p>
      ) : (
        <Played key={chain.surfaceRef} {...props} />
      )}
    </section>
  );
}

function Played({ chain, trust, nodeId, interruptKind, resumeSchema }: DeltaPlayerProps) {
  const { place } = useRenderServices();
  const playback = useDeltaPlayback(chain);
  const filling = useFilling();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, playback.steps.length);
  const shown = chainAt(playback, at);
  const go = (to: number) => {
    const wanted = Math.max(0, Math.min(to, playback.steps.length));
    const before = componentsOf(shown.payload);
    const after = componentsOf(chainAt(playback, wanted).payload);
    filling.replace(carriedValues(before, after, filling.current()));
    setChosen(wanted);
  };
  const isUntrusted = chain.baseUntrusted || trust?.level === 'untrusted';
  const framed: SubjectTrust = isUntrusted
    ? { level: 'untrusted', source: trust?.source ?? null }
    : (trust ?? { level: 'unmarked', source: null });
  return (
    <>
      <DeltaControls at={at} frames={playback.steps.length} onGo={go} />
      <DeltaVerdict {...{ chain, playback, at }} />
      <div className={styles.columns}>
        <div className={classNames(layout.grid, layout.packed, layout.narrow, layout.gap8)}>
          <TrustFrame trust={framed}>
            <Rehearsal
              payload={shown.payload}
              partial={null}
              trust={{
                contentTrust: isUntrusted ? 'untrusted' : null,
                boundInterruptKind: interruptKind ?? null,
              }}
              place={{ runId: place.runId, nodeId: nodeId ?? null }}
              resumeSchema={resumeSchema ?? null}
              filling={filling}
              waitsForFull={shown.waitsForFull}
              isPast={at < playback.steps.length}
            />
          </TrustFrame>
        </div>
        <div className={classNames(layout.grid, layout.packed, layout.narrow, layout.gap8)}>
          <DeltaStepDetail {...{ chain, playback, at }} />
          <DeltaEnd {...{ chain, playback, at }} />
        </div>
      </div>
    </>
  );
}

/** The chain after so many frames. */
function chainAt({ start, steps }: DeltaPlayback, at: number): DeltaChain {
  return at === 0 ? start : (steps[at - 1]?.chain ?? start);
}
