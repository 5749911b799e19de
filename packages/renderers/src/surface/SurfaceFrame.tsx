import { Button } from '@openwop-inspector/ui';
import { useRef, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { ValidSurface } from '../model/a2ui/surface-model.ts';
import { FRAME_LIMITS } from '../surface-frame/frame-contract.ts';
import { type FrameFault, frameFaultText } from './frame-link.ts';
import type { FieldChange } from './frame-surface.ts';
import styles from './surface.module.css';
import { useFrameLink } from './use-frame-link.ts';

export interface SurfaceFrameProps {
  readonly model: ValidSurface;
  /** Sentences that say why no button works; empty when they do. */
  readonly locks: readonly string[];
  /**
   * Re-rendered whenever this is another value: another surface, or values that were not typed in the frame. Input
   * stays in the frame and is not sent back.
   */
  readonly revision: unknown;
  /** Current values of fields, in the order of input. Add it to earlier changes: it may come before a redraw. */
  readonly onChanges: (changes: readonly FieldChange[]) => void;
  /** The place of the pressed button among the components. The frame says so; look at the model before believing it. */
  readonly onPress: (index: number) => void;
}

/** A surface in its frame, or a notice once the frame is no longer to be trusted (security S-03). */
export function SurfaceFrame(props: SurfaceFrameProps) {
  const [fault, setFault] = useState<FrameFault | null>(null);
  if (fault !== null) {
    return (
      <div className={styles.gone} role="alert">
        <p>
          <b>The surface was taken away.</b> {frameFaultText(fault)} Nothing was sent.
        </p>
        <Button small onPress={() => setFault(null)}>
          Show again
        </Button>
      </div>
    );
  }
  return <LiveFrame {...props} onFault={setFault} />;
}

interface LiveFrameProps extends SurfaceFrameProps {
  readonly onFault: (fault: FrameFault) => void;
}

function LiveFrame({ onFault, ...props }: LiveFrameProps) {
  const { surfaceFrameUrl } = useRenderServices();
  const holder = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(96);
  const onLoad = useFrameLink(props, {
    resized: (wanted) => setHeight(Math.min(wanted, FRAME_LIMITS.tallest)),
    left: () => holder.current?.focus(),
    failed: onFault,
  });
  return (
    // Escape in the frame gives the focus back to this place, from where the keys of the window work.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.holder} ref={holder} tabIndex={-1} role="group" aria-label="Surface, in a frame">
      <iframe
        className={styles.frame}
        title="Surface"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        allow=""
        src={surfaceFrameUrl}
        onLoad={(event) => onLoad(event.currentTarget)}
        style={{ height }}
      />
    </div>
  );
}
