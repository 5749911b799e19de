/** Elements of the frame, made one by one. Text becomes text nodes; nothing is ever parsed as markup. */
import { shownText, visiblePieces } from '../visible-text/visible-text.ts';

/** Attributes whose value is ours. What a model wrote goes through `addText` and `setPlaceholder` alone. */
type Attributes = Readonly<Record<string, string>>;

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** Beyond this many hidden characters their codes are set as plain text, so that a frame stays quick to draw. */
const MAX_BOXES = 500;

/** A stranger's text, with what a screen would hide shown as its code in a box. */
export function addText(element: HTMLElement, text: string): void {
  const pieces = visiblePieces(text);
  if (pieces.length > MAX_BOXES) {
    element.append(shownText(text));
    return;
  }
  for (const piece of pieces) {
    element.append(
      piece.kind === 'plain'
        ? piece.text
        : make('span', { class: 'hidden-character', title: `${piece.code}, ${piece.name}` }, [piece.code]),
    );
  }
}

/** A stranger's text where no element can stand: a placeholder, an option. */
export function plainText(text: string): string {
  return shownText(text);
}

const SVG = 'http://www.w3.org/2000/svg';

/** A line glyph of 16 units, never alone without a word. */
export function makeGlyph(...paths: readonly string[]): SVGElement {
  const glyph = document.createElementNS(SVG, 'svg');
  for (const [name, value] of [
    ['viewBox', '0 0 16 16'],
    ['class', 'glyph'],
    ['aria-hidden', 'true'],
    ['focusable', 'false'],
  ] as const) {
    glyph.setAttribute(name, value);
  }
  for (const path of paths) {
    const line = document.createElementNS(SVG, 'path');
    line.setAttribute('d', path);
    glyph.append(line);
  }
  return glyph;
}
