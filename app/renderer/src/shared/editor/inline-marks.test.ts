// @vitest-environment jsdom
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TextMark } from '@openwop-inspector/acceptor-core';
import { afterEach, expect, test } from 'vitest';
import { inlineMarks, showMarks } from './inline-marks.ts';

const text = '{\n  "type": "note",\n  "payload": {}\n}';
const at = (words: string) => ({ from: text.indexOf(words), to: text.indexOf(words) + words.length });
const mark = (words: string, message: string): TextMark => ({
  ...at(words),
  pointer: '',
  tone: 'error',
  label: 'S7',
  message,
});

let view: EditorView | null = null;
afterEach(() => view?.destroy());

function displayed(): EditorView {
  const made = new EditorView({
    parent: document.body,
    state: EditorState.create({ doc: text, extensions: [inlineMarks] }),
  });
  view = made;
  showMarks(made, [mark('"note"', 'not a kind'), mark('{}', 'title is missing')]);
  return made;
}

const notes = (editor: EditorView) =>
  [...editor.contentDOM.querySelectorAll('.mark-note')].map((note) => note.textContent);

test('a mark stays with its text while another position is edited', () => {
  const editor = displayed();
  editor.dispatch({ changes: { from: 0, insert: '  ' } });
  expect(notes(editor)).toEqual(['S7not a kind', 'S7title is missing']);
});

test('a mark disappears with the text it refers to', () => {
  const editor = displayed();
  editor.dispatch({ changes: at('"type": "note",') });
  expect(notes(editor)).toEqual(['S7title is missing']);
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length } });
  expect(notes(editor)).toEqual([]);
});

test('marks past the end of a shortened text are at its end, and editing continues', () => {
  const editor = displayed();
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length } });
  showMarks(editor, [mark('"note"', 'not a kind'), mark('{}', 'title is missing')]);
  expect(notes(editor)).toEqual(['S7not a kind', 'S7title is missing']);
  editor.dispatch({ changes: { from: 0, insert: 'written' } });
  expect(editor.state.doc.toString()).toBe('written');
});
