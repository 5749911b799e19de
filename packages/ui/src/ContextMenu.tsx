import { useRef } from 'react';
import { Popover } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './MenuButton.module.css';
import { MenuEntries, type MenuEntry } from './MenuEntries.tsx';

/** A place of the window, in CSS pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface ContextMenuProps<Id extends string> {
  readonly label: string;
  readonly at: MenuPlace;
  readonly entries: readonly MenuEntry<Id>[];
  readonly onAction: (id: Id) => void;
  readonly onClose: () => void;
}

/** The actions of a place, next to it. Escape and a click elsewhere close it; the focus goes back. */
export function ContextMenu<Id extends string>(props: ContextMenuProps<Id>) {
  const { label, at, entries, onAction, onClose } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className={styles.anchor} style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        aria-label={label}
        triggerRef={anchor}
        placement="bottom start"
        className={classNames(styles.menu)}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <MenuEntries
          label={label}
          entries={entries}
          onAction={(id) => {
            onClose();
            onAction(id);
          }}
        />
      </Popover>
    </>
  );
}
