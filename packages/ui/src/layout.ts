import styles from './generated/layout.module.css';
import { LAYOUT_CLASSES } from './generated/layout-classes.ts';

/** Joins class names, leaving out what is absent: `classNames(styles.row, selected && styles.selected)`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}

type LayoutClass = (typeof LAYOUT_CLASSES)[number];

/** `Names` when each of its words, parted by blanks, is a layout class; never otherwise. */
type LayoutClasses<Names extends string> = Names extends `${infer First} ${infer Rest}`
  ? First extends LayoutClass
    ? [LayoutClasses<Rest>] extends [never]
      ? never
      : Names
    : never
  : Names extends LayoutClass
    ? Names
    : never;

const byName = Object.fromEntries(LAYOUT_CLASSES.map((name) => [name, styles[name] ?? name])) as Readonly<
  Record<LayoutClass, string>
>;

const lists = new Map<string, string>();

/**
 * Classes for what most places are made of: rows, columns, gaps, what gives way, and the roles of text. They lie in a
 * layer above the primitives and below the sheets of screens, so a screen's own rule always wins. `layout.row` is one
 * class; `layout('row gap4', styles.head, isOpen && styles.open)` is a list of them with what `classNames` takes.
 */
export const layout = Object.assign(function layoutClasses<Names extends string>(
  names: Names & LayoutClasses<Names>,
  ...more: readonly (string | false | null | undefined)[]
): string {
  let list = lists.get(names);
  if (list === undefined) {
    list = names.replaceAll(/\w+/g, (name) => styles[name] ?? name);
    lists.set(names, list);
  }
  return more.length === 0 ? list : classNames(list, ...more);
}, byName);

/** The colours of JSON: names of members, strings, numbers, and `true`, `false`, `null`. */
export const jsonColours = {
  key: layout.jsonKey,
  string: layout.jsonString,
  number: layout.jsonNumber,
  word: layout.jsonWord,
} as const;

/** The colour of a word's meaning; always used with a glyph or the word itself. */
export const tones = {
  error: layout.errorText,
  failed: layout.errorText,
  warning: layout.warnText,
  waiting: layout.warnText,
  warn: layout.warnText,
  note: layout.noteText,
  ok: layout.okText,
  running: layout.accentText,
  unknown: layout.third,
  plain: layout.third,
  untrusted: layout.untrustedText,
  normal: '',
} as const;
