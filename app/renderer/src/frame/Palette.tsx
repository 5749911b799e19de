import { classNames, Dialog, Icon, Kbd, layout } from '@openwop-inspector/ui';
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { COMMANDS } from '../commands/commands.ts';
import { commandKeys } from '../commands/key-caps.ts';
import styles from './Overlays.module.css';

/** Something the palette offers besides the commands: a session to go to. */
export interface PaletteExtra {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly extras: readonly PaletteExtra[];
  readonly onClose: () => void;
}

/** Find an action by typing. */
export function Palette({ isOpen, extras, onClose }: PaletteProps) {
  return (
    <Dialog kind="bare" label="Find an action" className={styles.palette} isOpen={isOpen} onClose={onClose}>
      <PaletteList extras={extras} onClose={onClose} />
    </Dialog>
  );
}

function PaletteList({ extras, onClose }: Omit<PaletteProps, 'isOpen'>) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const entries = [
    ...COMMANDS.filter((command) => command.isReady() && command.id !== 'palette').map((command) => ({
      id: command.id,
      title: command.title,
      keys: command.chords[0] === undefined ? null : commandKeys(command.chords[0]),
      run: command.run,
    })),
    ...extras.map((extra) => ({ ...extra, keys: null })),
  ];
  return (
    <Autocomplete filter={contains}>
      <SearchField
        aria-label="Find an action"
        autoFocus
        className={classNames(layout.row, layout.ruled, layout.third, layout.gap8, styles.search)}
      >
        <Icon name="search" />
        <Input
          className={classNames(
            layout.grow,
            layout.full,
            layout.body,
            layout.primary,
            layout.noOutline,
            styles.input,
          )}
          placeholder="Find an action"
        />
      </SearchField>
      <Menu
        aria-label="Actions"
        className={classNames(styles.menu)}
        items={entries}
        renderEmptyState={() => <p className={styles.none}>No action has these words.</p>}
        onAction={(key) => {
          onClose();
          entries.find((entry) => entry.id === key)?.run();
        }}
      >
        {(entry) => (
          <MenuItem
            id={entry.id}
            textValue={entry.title}
            className={classNames(layout.row, layout.gap12, layout.noOutline, styles.item)}
          >
            <span>{entry.title}</span>
            {entry.keys === null ? null : <Kbd keys={entry.keys} isHint />}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
