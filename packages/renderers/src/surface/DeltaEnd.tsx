import { Button } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { DeltaAtProps } from './DeltaVerdict.tsx';
import { compareEnd } from './delta-difference.ts';
import styles from './delta-player.module.css';
import surface from './surface.module.css';

/** After the last frame: whether the chain ends in the surface that the log holds. */
export function DeltaEnd({ chain, playback, at }: DeltaAtProps) {
  const { jumpTo } = useRenderServices();
  const { steps, state } = playback;
  const end = steps.at(-1)?.chain;
  const comparison = useMemo(() => compareEnd(end?.payload, chain.final), [end, chain.final]);
  if (state === 'playing') return <p className={styles.quiet}>Applying the frames…</p>;
  if (state === 'too-large') {
    return (
      <p className={styles.quiet}>
        Only the first {steps.length} frames are applied: the surfaces together are over 64 MiB.
      </p>
    );
  }
  if (at < steps.length || end === undefined || chain.framesLeftOut > 0) return null;
  const { finalOrdinal } = chain;
  return (
    <div className={styles.end}>
      {end.waitsForFull ? (
        <p>The chain ends in waiting for a full surface.</p>
      ) : (
        <>
          {comparison.kind === 'same' && (
            <p className={surface.good}>✓ The chain ends in the full surface that the log holds.</p>
          )}
          {comparison.kind === 'different' && (
            <p className={surface.bad}>
              ✕ The log holds another surface; the first difference is at{' '}
              <code>
                {comparison.pointer === '' ? 'the payload' : <VisibleText text={comparison.pointer} />}
              </code>
              .
            </p>
          )}
          {comparison.kind === 'not-held' && (
            <p>The log holds no full surface after these frames to compare with.</p>
          )}
        </>
      )}
      {jumpTo === undefined || finalOrdinal === null ? null : (
        <Button look="link" onPress={() => jumpTo(finalOrdinal)}>
          Go to the full surface
        </Button>
      )}
    </div>
  );
}
