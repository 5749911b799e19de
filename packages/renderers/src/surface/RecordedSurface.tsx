import { useMemo, useState } from 'react';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import type { FieldValues } from '../model/a2ui/field-values.ts';
import { surfaceModel } from '../model/a2ui/surface-model.ts';
import { TrustFrame } from '../trust/TrustFrame.tsx';
import { SurfaceFrame } from './SurfaceFrame.tsx';
import { SurfaceNoticePanel } from './SurfaceNoticePanel.tsx';
import styles from './surface.module.css';
import { trustFacts } from './surface-renderer.tsx';

export interface RecordedSurfaceProps {
  /** The envelope of the surface: its trust and its interrupt count. */
  readonly subject: EnvelopeSubject;
  /** Of any shape: that of the subject, or of a surface that took its place. */
  readonly payload: unknown;
  /** What the fields hold; those that are not named hold what they start with. */
  readonly values: FieldValues;
}

const PAST = ['This is a recorded state: nothing can be changed or sent.'];

/** A surface at a moment of the past. Input into it is undone at once, and no button works. */
export function RecordedSurface({ subject, payload, values }: RecordedSurfaceProps) {
  const [restored, setRestored] = useState(0);
  const model = useMemo(
    () => surfaceModel({ payload, values, ...trustFacts(subject) }),
    [payload, values, subject],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new identity for each rendered surface
  const revision = useMemo(() => ({}), [model, restored]);
  if (model.kind === 'notice') return <SurfaceNoticePanel notice={model.notice} payload={payload} />;
  return (
    <TrustFrame trust={subject.trust}>
      <div className={styles.rehearsal}>
        <SurfaceFrame
          model={model}
          locks={PAST}
          revision={revision}
          onChanges={() => setRestored((count) => count + 1)}
          onPress={() => undefined}
        />
      </div>
    </TrustFrame>
  );
}
