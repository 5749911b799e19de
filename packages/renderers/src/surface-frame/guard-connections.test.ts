// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areConnectionsRemoved, guardConnections } from './guard-connections.ts';

/** The window of a frame, so that the window of the other tests stays unguarded. */
let page: Window & typeof globalThis;
beforeEach(() => {
  const frame = document.createElement('iframe');
  document.body.replaceChildren(frame);
  page = windowOf(frame);
  Reflect.set(page, 'RTCPeerConnection', class {});
});
// The next file may have the same document.
afterEach(() => document.body.replaceChildren());

function windowOf({ contentDocument }: HTMLIFrameElement): Window & typeof globalThis {
  const inner = contentDocument?.defaultView;
  if (inner === null || inner === undefined) throw new Error('The frame has no window');
  return inner;
}

/** jsdom has no connections of its own; where they were removed, they cannot be defined either. */
function isGuarded(window: object | undefined): boolean {
  return window !== undefined && !Reflect.set(window, 'RTCPeerConnection', class {});
}

type Insert = (body: HTMLElement, frame: HTMLIFrameElement, document: Document) => unknown;

/** The body has one paragraph. */
const insertions: readonly (readonly [name: string, insert: Insert])[] = [
  ['appendChild', (body, frame) => body.appendChild(frame)],
  ['insertBefore', (body, frame) => body.insertBefore(frame, null)],
  ['replaceChild', (body, frame) => body.firstChild && body.replaceChild(frame, body.firstChild)],
  ['append of an element', (body, frame) => body.append('text', frame)],
  ['prepend of an element', (body, frame) => body.prepend(frame)],
  ['replaceChildren of an element', (body, frame) => body.replaceChildren(frame)],
  ['before an element', (body, frame) => body.firstElementChild?.before(frame)],
  ['after an element', (body, frame) => body.firstElementChild?.after(frame)],
  ['replaceWith of an element', (body, frame) => body.firstElementChild?.replaceWith(frame)],
  ['after a text', (body, frame) => textIn(body).after(frame)],
  ['before a text', (body, frame) => textIn(body).before(frame)],
  ['replaceWith of a text', (body, frame) => textIn(body).replaceWith(frame)],
  ['insertAdjacentElement', (body, frame) => body.insertAdjacentElement('beforeend', frame)],
  ['insertAdjacentHTML', (body) => body.insertAdjacentHTML('beforeend', '<iframe></iframe>')],
  ['innerHTML', (body) => Reflect.set(body, 'innerHTML', '<p><iframe></iframe></p>')],
  [
    'outerHTML',
    ({ firstElementChild }) => Reflect.set(firstElementChild ?? {}, 'outerHTML', '<iframe></iframe>'),
  ],
  ['insertNode of a range', (body, frame, document) => rangeOver(body, document).insertNode(frame)],
  ['surroundContents', (body, frame, document) => rangeOver(body, document).surroundContents(frame)],
  ['replaceChildren of a document', (_body, frame, document) => emptied(document).replaceChildren(frame)],
  ['append of a document', (_body, frame, document) => emptied(document).append(frame)],
  ['prepend of a document', (_body, frame, document) => emptied(document).prepend(frame)],
  ['body of a document', (_body, frame, document) => Reflect.set(document, 'body', inside('body', frame))],
  ['a fragment', (body, frame, document) => body.append(fragmentOf(frame, document))],
  ['append to a tree that is inserted', (body, frame) => body.append(inside('div', frame))],
  ['caption of a table', (body, frame) => Reflect.set(tableIn(body), 'caption', inside('caption', frame))],
  ['tHead of a table', (body, frame) => Reflect.set(tableIn(body), 'tHead', inside('thead', frame))],
  ['tFoot of a table', (body, frame) => Reflect.set(tableIn(body), 'tFoot', inside('tfoot', frame))],
];

function inside(name: string, frame: HTMLIFrameElement): HTMLElement {
  const element = frame.ownerDocument.createElement(name);
  element.append(frame);
  return element;
}
function textIn(body: HTMLElement): Text {
  const text = body.ownerDocument.createTextNode('text');
  body.append(text);
  return text;
}
function tableIn(body: HTMLElement): HTMLElement {
  const table = body.ownerDocument.createElement('table');
  body.append(table);
  return table;
}
function rangeOver(body: HTMLElement, document: Document): Range {
  const range = document.createRange();
  range.selectNodeContents(body);
  return range;
}
function emptied(document: Document): Document {
  document.replaceChildren();
  return document;
}
function fragmentOf(frame: HTMLIFrameElement, document: Document): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(frame);
  return fragment;
}

