import { TREE_KEYS } from '@openwop-inspector/renderers';
import { Button, Dialog, HOLD_KEY, Kbd, layout } from '@openwop-inspector/ui';
import { COMMANDS, type Command, type CommandGroup } from '../commands/commands.ts';
import { commandKeys } from '../commands/key-map.ts';
import { openOverlay } from '../state/overlay-store.ts';
import styles from './Overlays.module.css';

/** All keys, over any screen. */
export function KeySheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" kind="page" isOpen={isOpen} onClose={onClose}>
      <div className={styles.groups}>
        <KeyGroup title="Move" keys={COMMANDS.filter(isListed('Move'))} />
        <KeyGroup title="Look" keys={COMMANDS.filter(isListed('Look'))} />
        <KeyGroup title="On a live run" keys={COMMANDS.filter(isListed('Live'))} />
        <KeyGroup title="On the acceptor" keys={COMMANDS.filter(isListed('Bench'))} />
        <KeyGroup title="In their place" keys={IN_PLACE} />
        <KeyGroup title="Anywhere" keys={COMMANDS.filter(isListed('Anywhere'))} />
      </div>
      <div className={layout('aside flex wrap topRuled gap12', styles.foot)}>
        <p>Single letters rest while a text field has the focus.</p>
        <Button look="link" onPress={() => openOverlay('about')}>
          About the inspector
        </Button>
      </div>
    </Dialog>
  );
}

const isListed =
  (group: CommandGroup) =>
  (command: Command): boolean =>
    command.group === group && command.chords.length > 0 && (command.isOffered?.() ?? true);

/** All single keys, but only the first of several combinations. */
function displayChords(chords: readonly string[]): readonly string[] {
  return chords.filter((chord, at) => at === 0 || !chord.includes('+'));
}

interface KeyGroupProps {
  readonly title: string;
  readonly keys: readonly { readonly title: string; readonly chords: readonly string[] }[];
}

function KeyGroup({ title, keys }: KeyGroupProps) {
  return (
    <section>
      <h3 className={layout('caption', styles.groupTitle)}>{title}</h3>
      <dl>
        {keys.map((command) => (
          <div key={command.title} className={layout('row gap12', styles.keyRow)}>
            <dt>{command.title}</dt>
            <dd>
              {displayChords(command.chords).map((chord) => (
                <Kbd key={chord} keys={commandKeys(chord)} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Keys that the place with the focus has by itself; what they are is said where they are handled. */
const IN_PLACE: readonly { readonly title: string; readonly chords: readonly string[] }[] = [
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
