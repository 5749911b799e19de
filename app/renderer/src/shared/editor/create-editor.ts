/** The JSON editor, in a shadow root: there CodeMirror uses constructed style sheets, which the policy allows. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { goToNextChunk, unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec, type Range, RangeSet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { TextMark } from '@openwop-inspector/acceptor-core';
import { goToMark, inlineMarks, showMarks } from './inline-marks.ts';
import { type Describe, schemaAssist } from './schema-assist.ts';

class Dots extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const dots = document.createElement('span');
    dots.className = 'mask';
    dots.textContent = '••••••••';
    dots.title = 'A secret of this run. It is never written anywhere.';
    return dots;
  }
}

const dots = Decoration.replace({ widget: new Dots() });

/** Cursor position; lines and columns start at 1. */
export interface CursorPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export interface EditorParts {
  readonly label: string;
  readonly text: string;
  readonly describe: Describe;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onCursor: (place: CursorPlace) => void;
}

export type Editor = ReturnType<typeof createEditor>;

/** Makes an editor in the shadow root of an element. */
export function createEditor(host: HTMLElement, parts: EditorParts) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const masks = new Compartment();
  const difference = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: parts.text,
      extensions: [ours(parts), plain, masks.of([]), difference.of([])],
    }),
  });
  return {
    /** Replaces only what differs, so that undo history and cursor stay valid. */
    setText: (text: string): void => replaceText(view, text),
    setMarks: (marks: readonly TextMark[]): void => showMarks(view, marks),
    setSecrets: (values: readonly string[]): void =>
      view.dispatch({ effects: masks.reconfigure(secretMask(values)) }),
    /** Shows the difference to a text; null stops it. */
    setOriginal: (text: string | null): void => {
      const merge =
        text === null ? [] : unifiedMergeView({ original: text, mergeControls: false, gutter: true });
      view.dispatch({ effects: difference.reconfigure(merge) });
      if (text !== null) goToNextChunk(view);
    },
    goToMark: (direction: 1 | -1): void => {
      if (goToMark(view, direction)) view.focus();
    },
    /** Selects a range of the text, scrolls it into view and focuses the editor. */
    reveal: (from: number, to: number): void => {
      const most = view.state.doc.length;
      const selection = { anchor: Math.min(from, most), head: Math.min(to, most) };
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
      view.focus();
    },
    focus: (): void => view.focus(),
    destroy: (): void => view.destroy(),
  };
}

const FRAME = '1px solid var(--line-strong)';

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
  '.cm-foldPlaceholder': { background: 'var(--bg-sunken)', border: FRAME, color: 'var(--text-2)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-tint)', outline: '1px solid var(--warn)' },
  '.cm-panels': {
    backgroundColor: 'var(--bg-chrome)',
    color: 'var(--text)',
    borderBottom: '1px solid var(--line)',
  },
  '.cm-panel.cm-search': { font: 'var(--type-row)' },
  '.cm-panel.cm-search label': { fontSize: '12px', color: 'var(--text-2)' },
  '.cm-textfield, .cm-button, .cm-tooltip': { border: FRAME, borderRadius: '5px', color: 'var(--text)' },
  '.cm-textfield': { backgroundColor: 'var(--bg)', borderColor: 'var(--line-control)' },
  '.cm-button': { background: 'var(--bg)' },
  '.cm-tooltip': { backgroundColor: 'var(--bg-raised)', boxShadow: 'var(--lift)' },
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
const editorTheme = [frame, marks, syntaxHighlighting(colours)];

/** Extensions of every JSON editor. Tab is not bound: it leaves the editor, as elsewhere. */
const plain: Extension = [
  lineNumbers(),
  codeFolding(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  json(),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  editorTheme,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
  ]),
];

function ours({ label, describe, onChange, onRun, onCursor }: EditorParts): Extension {
  const run = () => {
    onRun();
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run },
        { key: 'F8', run: (view) => goToMark(view, 1) },
        { key: 'Shift-F8', run: (view) => goToMark(view, -1) },
      ]),
    ),
    inlineMarks,
    schemaAssist(describe),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) onChange(state.doc.toString());
      if (!docChanged && !selectionSet) return;
      const { head } = state.selection.main;
      const line = state.doc.lineAt(head);
      onCursor({ line: line.number, column: head - line.from + 1, offset: head });
    }),
  ];
}

function replaceText(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  let from = 0;
  while (from < before.length && from < text.length && before[from] === text[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, text.length) - from;
  while (end < most && before[before.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  view.dispatch({
    changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) },
    userEvent: 'input.replace',
  });
}

/** Masks these values wherever they are visible. Empty values mask nothing. */
function secretMask(values: readonly string[]): Extension {
  const named = values.filter((value) => value !== '').sort((one, other) => other.length - one.length);
  if (named.length === 0) return [];
  const plugin = ViewPlugin.define(
    (view) => ({
      masks: masksIn(view, named),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.masks = masksIn(update.view, named);
      },
    }),
    { decorations: ({ masks }: { masks: DecorationSet }) => masks },
  );
  const atomic = EditorView.atomicRanges.of((view) => view.plugin(plugin)?.masks ?? RangeSet.empty);
  return [plugin, atomic];
}

function masksIn(view: EditorView, values: readonly string[]): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const most = Math.max(...values.map(({ length }) => length));
  for (const { from, to } of view.visibleRanges) {
    const start = Math.max(0, from - most);
    const text = view.state.sliceDoc(start, Math.min(view.state.doc.length, to + most));
    // Not one pattern of all values: a long one would exceed what an expression takes, and nothing would be masked.
    for (let at = 0; at < text.length; ) {
      const here = at;
      const value = values.find((one) => text.startsWith(one, here));
      at += value?.length ?? 1;
      // A value that spans lines cannot be one replaced range of a plugin; its lines stay unmasked.
      if (value !== undefined && !value.includes('\n')) ranges.push(dots.range(start + here, start + at));
    }
  }
  return Decoration.set(ranges, true);
}
