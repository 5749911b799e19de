import { TREE_KEYS } from '@openwop-inspector/renderers';
import { HOLD_KEY } from '@openwop-inspector/ui';

/** Keys that the place with the focus has by itself; what they are is said where they are handled. */
export const IN_PLACE: readonly { readonly title: string; readonly chords: readonly string[] }[] = [
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
