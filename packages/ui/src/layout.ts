import { classNames } from './class-names.ts';
import styles from './layout.module.css';

const CLASSES = [
  'totals',
  'finding',
  'findingPart',
  'findingCode',
  'bar',
  'row',
  'rowTop',
  'inlineRow',
  'column',
  'choices',
  'compared',
  'stack',
  'grid',
  'flex',
  'wrap',
  'baseline',
  'spread',
  'packed',
  'leading',
  'pane',
  'fill',
  'grow',
  'flexes',
  'shrinks',
  'fixed',
  'narrow',
  'full',
  'wide',
  'relative',
  'above',
  'container',
  'block',
  'min26',
  'min30',
  'min32',
  'clip',
  'ellipsis',
  'crops',
  'breaks',
  'nowrap',
  'lines',
  'startText',
  'endText',
  'selectable',
  'underlined',
  'tabular',
  'scrolls',
  'ruled',
  'topRuled',
  'chrome',
  'ground',
  'sunken',
  'warnTint',
  'errorTint',
  'okTint',
  'bare',
  'raised',
  'boxed',
  'framed',
  'dashed',
  'roundedMore',
  'card',
  'toEnd',
  'words',
  'remark',
  'aside',
  'caption',
  'ident',
  'heading',
  'title',
  'big',
  'body',
  'strong',
  'meta',
  'rowText',
  'code',
  'payload',
  'bold',
  'second',
  'third',
  'primary',
  'errorText',
  'warnText',
  'okText',
  'noteText',
  'accentText',
  'untrustedText',
  'jsonKey',
  'jsonString',
  'jsonNumber',
  'jsonWord',
  'gap2',
  'gap3',
  'gap4',
  'gap5',
  'gap6',
  'gap8',
  'gap10',
  'gap12',
  'gap16',
  'gap2x8',
  'gap2x6',
  'gap4x8',
  'gap4x12',
  'pad12',
  'pad0x12',
  'pad0x16',
  'pad2x12',
  'pad4x12',
  'pad5x12',
  'pad6x12',
  'pad8x10',
  'pad8x12',
  'pad8x16',
  'pad12x16',
  'noOutline',
  'focusInside',
  'hovers',
  'prose',
  'topIcon',
  'smallSelect',
  'table',
  'patch',
  'field',
  'input',
] as const;

type LayoutClass = (typeof CLASSES)[number];

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

const byName = Object.fromEntries(CLASSES.map((name) => [name, styles[name] ?? name])) as Readonly<
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
