import { listMoveInText, stepOf } from '@openwop-inspector/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './payload-tree.module.css';

/** One entry of the menu. */
export interface MenuEntry {
  readonly label: string;
  readonly onChoose: () => void;
}

export interface PayloadMenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Where to open, in window coordinates. */
  readonly at: { readonly x: number; readonly y: number };
  /** Called when the menu is left; the caller puts the focus back. */
  readonly onClose: () => void;
}

/** The menu of a row, opened by the menu key or the row's button. One stop: arrows move, Esc leaves. */
export function PayloadMenu({ label, entries, at, onClose }: PayloadMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    // Near an edge of the window it moves in.
    const { width, height } = element.getBoundingClientRect();
    setPlace({
      x: Math.max(0, Math.min(at.x, window.innerWidth - width)),
      y: Math.max(0, Math.min(at.y, window.innerHeight - height)),
    });
    element.querySelector('button')?.focus();
  }, [at]);

  function move(by: number) {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const here = items.findIndex((item) => item.matches(':focus'));
    items[(here + by + items.length) % items.length]?.focus();
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles.menu}
      style={{ left: `${place.x}px`, top: `${place.y}px` }}
      onBlur={(blur) => {
        if (!blur.currentTarget.contains(blur.relatedTarget)) onClose();
      }}
      onKeyDown={(press) => {
        press.stopPropagation();
        const step = stepOf(listMoveInText(press.key));
        if (step !== 0) move(step);
        else if (press.key === 'Escape' || press.key === 'Tab') onClose();
        else return;
        press.preventDefault();
      }}
    >
      {entries.map((entry) => (
        <button
          key={entry.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.menuItem}
          onClick={() => {
            entry.onChoose();
            onClose();
          }}
        >
          {entry.label}
        </button>
      ))}
    </div>
  );
}
