/** The keyboard of a payload tree: which key means what on which row. Pure, so that the whole map is one table. */
import { HOLD_KEY, listMoveOf, rowAfterMove } from '@openwop-inspector/ui';
import { opensPanel, type TreeRow } from './tree-rows.ts';

/** A key press as far as it matters here. `command` is Ctrl, or ⌘ on a Mac. */
export interface KeyPress {
  readonly key: string;
  readonly command: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** Action of a key press. */
export type TreeStep =
  | { readonly kind: 'focus'; readonly index: number }
  | { readonly kind: 'open' | 'close' | 'toggle' }
  | { readonly kind: 'copy-path' | 'copy-value' | 'menu' | 'search' }
  /** The text of a string, or the parts of a token; the bytes of a value; the value in clear while the key is down. */
  | { readonly kind: 'text' | 'bytes' | 'reveal' }
  /** A note on a value, for a tree that has them. */
  | { readonly kind: 'note' }
  /** One level more or fewer of the whole tree, or all of them. */
  | { readonly kind: 'levels'; readonly by: 'more' | 'fewer' | 'all' };

/** Keys of a payload tree other than those that move, by action. `reveal` is pressed down. */
export const TREE_KEYS = {
  copyPath: 'y',
  text: 't',
  reveal: HOLD_KEY,
  bytes: 'b',
  note: 'm',
  moreLevels: '+',
  fewerLevels: '-',
  allLevels: '*',
} as const;

/** Returns the step of a key on row `at`, or null when the key is not for the tree. `pageRows` is one screenful. */
export function treeStep(
  press: KeyPress,
  rows: readonly TreeRow[],
  at: number,
  pageRows: number,
): TreeStep | null {
  if (press.command && !press.alt) {
    const key = press.shift ? '' : press.key.toLowerCase();
    return key === 'c' ? { kind: 'copy-value' } : key === 'f' ? { kind: 'search' } : null;
  }
  if (press.shift && press.key === 'F10') return { kind: 'menu' };
  if (press.command || press.alt) return null;
  const row = rowAfterMove(listMoveOf(press.key), at, rows.length, pageRows);
  if (row !== null) return { kind: 'focus', index: row };
  return STEPS.get(press.key) ?? sideways(press.key, rows, at);
}

const STEPS: ReadonlyMap<string, TreeStep> = new Map([
  ['Enter', { kind: 'toggle' }],
  [' ', { kind: 'toggle' }],
  [TREE_KEYS.copyPath, { kind: 'copy-path' }],
  [TREE_KEYS.text, { kind: 'text' }],
  [TREE_KEYS.bytes, { kind: 'bytes' }],
  [TREE_KEYS.note, { kind: 'note' }],
  [TREE_KEYS.reveal, { kind: 'reveal' }],
  [TREE_KEYS.moreLevels, { kind: 'levels', by: 'more' }],
  [TREE_KEYS.fewerLevels, { kind: 'levels', by: 'fewer' }],
  [TREE_KEYS.allLevels, { kind: 'levels', by: 'all' }],
  ['ContextMenu', { kind: 'menu' }],
]);

/** Right unfolds or shows the value, then steps to the first member. Left folds, then steps to the container. */
function sideways(key: string, rows: readonly TreeRow[], at: number): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const unfolded = row.kind === 'more' ? false : row.unfolded;
  const move = listMoveOf(key);
  if (move === 'into') {
    if (unfolded === false || (row.kind === 'value' && opensPanel(row.node))) return { kind: 'open' };
    return { kind: 'focus', index: rows[at + 1]?.parent === at ? at + 1 : at };
  }
  if (move === 'outOf') {
    if (unfolded === true) return { kind: 'close' };
    return { kind: 'focus', index: row.parent === -1 ? at : row.parent };
  }
  return null;
}
