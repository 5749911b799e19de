import { classNames, Icon, Kbd } from '@openwop-inspector/ui';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
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
    <ModalOverlay
      className={classNames(styles.veil)}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classNames(styles.palette)}>
        <Dialog aria-label="Find an action" className={classNames(styles.dialog)}>
          <PaletteList extras={extras} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
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
      <SearchField aria-label="Find an action" autoFocus className={classNames(styles.search)}>
        <Icon name="search" />
        <Input className={classNames(styles.input)} placeholder="Find an action" />
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
          <MenuItem id={entry.id} textValue={entry.title} className={classNames(styles.item)}>
            <span>{entry.title}</span>
            {entry.keys === null ? null : <Kbd keys={entry.keys} isHint />}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
