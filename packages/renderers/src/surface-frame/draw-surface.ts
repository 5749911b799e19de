/** A surface in the document of the frame: items in their order, buttons in one row at the end (envelope 7.3). */

import { unreachable } from '@openwop-inspector/base';
import type {
  FrameButton,
  FrameItem,
  FrameState,
  FrameSurface,
  FrameValue,
} from '../model/a2ui/frame-contract.ts';
import { displayText, visiblePieces } from '../visible-text/visible-text.ts';

/** Beyond this many hidden characters their codes are set as plain text, so that a frame stays quick to draw. */
const MAX_BOXES = 500;

const SVG = 'http://www.w3.org/2000/svg';

/** Longest text that can be typed, in UTF-16 units: what the contract takes. */
const MAX_TYPED = '20000';

/** What the person did. */
export interface SurfaceListener {
  readonly valueChanged: (index: number, value: FrameValue) => void;
  /** A button that works was pressed. */
  readonly pressed: (index: number) => void;
}

/** A surface that has been drawn. */
export type DrawnSurface = ReturnType<typeof drawSurface>;

const LOCKED_ID = 'locked';
const LOCK = ['M3 7h10v7H3z', 'M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2'];
const NOTE = ['M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2z', 'M8 7.4v3.6M8 5v.2'];

export function drawSurface(surface: FrameSurface, listener: SurfaceListener) {
  const reasons = make('div', { class: 'locks', id: LOCKED_ID });
  const said = make('p', { class: 'said', role: 'status' });
  let { locks, free } = surface.state;
  const press = (index: number) => {
    if (isFree(index)) listener.pressed(index);
    else {
      const words = displayText(locks.join(' '));
      // Words that do not change are not news, and would not be read out again.
      said.textContent = said.textContent === words ? `${words}\u00a0` : words;
    }
  };
  const isFree = (index: number): boolean => locks.length === 0 || free.includes(index);
  const buttons = surface.buttons.map((button) => drawButton(button, press));
  const element = make('main', { class: 'surface', 'aria-label': 'Surface' }, [
    ...titleOf(surface.title),
    ...surface.items.map((item) => drawItem(item, listener.valueChanged)),
    ...(buttons.length === 0 ? [] : [make('div', { class: 'buttons' }, [...buttons, reasons])]),
    said,
  ]);
  const setState = (state: FrameState) => {
    ({ locks, free } = state);
    said.textContent = '';
    for (const [at, { index }] of surface.buttons.entries()) {
      const button = buttons[at];
      if (button !== undefined) setLocked(button, !isFree(index));
    }
    const lines = locks.map((words) => [makeGlyph(...NOTE), makeWords('span', words, { dir: 'auto' })]);
    reasons.replaceChildren(...lines.map((line) => make('p', { class: 'lock' }, line)));
  };
  setState(surface.state);
  return { element, setState };
}

function titleOf(title: string | null): readonly HTMLElement[] {
  if (title === null) return [];
  return [makeWords('div', title, { class: 'title', role: 'heading', 'aria-level': '4', dir: 'auto' })];
}

function drawButton({ index, label }: FrameButton, press: (index: number) => void): HTMLButtonElement {
  const button = make('button', { type: 'button', dir: 'auto' }, [makeWords('span', label)]);
  button.addEventListener('click', () => press(index));
  return button;
}

/** A locked button stays reachable, so that everybody can find out why (envelope 7.3). */
function setLocked(button: HTMLButtonElement, isLocked: boolean): void {
  if (isLocked === (button.getAttribute('aria-disabled') === 'true')) return;
  if (isLocked) {
    button.setAttribute('aria-disabled', 'true');
    button.setAttribute('aria-describedby', LOCKED_ID);
    button.prepend(makeGlyph(...LOCK));
  } else {
    button.removeAttribute('aria-disabled');
    button.removeAttribute('aria-describedby');
    button.querySelector('svg')?.remove();
  }
}

type Emit = (index: number, value: FrameValue) => void;

