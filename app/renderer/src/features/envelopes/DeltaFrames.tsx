import { countOf } from '@openwop-inspector/base';
import { DeltaPlayer, type RenderSubject } from '@openwop-inspector/renderers';
import { Fold } from '../../shared/Fold.tsx';
import { useJob } from '../../shared/job-query.ts';

export interface DeltaFramesProps {
  readonly sessionId: string;
  readonly ordinal: number;
  /** The subject of the event: its surface's trust and interrupt are those of the frames. */
  readonly subjects: readonly RenderSubject[];
}

/** Container: the frames of a captured stream for the surface of an event, if there are any. */
export function DeltaFrames({ sessionId, ordinal, subjects }: DeltaFramesProps) {
  const { data: chain } = useJob('deltaChain', { sessionId, ordinal });
  if (chain === undefined || chain === null) return null;
  const surface = subjects.find(({ kind, type }) => kind === 'envelope' && type === 'ui.a2ui-surface');
  const interrupt = surface?.kind === 'envelope' ? surface.interrupt : null;
  const frames = countOf(chain.frames.length + chain.framesLeftOut, 'delta frame');
  return (
    <Fold title={`${frames} of this surface in the captured stream`}>
      <DeltaPlayer
        chain={chain}
        {...(surface === undefined ? {} : { trust: surface.trust })}
        nodeId={interrupt?.nodeId ?? null}
        interruptKind={interrupt?.kind ?? null}
        resumeSchema={interrupt?.resumeSchema ?? null}
      />
    </Fold>
  );
}
