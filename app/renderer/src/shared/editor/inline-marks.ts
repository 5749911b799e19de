/** Annotations of the acceptor in the editor: in the gutter, under the position, and as a message under the line. */
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  WidgetType,
} from '@codemirror/view';
import type { TextMark } from '@openwop-inspector/acceptor-core';
import { iconShapes } from '@openwop-inspector/ui';

type Tone = TextMark['tone'];

const setMarks = StateEffect.define<readonly TextMark[]>();

/** Message under a line. */
class Note extends WidgetType {
  readonly mark: TextMark;
  constructor(mark: TextMark) {
    super();
    this.mark = mark;
  }
  override eq(other: Note): boolean {
    return other.mark.label === this.mark.label && other.mark.message === this.mark.message;
  }
  override toDOM(): HTMLElement {
    const note = document.createElement('div');
    note.className = `mark-note mark-note-${this.mark.tone}`;
    const label = document.createElement('b');
    label.textContent = this.mark.label;
    note.append(label, this.mark.message);
    return note;
  }
}

const GLYPHS = { error: 'failed', warning: 'warning', later: 'hypothetical' } as const;
const WORDS: Record<Tone, string> = { error: 'Error', warning: 'Warning', later: 'A later step' };

class GutterGlyph extends GutterMarker {
  readonly tone: Tone;
  constructor(tone: Tone) {
    super();
    this.tone = tone;
  }
  override eq(other: GutterGlyph): boolean {
    return other.tone === this.tone;
  }
  override toDOM(): Node {
    const glyph = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    glyph.setAttribute('viewBox', '0 0 16 16');
    glyph.setAttribute('role', 'img');
    glyph.setAttribute('aria-label', WORDS[this.tone]);
    glyph.setAttribute('class', `mark-gutter-${this.tone}`);
    const shapes = iconShapes(GLYPHS[this.tone]);
    for (const { d, dash } of shapes) {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', d);
      if (dash !== undefined) path.setAttribute('stroke-dasharray', dash);
      glyph.append(path);
    }
    return glyph;
  }
}

interface Drawn {
  readonly decorations: DecorationSet;
  readonly glyphs: RangeSet<GutterMarker>;
  readonly marks: readonly TextMark[];
}

const NONE: Drawn = { decorations: Decoration.none, glyphs: RangeSet.empty, marks: [] };

const field = StateField.define<Drawn>({
  create: () => NONE,
  update(drawn, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) return draw(transaction.state, effect.value);
    }
    if (!transaction.docChanged || drawn.marks.length === 0) return drawn;
    const { changes, state } = transaction;
    // Annotations of deleted text are removed; the rest stay until the next run.
    const left = drawn.marks.filter(({ from, to }) => changes.touchesRange(from, to) !== 'cover');
    const marks = left.map((mark) => ({
      ...mark,
      from: changes.mapPos(mark.from),
      to: changes.mapPos(mark.to),
    }));
    if (left.length < drawn.marks.length) return draw(state, marks);
    return { decorations: drawn.decorations.map(changes), glyphs: drawn.glyphs.map(changes), marks };
  },
  provide: (own) => EditorView.decorations.from(own, ({ decorations }) => decorations),
});

const TONES: readonly Tone[] = ['later', 'warning', 'error'];

function draw(state: EditorState, given: readonly TextMark[]): Drawn {
  const ranges: Range<Decoration>[] = [];
  const worst = new Map<number, Tone>();
  // A result may arrive after its text was shortened; positions past the end cannot follow further changes.
  const marks = given.map((mark) => {
    const from = Math.min(mark.from, state.doc.length);
    return { ...mark, from, to: Math.min(Math.max(mark.to, from), state.doc.length) };
  });
  for (const mark of marks) {
    const { from, to } = mark;
    const line = state.doc.lineAt(from);
    const before = worst.get(line.from);
    if (before === undefined || TONES.indexOf(before) < TONES.indexOf(mark.tone))
      worst.set(line.from, mark.tone);
    const end = Math.min(to, line.to);
    if (end > from) ranges.push(Decoration.mark({ class: `mark-${mark.tone}` }).range(from, end));
    ranges.push(Decoration.widget({ widget: new Note(mark), block: true, side: 1 }).range(line.to));
  }
  const glyphs: Range<GutterMarker>[] = [];
  for (const [at, tone] of worst) {
    if (tone !== 'later') ranges.push(Decoration.line({ class: `mark-line-${tone}` }).range(at));
    glyphs.push(new GutterGlyph(tone).range(at));
  }
  return { decorations: Decoration.set(ranges, true), glyphs: RangeSet.of(glyphs, true), marks };
}

/** Extension that renders annotations; without any until they are set. */
export const inlineMarks: Extension = [
  field,
  gutter({ class: 'mark-gutter', markers: (view) => view.state.field(field).glyphs }),
];

/** Replaces the annotations. Offsets past the end of the text count as its end. */
export function showMarks(view: EditorView, marks: readonly TextMark[]): void {
  view.dispatch({ effects: setMarks.of(marks) });
}

/** Moves the cursor to the next or previous annotation, wrapping at the ends; false when there is none. */
export function goToMark(view: EditorView, direction: 1 | -1): boolean {
  const places = view.state
    .field(field)
    .marks.map(({ from }) => from)
    .sort((one, other) => one - other);
  if (places.length === 0) return false;
  const here = view.state.selection.main.head;
  const next =
    direction === 1
      ? (places.find((place) => place > here) ?? places[0])
      : (places.findLast((place) => place < here) ?? places.at(-1));
  view.dispatch({ selection: { anchor: next ?? 0 }, scrollIntoView: true });
  return true;
}
