import { type CSSProperties, useEffect, useRef } from 'react';
import type { ImageSize } from '../model/choose/image-size.ts';

export interface StillFrameProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly size: ImageSize;
  readonly label: string;
  readonly className: string | undefined;
  readonly style: CSSProperties;
  readonly onError: () => void;
}

/** The first frame of an animation, at rest. */
export function StillFrame({ bytes, type, size, label, className, style, onError }: StillFrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    createImageBitmap(new Blob([bytes], { type })).then(
      (frame) => {
        if (isWanted) canvas.current?.getContext('2d')?.drawImage(frame, 0, 0);
        frame.close();
      },
      () => {
        if (isWanted) onError();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [bytes, type, onError]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={size.width}
      height={size.height}
      className={className}
      style={style}
    />
  );
}
