import { classNames, layout } from '@openwop-inspector/ui';
import { useRef } from 'react';
import type { MediaFamily } from '../model/choose/hints.ts';
import type { ImageSize } from '../model/choose/image-size.ts';
import audio from './audio-pane.module.css';
import { ImageBox } from './ImageBox.tsx';
import parts from './media-parts.module.css';

export interface MediaSkeletonProps {
  readonly family: MediaFamily;
  readonly size: ImageSize | null;
}

/** Holds the place of content that is being decoded, as high as the content will be, so that nothing jumps. */
export function MediaSkeleton({ family, size }: MediaSkeletonProps) {
  const box = useRef<HTMLDivElement>(null);
  if (family === 'image' && size !== null) {
    return (
      <div className={classNames(layout.grid, layout.narrow, layout.gap8)} aria-busy="true">
        <div className={parts.tools} />
        <ImageBox box={box} size={size} zoom={null} hasGrid={false}>
          <p role="status" className={parts.waiting}>
            Decoding the image
          </p>
        </ImageBox>
      </div>
    );
  }
  return (
    <div className={classNames(layout.grid, layout.narrow, layout.gap8)} aria-busy="true">
      <div className={audio.wave} data-waiting>
        <p role="status" className={parts.waiting}>
          Decoding the sound
        </p>
      </div>
      <div className={audio.player} />
      <div className={parts.tools} />
    </div>
  );
}
