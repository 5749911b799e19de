import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in our tokens: custom properties reach into the shadow root, so both themes apply without extra code. */
const frame = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid transparent', boxShadow: 'var(--focus-inset)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--text)', padding: '4px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--bg-selected)',
  },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--text-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '28px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--bg-hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-sunken)',
    outline: '1px solid var(--line-control)',
  },
  '.cm-foldPlaceholder': {
    background: 'var(--bg-sunken)',
    border: '1px solid var(--line-strong)',
    color: 'var(--text-2)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-tint)', outline: '1px solid var(--warn)' },
  '.cm-panels': {
    backgroundColor: 'var(--bg-chrome)',
    color: 'var(--text)',
    borderBottom: '1px solid var(--line)',
  },
  '.cm-panel.cm-search': { font: 'var(--type-row)' },
  '.cm-panel.cm-search label': { fontSize: '12px', color: 'var(--text-2)' },
  '.cm-textfield': {
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--line-control)',
    borderRadius: '5px',
    color: 'var(--text)',
  },
  '.cm-button': {
    background: 'var(--bg)',
    border: '1px solid var(--line-strong)',
    borderRadius: '5px',
    color: 'var(--text)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--bg-raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: '5px',
    boxShadow: 'var(--lift)',
    color: 'var(--text)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-selected)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)' },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal' },
  '.cm-completionInfo': { font: 'var(--type-row)', maxWidth: '320px' },
});

/** Annotations of the acceptor: line background, message under the line, wavy underline of the position. */
const marks = EditorView.theme({
  '.mark-line-error': { backgroundColor: 'var(--error-tint)' },
  '.mark-line-warning': { backgroundColor: 'var(--warn-tint)' },
  '.mark-error': { textDecoration: 'underline wavy var(--error) 1px', textUnderlineOffset: '3px' },
  '.mark-warning': { textDecoration: 'underline wavy var(--warn) 1px', textUnderlineOffset: '3px' },
  '.mark-later': { textDecoration: 'underline dashed var(--line-control) 1px', textUnderlineOffset: '3px' },
  '.mark-note': {
    font: 'var(--type-meta)',
    lineHeight: '20px',
    padding: '0 8px 1px 6px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.mark-note b': { fontWeight: '600', marginRight: '6px' },
  '.mark-note-error': { color: 'var(--error)', backgroundColor: 'var(--error-tint)' },
  '.mark-note-warning': { color: 'var(--warn)', backgroundColor: 'var(--warn-tint)' },
  '.mark-note-later': { color: 'var(--text-2)', borderLeft: '2px dashed var(--line-control)' },
  '.mark-gutter': { width: '18px' },
  '.mark-gutter svg': {
    display: 'block',
    width: '12px',
    height: '12px',
    margin: '4px 3px',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.5',
  },
  '.mark-gutter-error': { color: 'var(--error)' },
  '.mark-gutter-warning': { color: 'var(--warn)' },
  '.mark-gutter-later': { color: 'var(--text-3)' },
  '.mask': {
    color: 'var(--text-3)',
    backgroundColor: 'var(--bg-sunken)',
    borderRadius: '3px',
    padding: '0 2px',
  },
  '.schema-hover': { padding: '6px 10px', maxWidth: '360px', font: 'var(--type-row)' },
  '.schema-hover code': { font: 'var(--type-code-row)', fontWeight: '600' },
  '.schema-hover p': { margin: '4px 0 0', color: 'var(--text-2)' },
  '.cm-changedLine': { backgroundColor: 'var(--ok-tint) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--error-tint) !important' },
  '&.cm-merge-b .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'underline solid var(--line-control)',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--syn-key)' },
  { tag: tags.string, color: 'var(--syn-string)' },
  { tag: tags.number, color: 'var(--syn-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--syn-word)' },
]);

/** Theme of the editor. */
export const editorTheme = [frame, marks, syntaxHighlighting(colours)];
