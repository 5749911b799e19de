import {
  apply,
  bare,
  defineProperty,
  EarlyProxy,
  each,
  getOwnPropertyDescriptor,
  prototypeIn,
  readMember,
  toStringTag,
} from './early-natives.ts';
import { hasConnections, type Member, takeAwayConnections, takeAwayMembers, takeFrom } from './open-frame.ts';

/** Members after which a document may have one more frame. Those that parse text need a trusted type as well. */
const INSERTIONS: readonly Member[] = [
  ...membersOf('Node', 'appendChild', 'insertBefore', 'replaceChild'),
  ...['Element', 'Document', 'DocumentFragment'].flatMap((owner) =>
    membersOf(owner, 'append', 'prepend', 'replaceChildren', 'moveBefore'),
  ),
  ...['Element', 'CharacterData', 'DocumentType'].flatMap((owner) =>
    membersOf(owner, 'before', 'after', 'replaceWith'),
  ),
  ...membersOf('Element', 'insertAdjacentElement', 'insertAdjacentHTML', 'innerHTML', 'outerHTML'),
  ...membersOf('Element', 'setHTML', 'setHTMLUnsafe'),
  ...membersOf('ShadowRoot', 'innerHTML', 'setHTML', 'setHTMLUnsafe'),
  ...membersOf('Document', 'body', 'execCommand'),
  ...membersOf('Range', 'insertNode', 'surroundContents'),
  ...membersOf('HTMLTableElement', 'caption', 'tHead', 'tFoot'),
  ...membersOf('HTMLSelectElement', 'add'),
  ...membersOf('HTMLOptionsCollection', 'add'),
];

/** Members that return the window or the document of a frame. A window counts no frame of a shadow tree. */
const FRAME_GETTERS: readonly Member[] = [
  'HTMLIFrameElement',
  'HTMLFrameElement',
  'HTMLObjectElement',
  'HTMLEmbedElement',
].flatMap((owner) => membersOf(owner, 'contentWindow', 'contentDocument', 'getSVGDocument'));

/** Members that return a shadow root. */
const SHADOW_ROOTS: readonly Member[] = membersOf('Element', 'attachShadow', 'shadowRoot');

/**
 * Members that would bypass the guard: callbacks that run during an insertion, documents that drop their listeners.
 * The window uses none of them.
 */
const BYPASSES: readonly Member[] = [
  ...membersOf('CustomElementRegistry', 'define'),
  ...membersOf('Document', 'open', 'write', 'writeln'),
];

/**
 * Removes connections that no policy covers from a window and from each window of its origin that a script can reach
 * from it: an empty frame has constructors of its own. Must run before any other script. A second call does nothing.
 */
export function guardConnections(window: Window): void {
  if (isGuarded(window)) return;
  takeAwayConnections(window);
  takeAwayMembers(window, BYPASSES);
  takeFrom(window, 'documentPictureInPicture');
  const listenForLoads = createLoadListener(window);
  wrapMembers(window, INSERTIONS, () => guardFrames(window));
  wrapMembers(window, FRAME_GETTERS, guardView);
  wrapMembers(window, SHADOW_ROOTS, listenForLoads);
  // A popup would have connections as well, and its opener does not notice when it loads another document.
  wrapMember(window, 'open', (open, self, args) =>
    apply(open, self, [args[0], args[1], typeof args[2] === 'string' ? `${args[2]},noopener` : 'noopener']),
  );
  listenForLoads(window.document);
  guardFrames(window);
}

/** Of the window that is loaded now: after a navigation the same proxy leads to another one. */
function isGuarded(window: Window): boolean {
  return getOwnPropertyDescriptor(window, 'RTCPeerConnection')?.configurable === false;
}

/** By index, because a script can replace `length`. */
function guardFrames(window: Window): void {
  for (let at = 0; window[at] !== undefined; at++) guardView(window[at]);
}

/** Guards a window, or the window of a document. One of another origin has no tag; an exception would cost 20 µs. */
function guardView(view: unknown): void {
  if (typeof view !== 'object' || view === null || readMember(view, toStringTag) === undefined) return;
  if (isWindow(view)) guardConnections(view);
  else guardView(readMember(view, 'defaultView'));
}

function isWindow(view: object): view is Window {
  return readMember(view, toStringTag) === 'Window';
}

/**
 * Returns a function that listens in a document or a shadow root, before any other listener there: a frame that
 * navigates has a new window. Chromium fires `load` in the task that makes it.
 */
function createLoadListener(window: Window): (root: unknown) => void {
  const listen = window.addEventListener;
  const targetOf = getterOf(window, 'Event', 'target');
  const windowOf = getterOf(window, 'HTMLIFrameElement', 'contentWindow');
  const guardLoaded = (event: Event) => {
    guardFrames(window);
    try {
      // A window does not list the frames of a shadow root.
      guardView(apply(windowOf, apply(targetOf, event, []), []));
    } catch {
      // The target is not a frame.
    }
  };
  return (root) => {
    if (root !== null) apply(listen, root, ['load', guardLoaded, true]);
  };
}

function getterOf(window: Window, owner: string, name: string): () => unknown {
  const prototype = prototypeIn(window, owner);
  const member = prototype === null ? undefined : getOwnPropertyDescriptor(prototype, name);
  return member?.get ?? (() => null);
}

type Native = (...args: readonly unknown[]) => unknown;
type Call = (native: Native, self: unknown, args: readonly unknown[]) => unknown;

/** Passes the result of each member to `after` before the caller has it. */
function wrapMembers(window: Window, members: readonly Member[], after: (result: unknown) => void): void {
  const call: Call = (native, self, args) => {
    let result: unknown = null;
    try {
      result = apply(native, self, args);
    } finally {
      after(result);
    }
    return result;
  };
  each(members, (member) => {
    const prototype = prototypeIn(window, member[0]);
    if (prototype !== null) wrapMember(prototype, member[1], call);
  });
}

/** Method, getter or setter. It can be replaced as before: no script has the native function to replace it with. */
function wrapMember(owner: object, name: string, call: Call): void {
  const member = getOwnPropertyDescriptor(owner, name);
  if (member === undefined) return;
  bare(member);
  if (typeof member.value === 'function') member.value = wrap(member.value, call);
  if (member.get !== undefined) member.get = wrap(member.get, call);
  if (member.set !== undefined) member.set = wrap(member.set, call);
  defineProperty(owner, name, member);
}

/** A proxy has the name, the length and the text of the function, and is as little a constructor. */
function wrap(native: Native, call: Call): Native {
  return new EarlyProxy(native, bare({ apply: call }));
}

function membersOf(owner: string, ...names: readonly string[]): readonly Member[] {
  return names.map((name) => [owner, name]);
}

/** True when the guard works in this browser: no connection in the window, nor in a temporary empty frame. */
export function areConnectionsRemoved(window: Window): boolean {
  const frame = window.document.createElement('iframe');
  frame.hidden = true;
  window.document.documentElement.append(frame);
  const inner = window[window.length - 1];
  const isSafe = inner !== undefined && !hasConnections(window) && !hasConnections(inner);
  frame.remove();
  return isSafe;
}
