import type { Member } from './take-away.ts';

/** Members after which a document may have one more frame. Those that parse text need a trusted type as well. */
export const INSERTIONS: readonly Member[] = [
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
export const FRAME_GETTERS: readonly Member[] = [
  'HTMLIFrameElement',
  'HTMLFrameElement',
  'HTMLObjectElement',
  'HTMLEmbedElement',
].flatMap((owner) => membersOf(owner, 'contentWindow', 'contentDocument', 'getSVGDocument'));

/** Members that return a shadow root. */
export const SHADOW_ROOTS: readonly Member[] = membersOf('Element', 'attachShadow', 'shadowRoot');

/**
 * Members that would bypass the guard: callbacks that run during an insertion, documents that drop their listeners.
 * The window uses none of them.
 */
export const BYPASSES: readonly Member[] = [
  ...membersOf('CustomElementRegistry', 'define'),
  ...membersOf('Document', 'open', 'write', 'writeln'),
];

function membersOf(owner: string, ...names: readonly string[]): readonly Member[] {
  return names.map((name) => [owner, name]);
}
