import type { ReactNode } from 'react';
import { Button, MenuTrigger, Popover } from 'react-aria-components';
import buttonStyles from './Button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './MenuButton.module.css';
import { MenuEntries, type MenuEntry } from './MenuEntries.tsx';

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
        <MenuEntries entries={entries} onAction={onAction} />
      </Popover>
    </MenuTrigger>
  );
}
