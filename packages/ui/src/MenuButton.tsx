import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import buttonStyles from './Button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './MenuButton.module.css';

/** One action of a menu. */
export interface MenuEntry<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon?: IconName;
  /** A quiet line below the title. */
  readonly note?: string | null;
  readonly isDisabled?: boolean;
}

export interface MenuButtonProps<Id extends string> {
  readonly children: ReactNode;
  /** Replaces the visible words for assistive technology; must begin with them. */
  readonly label?: string;
  readonly icon?: IconName;
  readonly isDisabled?: boolean;
  readonly entries: readonly MenuEntry<Id>[];
  readonly onAction: (id: Id) => void;
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
      <Popover placement="bottom end" className={classNames(styles.menu)}>
        <Menu
          className={classNames(styles.list)}
          disabledKeys={entries.filter((entry) => entry.isDisabled).map(({ id }) => id)}
          onAction={(key) => {
            const entry = entries.find(({ id }) => id === key);
            if (entry !== undefined) onAction(entry.id);
          }}
        >
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.title}
              className={classNames(styles.item, entry.icon !== undefined && styles.withIcon)}
            >
              {entry.icon === undefined ? null : <Icon name={entry.icon} />}
              <span>{entry.title}</span>
              {entry.note ? <small>{entry.note}</small> : null}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