test.each(insertions)('a frame has no connections when it was added by %s', (_name, insert) => {
  guardConnections(page);
  const { document } = page;
  document.body.append(document.createElement('p'));
  insert(document.body, document.createElement('iframe'), document);
  expect(isGuarded(page[0])).toBe(true);
});

test('the window has no connections, for good', () => {
  guardConnections(page);
  expect(Reflect.get(page, 'RTCPeerConnection')).toBeUndefined();
  expect(isGuarded(page)).toBe(true);
});

test('a frame that was there before, and a frame in a frame, have no connections', () => {
  page.document.body.append(page.document.createElement('iframe'));
  guardConnections(page);
  const outer = page[0];
  outer?.document.body.append(outer.document.createElement('iframe'));
  expect([isGuarded(outer), isGuarded(outer?.[0])]).toEqual([true, true]);
});

test('methods of a frame guard the window as well', () => {
  guardConnections(page);
  const { document } = page;
  document.body.append(document.createElement('iframe'));
  const borrowed: unknown = Reflect.get(Reflect.get(page[0] ?? {}, 'Node').prototype, 'appendChild');
  if (typeof borrowed === 'function')
    Reflect.apply(borrowed, document.body, [document.createElement('iframe')]);
  expect([page.length, isGuarded(page[1])]).toEqual([2, true]);
});

test.each(['contentWindow', 'contentDocument'] as const)('%s is guarded before it is returned', (name) => {
  const { document } = page;
  const { appendChild } = document.body;
  guardConnections(page);
  const frame = document.createElement('iframe');
  // The function as it was before: as in a shadow tree, nothing else sees the frame.
  appendChild.call(document.body, frame);
  const view = frame[name];
  const inner = view !== null && 'defaultView' in view ? view.defaultView : view;
  expect(isGuarded(inner ?? {})).toBe(true);
});

test('a frame is guarded when it loads, before any other listener', () => {
  const { document } = page;
  const { appendChild } = document.body;
  guardConnections(page);
  const seen: boolean[] = [];
  const frame = document.createElement('iframe');
  appendChild.call(document.body, frame);
  document.addEventListener('load', () => seen.push(isGuarded(page[0])), true);
  frame.dispatchEvent(new page.Event('load'));
  expect(seen).toEqual([true]);
});

test('members keep their name, length, results and errors', () => {
  const { document } = page;
  const before = document.body.appendChild;
  guardConnections(page);
  const { body } = document;
  const paragraph = document.createElement('p');
  expect([body.appendChild.name, body.appendChild.length]).toEqual([before.name, before.length]);
  expect(body.appendChild(paragraph)).toBe(paragraph);
  expect(body.append('text')).toBeUndefined();
  expect(() => paragraph.appendChild(body)).toThrow();
  expect(document.body).toBe(body);
});

test('a second call changes nothing', () => {
  guardConnections(page);
  const { appendChild } = page.document.body;
  guardConnections(page);
  expect(page.document.body.appendChild).toBe(appendChild);
});

test('a popup has no opener, and a page has no other window of its own', () => {
  const opened: (readonly unknown[])[] = [];
  Reflect.set(page, 'open', (...args: readonly unknown[]) => opened.push(args));
  guardConnections(page);
  page.open('about:blank', 'name', 'noreferrer');
  page.open();
  expect(opened.map(([, , features]) => features)).toEqual(['noreferrer,noopener', 'noopener']);
  expect(Reflect.get(page, 'documentPictureInPicture')).toBeUndefined();
  expect(Reflect.get(page.document, 'open')).toBeUndefined();
});

test('the probe distinguishes a guarded window from another one, and leaves no frame', () => {
  expect(areConnectionsRemoved(page)).toBe(false);
  guardConnections(page);
  expect(areConnectionsRemoved(page)).toBe(true);
  expect(page.length).toBe(0);
});
