import { Menu, MenuItem } from 'react-aria-components';
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

export interface MenuEntriesProps<Id extends string> {
  /** Names the menu where no button does. */
  readonly label?: string;
  readonly entries: readonly MenuEntry<Id>[];
  readonly onAction: (id: Id) => void;
}

/** The actions of a menu, inside of what opens it. */
export function MenuEntries<Id extends string>({ label, entries, onAction }: MenuEntriesProps<Id>) {
  return (
    <Menu
      className={classNames(styles.list)}
      {...(label === undefined ? {} : { 'aria-label': label, autoFocus: 'first' as const })}
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
  );
}
