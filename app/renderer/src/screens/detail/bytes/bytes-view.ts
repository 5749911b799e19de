/** The bytes of an event as read-only text with a cursor: CodeMirror in a shadow root, as the policy requires. */
import { defaultKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { displayText, hiddenPattern } from '@openwop-inspector/renderers';
import type { TextRange } from './bytes-page.ts';

export interface BytesViewParts {
  readonly label: string;
  /** The user moved the cursor, to a unit of the text. */
  readonly onCursor: (unit: number) => void;
  /** Enter or Escape. */
  readonly onLeave: () => void;
}

export interface BytesView {
  setText(text: string): void;
  /** Marks a range; `isSought` scrolls its start into view. */
  setMark(range: TextRange | null, isSought: boolean): void;
  /** Takes the focus, with the cursor at a unit of the text. */
  focusAt(unit: number): void;
  destroy(): void;
}

const setMark = StateEffect.define<TextRange | null>();
const marked = Decoration.mark({ tagName: 'mark', class: 'marked-value' });

const mark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let next = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const range = effect.value;
      const isThere = range !== null && range.to > range.from;
      next = isThere ? Decoration.set(marked.range(range.from, range.to)) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid transparent', boxShadow: 'var(--focus-inset)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--text)', padding: '4px 0' },
  '.cm-line': { padding: '0 12px' },
  '.marked-value': {
    color: 'inherit',
    backgroundColor: 'var(--bg-selected)',
    boxShadow: '0 1px 0 var(--accent), 0 -1px 0 var(--accent)',
  },
  '.hidden-character': {
    padding: '0 2px',
    border: '1px solid var(--line-strong)',
    borderRadius: '3px',
    background: 'var(--bg-sunken)',
    color: 'var(--text-2)',
    fontSize: '11px',
  },
});

/** Invisible characters are a box with their code, as everywhere in the window. */
const hidden = highlightSpecialChars({
  // A carriage return is a line end elsewhere; here it is a byte.
  specialChars: hiddenPattern('\\r'),
  render: (code) => {
    const box = document.createElement('span');
    box.className = 'hidden-character';
    box.textContent = code === 0x0d ? 'U+000D' : displayText(String.fromCodePoint(code));
    return box;
  },
});

export function createBytesView(host: HTMLElement, parts: BytesViewParts): BytesView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const extensions = [ours(parts), plain];
  const view = new EditorView({ root, parent: root, state: EditorState.create({ doc: '', extensions }) });
  return {
    setText: (text) => {
      if (view.state.doc.length === text.length && view.state.doc.toString() === text) return;
      view.setState(EditorState.create({ doc: text, extensions }));
    },
    setMark: (range, isSought) => {
      const { length } = view.state.doc;
      const isThere = range !== null && range.to <= length;
      const sought = isThere && isSought ? [EditorView.scrollIntoView(range.from, { y: 'center' })] : [];
      view.dispatch({ effects: [setMark.of(isThere ? range : null), ...sought] });
    },
    focusAt: (unit) => {
      view.dispatch({ selection: { anchor: Math.min(unit, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** Tab is not bound: it leaves, as elsewhere. */
const plain: Extension = [
  // Line ends are not normalized, so that each character has its own position.
  EditorState.lineSeparator.of('\n'),
  EditorState.readOnly.of(true),
  EditorView.lineWrapping,
  mark,
  hidden,
  theme,
  keymap.of([...defaultKeymap]),
];

function ours({ label, onCursor, onLeave }: BytesViewParts): Extension {
  const leave = () => {
    onLeave();
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Enter', run: leave },
        { key: 'Escape', run: leave },
      ]),
    ),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      spellcheck: 'false',
      tabindex: '0',
    }),
    EditorView.updateListener.of(({ transactions, state }) => {
      if (transactions.some((one) => one.isUserEvent('select'))) onCursor(state.selection.main.head);
    }),
  ];
}
