import { Icon } from '@openwop-inspector/ui';
import type { KeyboardEvent } from 'react';
import controls from '../parts/parts.module.css';
import styles from './payload-tree.module.css';

export interface HoldButtonProps {
  /** What is shown, for assistive technology. */
  readonly label: string;
  /** Text of the button; without it only the glyph is shown. */
  readonly words?: string;
  readonly held: boolean;
  /** A stop of the Tab key. */
  readonly isStop?: boolean;
  readonly onHold: (held: boolean) => void;
}

/** Shows something for as long as it is pressed, by pointer or by key. Whatever takes the press away ends it. */
export function HoldButton({ label, words, held, isStop = true, onHold }: HoldButtonProps) {
  const release = () => onHold(false);
  return (
    <button
      type="button"
      className={words === undefined ? styles.rowTool : controls.button}
      aria-label={label}
      title={label}
      aria-pressed={held}
      tabIndex={isStop ? 0 : -1}
      onPointerDown={(press) => {
        if (press.button !== 0) return;
        onHold(true);
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
    </button>
  );
}

function isPress({ key }: KeyboardEvent): boolean {
  return key === ' ' || key === 'Enter';
}
