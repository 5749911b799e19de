import { formatCount } from '@openwop-inspector/base';
import { classNames, Dialog, Icon, Kbd, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
} from 'react-aria-components';
import styles from './Overlays.module.css';
import { groupTitle, type PaletteEntry } from './palette/entries.ts';
import { usePalette } from './palette/use-palette.ts';

const NAME = 'Find an action or a place';

/** Find by typing: actions, events by number or id, runs, nodes, problems, envelopes, files, settings. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const groups = usePalette(text);
  return (
    <Dialog kind="bare" label={NAME} className={layout.palette} onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField
          aria-label={NAME}
          autoFocus
          className={layout('row ruled third gap8 stickyTop high42 pad0x14 raisedGround')}
        >
          <Icon name="search" />
          <Input
            ref={keepReferenceValid}
            className={layout('grow full body primary ringless bare')}
            placeholder="An action, #216, a node, run, code, envelope, file or setting"
          />
        </SearchField>
        <Menu
          aria-label="Found"
          className={layout('noOutline pad4')}
          items={groups}
          renderEmptyState={() => <p className={layout('second pad12x10')}>Nothing has these words.</p>}
          onAction={(key) => {
            onClose();
            groups
              .flatMap(({ entries }) => entries)
              .find(({ id }) => id === key)
              ?.run();
          }}
        >
          {(group) => (
            <MenuSection id={group.title} className={classNames(styles.section)}>
              <Header className={layout('meta third pad6x10x2')}>{groupTitle(group, formatCount)}</Header>
              <Collection items={group.entries}>{(entry) => <Entry entry={entry} />}</Collection>
            </MenuSection>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}

/** Removes a reference to an entry that is gone, which react-aria leaves until another entry is active. */
export function keepReferenceValid(field: HTMLInputElement | null): (() => void) | undefined {
  const dialog = field?.closest('[role="dialog"]');
  if (field === null || dialog == null) return undefined;
  const observer = new MutationObserver(() => {
    const id = field.getAttribute('aria-activedescendant');
    if (id !== null && document.getElementById(id) === null) field.removeAttribute('aria-activedescendant');
  });
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['aria-activedescendant'] });
  return () => observer.disconnect();
}

function Entry({ entry }: { readonly entry: PaletteEntry }) {
  const { id, title, note, keys } = entry;
  return (
    <MenuItem
      id={id}
      textValue={note ? `${title}, ${note}` : title}
      className={layout('row min28 gap12 noOutline spread rests rounded hovers', styles.item)}
    >
      <span className={layout('ellipsis narrow')}>{title}</span>
      {note ? <span className={layout('ellipsis narrow meta third grow40 rightText')}>{note}</span> : null}
      {keys === undefined ? null : <Kbd keys={keys} isHint />}
    </MenuItem>
  );
}
