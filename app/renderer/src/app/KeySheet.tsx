import { TREE_KEYS } from '@openwop-inspector/renderers';
import { Button, Dialog, HOLD_KEY, Kbd, layout, ScrollRegion, SearchField } from '@openwop-inspector/ui';
import { useState } from 'react';
import { COMMANDS, type Command, type CommandGroup } from '../commands/commands.ts';
import { commandKeys } from '../commands/key-map.ts';
import { openOverlay } from '../shared/overlay-store.ts';
import styles from './Overlays.module.css';

/** All keys, over any screen, narrowed by words and keys during typing. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const groups = GROUPS.map(([title, group]) => {
    const keys =
      group === null
        ? IN_PLACE
        : COMMANDS.filter(
            (one) => one.group === group && one.chords.length > 0 && (one.isOffered?.() ?? true),
          );
    return { title, keys: keys.filter((key) => isFound(title, key, text)) };
  }).filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title="Keys" kind="page" onClose={onClose} className={styles.keySheet}>
      <div className={layout.pad4x20x12}>
        <SearchField
          label="Search keys"
          type="search"
          placeholder="Key or action"
          autoFocus
          value={text}
          onChange={setText}
        />
      </div>
      <ScrollRegion className={layout('focusInside scrolls low')} aria-label="Found keys">
        <div className={styles.groups}>
          {groups.map(({ title, keys }) => (
            <section key={title}>
              <h3 className={layout('caption marginBottom4')}>{title}</h3>
              <dl>
                {keys.map((command) => (
                  <div key={command.title} className={layout('row gap12 spread minControl')}>
                    <dt>{command.title}</dt>
                    <dd className={layout('flex fixed gap6')}>
                      {displayChords(command.chords).map((chord) => (
                        <Kbd key={chord} keys={commandKeys(chord)} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {groups.length === 0 ? <p className={layout('third pad12')}>No results</p> : null}
      </ScrollRegion>
      <div className={layout('aside flex wrap topRuled gap12 spread pad12x20')}>
        <p>Single-letter keys are off while a text field has the focus.</p>
        <Button look="link" onPress={() => openOverlay('about')}>
          About the inspector
        </Button>
      </div>
    </Dialog>
  );
}

/** Headings, each with its group of commands; null for the keys of a place. */
const GROUPS: readonly (readonly [string, CommandGroup | null])[] = [
  ['Move', 'Move'],
  ['Look', 'Look'],
  ['On a live run', 'Live'],
  ['On the acceptor', 'Bench'],
  ['In their place', null],
  ['Anywhere', 'Anywhere'],
];

/** A single character is a key; longer texts are words of the title or the group, or the caps of a chord. */
function isFound(group: string, { title, chords }: ListedKey, text: string): boolean {
  const wanted = text.trim();
  const caps = displayChords(chords).map((chord) => commandKeys(chord).join(' '));
  if (wanted.length === 1) return caps.includes(wanted);
  const all = `${title} ${group} ${caps.join(' ')}`.toLowerCase();
  return wanted.split(/[\s+]+/).every((word) => all.includes(word.toLowerCase()));
}

/** All single keys, but only the first of several combinations. */
function displayChords(chords: readonly string[]): readonly string[] {
  return chords.filter((chord, at) => at === 0 || !chord.includes('+'));
}

type ListedKey = Pick<Command, 'title' | 'chords'>;

/** Keys that the place with the focus has by itself; what they are is said where they are handled. */
const IN_PLACE: readonly ListedKey[] = [
  { title: 'Copy the path in a payload', chords: [TREE_KEYS.copyPath] },
  { title: 'A string as text, the parts of a token', chords: [TREE_KEYS.text] },
  { title: 'A masked value, event, raw bytes or adjacent bytes in clear, while pressed', chords: [HOLD_KEY] },
  { title: 'The bytes of a value', chords: [TREE_KEYS.bytes] },
  { title: 'A note on a value', chords: [TREE_KEYS.note] },
  {
    title: 'A level more, fewer, all of them',
    chords: [TREE_KEYS.moreLevels, TREE_KEYS.fewerLevels, TREE_KEYS.allLevels],
  },
  { title: 'Clear or leave the filter', chords: ['Escape'] },
];
