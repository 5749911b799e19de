import { ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { ClearPayloadText, PayloadSource } from './value-source.ts';

interface HoldButtonProps {
  /** What is displayed, for assistive technology. */
  readonly label: string;
  /** Text of the button; without it only the glyph is displayed. */
  readonly words?: string;
  readonly revealed: boolean;
  /** A stop of the Tab key. */
  readonly isStop?: boolean;
  readonly onHold: (revealed: boolean) => void;
}

/** Shows something for as long as it is pressed, by pointer or by key. Whatever takes the press away ends it. */
export function HoldButton({ label, words, revealed, isStop = true, onHold }: HoldButtonProps) {
  const release = () => onHold(false);
  return (
    <ControlButton
      className={words === undefined ? layout.rowTool : undefined}
      aria-label={label}
      title={label}
      aria-pressed={revealed}
      tabIndex={isStop ? 0 : -1}
      onPointerDown={(press) => {
        if (press.button === 0) onHold(true);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={release}
      onBlur={release}
      onClick={(click) => click.stopPropagation()}
      onKeyDown={(press) => {
        if (!isPress(press)) return;
        press.preventDefault();
        press.stopPropagation();
        if (!press.repeat) onHold(true);
      }}
      onKeyUp={(press) => {
        if (isPress(press)) release();
      }}
    >
      <Icon name="eye" size={10} />
      {words}
    </ControlButton>
  );
}

function isPress({ key }: KeyboardEvent): boolean {
  return key === ' ' || key === 'Enter';
}

// One masked value in clear while a button or a key is down (security S-14).

/** The revealed value. `text` is null until it has arrived, and when nothing could be read. */
interface RevealedValue {
  /** What the caller names the place by: a row, a panel. */
  readonly id: string;
  readonly text: ClearPayloadText | null;
}

export interface MaskedReveal {
  readonly revealed: RevealedValue | null;
  /** Requests the value and shows it until `release`. Null when the source does not reveal secrets. */
  readonly hold: ((id: string, pointer: string) => void) | null;
  readonly release: () => void;
}

/** Reveals at most one value. It is dropped when the press ends, when the window loses the focus, and on leaving. */
export function useReveal(source: PayloadSource): MaskedReveal {
  const [revealed, setRevealed] = useState<(RevealedValue & { readonly source: PayloadSource }) | null>(null);
  // Number of the press; an answer that comes after its end is dropped.
  const press = useRef(0);

  const release = useCallback(() => {
    press.current += 1;
    setRevealed(null);
  }, []);

  const hold = useCallback(
    (id: string, pointer: string) => {
      press.current += 1;
      const mine = press.current;
      setRevealed({ id, text: null, source });
      source
        .reveal?.(pointer)
        .then((text) => {
          if (mine === press.current) setRevealed({ id, text, source });
        })
        // It stays masked; that is all there is to see.
        .catch(() => undefined);
    },
    [source],
  );

  const isRevealed = revealed !== null;
  useEffect(() => {
    if (!isRevealed) return undefined;
    // The button may be gone from the screen when it is let go.
    const ends = ['blur', 'pointerup', 'pointercancel', 'keyup'] as const;
    for (const end of ends) window.addEventListener(end, release);
    return () => {
      for (const end of ends) window.removeEventListener(end, release);
    };
  }, [isRevealed, release]);

  useEffect(() => release, [release]);

  // Of another document nothing is displayed.
  const ofThis = revealed?.source === source ? revealed : null;
  return { revealed: ofThis, hold: source.reveal === undefined ? null : hold, release };
}
