/** The JSON editor, in a shadow root: there CodeMirror uses constructed style sheets, which the policy allows. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
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
import type { TextMark } from '@openwop-inspector/acceptor-core';
import { editorTheme } from './editor-theme.ts';
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
    let at = 0;
    while (at < text.length) {
      const here = at;
      const value = values.find((one) => text.startsWith(one, here));
      if (value === undefined) at += 1;
      else {
        // A value that spans lines cannot be one replaced range of a plugin; its lines stay unmasked.
        if (!value.includes('\n')) ranges.push(dots.range(start + at, start + at + value.length));
        at += value.length;
      }
    }
  }
  return Decoration.set(ranges, true);
}
