/** One item of a surface as elements: a heading, a text, or a field with its label (envelope 7.2). */
import { unreachable } from '@openwop-inspector/base';
import { addText, make, plainText } from './elements.ts';
import type { FrameItem, FrameValue } from './frame-contract.ts';

/** An item in the document. */
export interface DrawnItem {
  readonly element: HTMLElement;
  /** What a person works with; null for items that hold no value. */
  readonly control: HTMLInputElement | HTMLSelectElement | null;
}

type Told = (index: number, value: FrameValue) => void;

/** Longest text that can be typed, in UTF-16 units: what the contract takes. */
const MAX_TYPED = '20000';

/** Draws an item. `told` is called with each change of its value. */
export function drawItem(item: FrameItem, told: Told): DrawnItem {
  switch (item.kind) {
    case 'heading':
    case 'text':
      return { element: drawWords(item), control: null };
    case 'text-field':
    case 'date-field':
      return drawInput(item, told);
    case 'select':
      return drawSelect(item, told);
    case 'checkbox':
      return drawCheckbox(item, told);
    default:
      return unreachable(item);
  }
}

function drawWords(item: Extract<FrameItem, { kind: 'heading' | 'text' }>): HTMLElement {
  const element =
    item.kind === 'heading'
      ? make('div', { class: 'heading', role: 'heading', 'aria-level': String(item.ariaLevel), dir: 'auto' })
      : make('p', { class: 'words', dir: 'auto' });
  addText(element, item.text);
  return element;
}

function drawInput(item: Extract<FrameItem, { kind: 'text-field' | 'date-field' }>, told: Told): DrawnItem {
  const isDate = item.kind === 'date-field';
  const control = make('input', {
    ...fieldNames(item.index, item.required),
    type: isDate ? 'date' : 'text',
    ...(isDate ? {} : { maxlength: MAX_TYPED, dir: 'auto', autocomplete: 'off', spellcheck: 'false' }),
  });
  if (item.kind === 'text-field' && item.placeholder !== '')
    control.placeholder = plainText(item.placeholder);
  control.value = item.value;
  control.addEventListener('input', () => told(item.index, control.value));
  return { element: labelled(item, control), control };
}

function drawSelect(item: Extract<FrameItem, { kind: 'select' }>, told: Told): DrawnItem {
  const options = item.options.map((label, place) =>
    make('option', { value: String(place), dir: 'auto' }, [plainText(label)]),
  );
  const control = make('select', { ...fieldNames(item.index, item.required), dir: 'auto' }, options);
  control.selectedIndex = item.value;
  control.addEventListener('change', () => told(item.index, control.selectedIndex));
  return { element: labelled(item, control), control };
}

function drawCheckbox(item: Extract<FrameItem, { kind: 'checkbox' }>, told: Told): DrawnItem {
  const control = make('input', { ...fieldNames(item.index, false), type: 'checkbox' });
  control.checked = item.value;
  control.addEventListener('change', () => told(item.index, control.checked));
  const label = make('label', { class: 'box-label', for: control.id });
  addText(label, item.label);
  return { element: make('div', { class: 'box-row', dir: 'auto' }, [control, label]), control };
}

/** Ids are made of the place among the components, never of what a model wrote. */
function fieldNames(index: number, isRequired: boolean): Readonly<Record<string, string>> {
  return { id: `field-${index}`, ...(isRequired ? { 'aria-required': 'true' } : {}) };
}

function labelled(
  item: { readonly index: number; readonly label: string; readonly required: boolean },
  control: HTMLElement,
): HTMLElement {
  const label = make('label', { class: 'label', for: control.id, dir: 'auto' });
  addText(label, item.label);
  if (item.required) label.append(' ', make('span', { class: 'required' }, ['required']));
  return make('div', { class: 'field' }, [label, control]);
}