/** Renders an item. `emit` is called with each change of its value. */
function drawItem(item: FrameItem, emit: Emit): HTMLElement {
  switch (item.kind) {
    case 'heading': {
      const level = { role: 'heading', 'aria-level': String(item.ariaLevel) };
      return makeWords('div', item.text, { class: 'heading', ...level, dir: 'auto' });
    }
    case 'text':
      return makeWords('p', item.text, { class: 'words', dir: 'auto' });
    case 'text-field':
    case 'date-field':
      return drawInput(item, emit);
    case 'select':
      return drawSelect(item, emit);
    case 'checkbox':
      return drawCheckbox(item, emit);
    default:
      return unreachable(item);
  }
}

function drawInput(item: Extract<FrameItem, { kind: 'text-field' | 'date-field' }>, emit: Emit): HTMLElement {
  const isDate = item.kind === 'date-field';
  const control = make('input', {
    ...fieldNames(item.index, item.required),
    type: isDate ? 'date' : 'text',
    ...(isDate ? {} : { maxlength: MAX_TYPED, dir: 'auto', autocomplete: 'off', spellcheck: 'false' }),
  });
  if (item.kind === 'text-field' && item.placeholder !== '')
    control.placeholder = displayText(item.placeholder);
  control.value = item.value;
  control.addEventListener('input', () => emit(item.index, control.value));
  return labelled(item, control);
}

function drawSelect(item: Extract<FrameItem, { kind: 'select' }>, emit: Emit): HTMLElement {
  const options = item.options.map((label, place) =>
    make('option', { value: String(place), dir: 'auto' }, [displayText(label)]),
  );
  const control = make('select', { ...fieldNames(item.index, item.required), dir: 'auto' }, options);
  control.selectedIndex = item.value;
  control.addEventListener('change', () => emit(item.index, control.selectedIndex));
  return labelled(item, control);
}

function drawCheckbox(item: Extract<FrameItem, { kind: 'checkbox' }>, emit: Emit): HTMLElement {
  const control = make('input', { ...fieldNames(item.index, false), type: 'checkbox' });
  control.checked = item.value;
  control.addEventListener('change', () => emit(item.index, control.checked));
  const label = makeWords('label', item.label, { class: 'box-label', for: control.id });
  return make('div', { class: 'box-row', dir: 'auto' }, [control, label]);
}

/** Ids are made of the place among the components, never of text by a model. */
function fieldNames(index: number, isRequired: boolean): Readonly<Record<string, string>> {
  return { id: `field-${index}`, ...(isRequired ? { 'aria-required': 'true' } : {}) };
}

function labelled(
  item: { readonly index: number; readonly label: string; readonly required: boolean },
  control: HTMLElement,
): HTMLElement {
  const label = makeWords('label', item.label, { class: 'label', for: control.id, dir: 'auto' });
  if (item.required) label.append(' ', make('span', { class: 'required' }, ['required']));
  return make('div', { class: 'field' }, [label, control]);
}

/** Attributes with values of ours. Text by a model goes through `makeWords` and `displayText` alone. */
type Attributes = Readonly<Record<string, string>>;

/** Elements of the frame, made one by one. Text becomes text nodes; nothing is ever parsed as markup. */
function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** An element with foreign text, with hidden characters displayed as their code in a box. */
function makeWords<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  attributes: Attributes = {},
) {
  const pieces = visiblePieces(text);
  if (pieces.length > MAX_BOXES) return make(name, attributes, [displayText(text)]);
  const words = pieces.map((piece) =>
    piece.kind === 'plain'
      ? piece.text
      : make('span', { class: 'hidden-character', title: `${piece.code}, ${piece.name}` }, [piece.code]),
  );
  return make(name, attributes, words);
}

/** A line glyph of 16 units, never alone without a word. */
function makeGlyph(...paths: readonly string[]): SVGElement {
  const glyph = document.createElementNS(SVG, 'svg');
  glyph.setAttribute('viewBox', '0 0 16 16');
  glyph.setAttribute('class', 'glyph');
  glyph.setAttribute('aria-hidden', 'true');
  glyph.setAttribute('focusable', 'false');
  for (const path of paths) {
    const line = document.createElementNS(SVG, 'path');
    line.setAttribute('d', path);
    glyph.append(line);
  }
  return glyph;
}
