import styles from './layout.module.css';

const CLASSES = [
  'bar',
  'row',
  'rowTop',
  'inlineRow',
  'column',
  'stack',
  'grid',
  'flex',
  'wrap',
  'pane',
  'fill',
  'grow',
  'fixed',
  'narrow',
  'full',
  'clip',
  'ellipsis',
  'breaks',
  'nowrap',
  'scrolls',
  'ruled',
  'topRuled',
  'chrome',
  'raised',
  'boxed',
  'toEnd',
  'words',
  'aside',
  'caption',
  'heading',
  'title',
  'big',
  'body',
  'strong',
  'meta',
  'code',
  'bold',
  'second',
  'third',
  'primary',
  'errorText',
  'warnText',
  'okText',
  'noteText',
  'accentText',
  'gap2',
  'gap3',
  'gap4',
  'gap5',
  'gap6',
  'gap8',
  'gap10',
  'gap12',
  'noOutline',
  'field',
  'input',
] as const;

/**
 * Classes for what most places are made of: rows, columns, gaps, what gives way, and the roles of text. They lie in a
 * layer above the primitives and below the sheets of screens, so a screen's own rule always wins.
 */
export const layout = Object.fromEntries(CLASSES.map((name) => [name, styles[name] ?? name])) as Readonly<
  Record<(typeof CLASSES)[number], string>
>;

/** The colour of what a word says; a glyph or the word itself always travels with it. */
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
  normal: '',
} as const;
