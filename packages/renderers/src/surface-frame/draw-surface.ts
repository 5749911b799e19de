/** A surface in the document of the frame: items in their order, buttons in one row at the end (envelope 7.3). */
import { drawItem } from './draw-item.ts';
import { addText, make, makeGlyph, plainText } from './elements.ts';
import type { FrameButton, FrameState, FrameSurface, FrameValue } from './frame-contract.ts';

/** What the person did. */
export interface SurfaceListener {
  readonly valueChanged: (index: number, value: FrameValue) => void;
  /** A button that works was pressed. */
  readonly pressed: (index: number) => void;
}

/** A surface that has been drawn. */
export interface DrawnSurface {
  readonly element: HTMLElement;
  setState(state: FrameState): void;
}

const LOCKED_ID = 'locked';
const LOCK = ['M3 7h10v7H3z', 'M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2'];
const NOTE = ['M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2z', 'M8 7.4v3.6M8 5v.2'];

export function drawSurface(surface: FrameSurface, listener: SurfaceListener): DrawnSurface {
  const items = surface.items.map((item) => drawItem(item, listener.valueChanged));
  const reasons = make('div', { class: 'locks', id: LOCKED_ID });
  const said = make('p', { class: 'said', role: 'status' });
  let locks: readonly string[] = [];
  const press = (index: number) => {
    if (locks.length === 0) listener.pressed(index);
    else say(said, plainText(locks.join(' ')));
  };
  const buttons = surface.buttons.map((button) => drawButton(button, press));
  const element = make('main', { class: 'surface', 'aria-label': 'Surface' }, [
    ...titleOf(surface.title),
    ...items.map(({ element: drawn }) => drawn),
    ...(buttons.length === 0 ? [] : [make('div', { class: 'buttons' }, [...buttons, reasons])]),
    said,
  ]);
  const setState = (state: FrameState) => {
    locks = state.locks;
    said.textContent = '';
    for (const button of buttons) setLocked(button, locks.length > 0);
    reasons.replaceChildren(...locks.map(drawLock));
  };
  setState(surface.state);
  return { element, setState };
}

function titleOf(title: string | null): readonly HTMLElement[] {
  if (title === null) return [];
  const heading = make('div', {
    class: 'title',
    role: 'heading',
    'aria-level': '4',
    dir: 'auto',
  });
  addText(heading, title);
  return [heading];
}

function drawButton({ index, label }: FrameButton, press: (index: number) => void): HTMLButtonElement {
  const words = make('span');
  addText(words, label);
  const button = make('button', { type: 'button', dir: 'auto' }, [words]);
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

function drawLock(words: string): HTMLElement {
  const text = make('span', { dir: 'auto' });
  addText(text, words);
  return make('p', { class: 'lock' }, [makeGlyph(...NOTE), text]);
}

/** Has a text read out, again where it is the same: words that do not change are not news. */
function say(region: HTMLElement, words: string): void {
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}
