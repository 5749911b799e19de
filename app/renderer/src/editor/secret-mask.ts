/** Secret values are drawn as dots. The text itself is not changed: the acceptor must see them to find them. */
import { type Extension, type Range, RangeSet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';

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

/** Masks these values wherever they are in sight. Empty values mask nothing. */
export function secretMask(values: readonly string[]): Extension {
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
        // A value that spans lines cannot be one replaced range of a plugin; its lines stay as they are.
        if (!value.includes('\n')) ranges.push(dots.range(start + at, start + at + value.length));
        at += value.length;
      }
    }
  }
  return Decoration.set(ranges, true);
}
