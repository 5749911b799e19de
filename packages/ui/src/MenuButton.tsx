import { type ReactNode, useRef } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import buttonStyles from './Button.module.css';
import styles from './elements.module.css';
import { Icon } from './elements.tsx';
import type { IconName } from './icon-paths.ts';
import { classNames, layout } from './layout.ts';

interface MenuButtonProps<Id extends string> {
  /** Visible words; without them the icon is named by `label`. */
  readonly children?: ReactNode;
  /** Replaces the visible words for assistive technology; must begin with them. */
  readonly label?: string;
  readonly icon?: IconName;
  readonly isDisabled?: boolean;
  readonly entries: readonly MenuEntry<Id>[];
  readonly onAction?: ((id: Id) => void) | undefined;
}

/** A button that opens a menu of actions below it. */
export function MenuButton<Id extends string>(props: MenuButtonProps<Id>) {
  const { children, label, icon, isDisabled = false, entries, onAction } = props;
  return (
    <MenuTrigger>
      <Button
        className={classNames(buttonStyles.button)}
        isDisabled={isDisabled}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {icon === undefined ? null : <Icon name={icon} />}
        {children}
        <Icon name="chevronDown" size={12} />
      </Button>
      <Popover placement="bottom end" className={layout('raised noOutline menu')}>
        <MenuEntries entries={entries} onAction={onAction} />
      </Popover>
    </MenuTrigger>
  );
}

/** One action of a menu. */
export interface MenuEntry<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon?: IconName;
  /** A quiet line below the title. */
  readonly note?: string | null;
  readonly isDisabled?: boolean;
  /** What it does; without it the menu's own `onAction` knows. */
  readonly act?: () => void;
}

/** The actions of a menu, inside of what opens it; `label` names the menu where no button does. */
function MenuEntries<Id extends string>(props: Pick<MenuButtonProps<Id>, 'label' | 'entries' | 'onAction'>) {
  const { label, entries, onAction } = props;
  const hasIcons = entries.some(({ icon }) => icon !== undefined);
  return (
    <Menu
      className={layout('noOutline')}
      {...(label === undefined ? {} : { 'aria-label': label, autoFocus: 'first' as const })}
      disabledKeys={entries.filter((entry) => entry.isDisabled).map(({ id }) => id)}
      onAction={(key) => {
        const entry = entries.find(({ id }) => id === key);
        if (entry === undefined) return;
        onAction?.(entry.id);
        entry.act?.();
      }}
    >
      {entries.map((entry) => (
        <MenuItem
          key={entry.id}
          id={entry.id}
          textValue={entry.title}
          className={layout('rests rounded noOutline', styles.menuItem, hasIcons && styles.withIcon)}
        >
          {entry.icon === undefined ? null : <Icon name={entry.icon} />}
          <span>{entry.title}</span>
          {entry.note ? <small className={layout.caption}>{entry.note}</small> : null}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** A place of the window, in CSS pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps<Id extends string> extends Pick<MenuButtonProps<Id>, 'entries' | 'onAction'> {
  readonly label: string;
  readonly at: MenuPlace;
  readonly onClose: () => void;
}

/** The actions of a place, next to it. Escape and a click elsewhere close it; the focus goes back. */
export function ContextMenu<Id extends string>(props: ContextMenuProps<Id>) {
  const { label, at, entries, onAction, onClose } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className={layout('passive menuAnchor')} style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        aria-label={label}
        triggerRef={anchor}
        placement="bottom start"
        className={layout('raised noOutline menu')}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <MenuEntries
          label={label}
          entries={entries}
          onAction={(id) => {
            onClose();
            onAction?.(id);
          }}
        />
      </Popover>
    </>
  );
}
