import { useRenderServices } from '../contract/render-services.ts';
import type { ShowProps } from '../contract/renderer.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { SurfaceReasoning } from './SurfaceReasoning.tsx';
import styles from './surface.module.css';
import type { SurfaceView } from './surface-view.ts';
import { useFilling } from './use-filling.ts';
import { useWholePayload } from './whole-payload.ts';

/** A surface of an envelope: the frame, what was reasoned, and the rehearsal. */
export function SurfaceShow({ view }: ShowProps<SurfaceView>) {
  const { place } = useRenderServices();
  const filling = useFilling();
  const { subject } = view;
  const whole = useWholePayload(subject, view.payload);
  if (whole.kind === 'loading') return <p className={styles.quiet}>Reading the texts of the surface…</p>;
  if (whole.kind === 'problem') return <p className={styles.quiet}>{whole.message}</p>;
  return (
    <div className={styles.show}>
      <Rehearsal
        payload={whole.payload}
        partial={view.partial}
        trust={view.trust}
        place={{ runId: place.runId, nodeId: view.nodeId }}
        resumeSchema={subject.interrupt?.resumeSchema ?? null}
        filling={filling}
      />
      <SurfaceReasoning subject={subject} payload={view.payload} />
    </div>
  );
}
