/**
 * What crosses between the window and the frame that draws a surface (security S-03). The window gives the frame one
 * port, once, with a nonce; every message on it carries the nonce and is checked by the side that takes it. A message
 * of another shape, size or nonce ends the frame. Ids and values of the surface do not cross: a component is named by
 * its index, an option by its place, so that nothing a model wrote becomes an id or a name in a document.
 */
import {
  type Check,
  type Checked,
  type Checks,
  isAnyOf,
  isCount,
  isCountTo,
  isExactly,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isPair,
  isTextLike,
  type MessageOf,
  readMessage,
} from '@openwop-inspector/base';
import { jsonSize } from '../json/json-measure.ts';

/** Characters of one string, as code points (envelope 7.2). */
const MAX_CHARACTERS = 20_000;

/** A string of at most 20,000 characters. */
const isText: Check<string> = (value): value is string =>
  typeof value === 'string' &&
  (value.length <= MAX_CHARACTERS ||
    (value.length <= MAX_CHARACTERS * 2 && [...value].length <= MAX_CHARACTERS));

/** How much crosses; a surface has at most 256 KiB, so a message of twice that is none of ours. */
export const FRAME_LIMITS = {
  /** Of one message, as JSON in UTF-8. */
  bytes: 512 * 1024,
  components: 512,
  /** Of one select: 256, and none of them. */
  options: 257,
  /** Pixels a frame may say it needs. */
  height: 100_000,
  /** Pixels a frame gets; what is taller scrolls inside. */
  tallest: 1_600,
} as const;

const isIndex = isCountTo(FRAME_LIMITS.components - 1);
const isOptionPlace = isCountTo(FRAME_LIMITS.options - 1);

const TEXT = { index: isIndex, text: isText };
const FIELD = { index: isIndex, label: isText, required: isFlag };

/** Options are labels, in document order; the value of a select is the place of the chosen one. */
const ITEMS = {
  heading: { ...TEXT, ariaLevel: isOneOf(4, 5, 6) },
  text: TEXT,
  'text-field': { ...FIELD, placeholder: isText, value: isText },
  'date-field': { ...FIELD, value: isText },
  select: { ...FIELD, options: isListOf(isText, FRAME_LIMITS.options), value: isOptionPlace },
  checkbox: { index: isIndex, label: isText, value: isFlag },
};
export type FrameItem = MessageOf<typeof ITEMS>;

/**
 * State that changes during input. `locks`: why no button works, one sentence each, most lasting first; empty when they
 * do. `free`: places of buttons that work nevertheless.
 */
const isState = isExactly({ locks: isListOf(isText, 8), free: isListOf(isIndex, FRAME_LIMITS.components) });
export type FrameState = Checked<typeof isState>;

/** How the window looks. */
const isLook = isExactly({
  theme: isOneOf('light', 'dark'),
  density: isOneOf('compact', 'normal', 'comfortable'),
});
export type FrameLook = Checked<typeof isLook>;

const isButton = isExactly({ index: isIndex, label: isText });
export type FrameButton = Checked<typeof isButton>;

/** A surface as the frame draws it. */
const isSurface = isExactly({
  title: isNullOr(isText),
  items: isListOf(isOneOfForms(ITEMS), FRAME_LIMITS.components),
  buttons: isListOf(isButton, FRAME_LIMITS.components),
  state: isState,
});
export type FrameSurface = Checked<typeof isSurface>;

/** From the window to the frame. */
const WINDOW_MESSAGES = {
  show: { surface: isSurface },
  state: { state: isState },
  look: { look: isLook },
  ping: { count: isCount },
};
export type WindowMessage = MessageOf<typeof WINDOW_MESSAGES>;

/** Value of a field in the frame: a text, a date as the input writes it, the index of an option, a tick. */
export type FrameValue = string | number | boolean;

const isValue = isAnyOf<FrameValue>(isText, isFlag, isOptionPlace);

/** From the frame to the window. */
const FRAME_MESSAGES = {
  ready: {},
  /** What fields hold now, by component. */
  values: { values: isListOf(isPair(isIndex, isValue), FRAME_LIMITS.components) },
  press: { index: isIndex },
  /** Height of everything that is drawn, in pixels. */
  size: { height: isCountTo(FRAME_LIMITS.height) },
  alive: { count: isCount },
  /** The person wants out of the frame, by Escape. */
  leave: {},
};
export type FrameMessage = MessageOf<typeof FRAME_MESSAGES>;

function isOneOfForms<F extends Readonly<Record<string, Checks>>>(forms: F): Check<MessageOf<F>> {
  return (value): value is MessageOf<F> => readMessage(value, forms) !== null;
}

/** A message as it crosses. */
export interface Posted<M> {
  readonly nonce: string;
  readonly message: M;
}

const isNonce = isTextLike(/^[0-9a-f]{32}$/);

/** A nonce: 128 random bits. */
export function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Announces the port of this message. The only message that does not cross on the port. */
const isOpening = isExactly({ kind: isOneOf('open-surface'), nonce: isNonce });
export type FrameOpening = Checked<typeof isOpening>;

/** The nonce of an opening; null when it is none. */
export function readOpening(data: unknown): string | null {
  return isOpening(data) ? data.nonce : null;
}

/** A message of the window, in the frame; null when it has another shape, size or nonce. */
export function readWindowMessage(data: unknown, nonce: string): WindowMessage | null {
  return read(data, nonce, isOneOfForms(WINDOW_MESSAGES));
}

/** A message of the frame, in the window; null when it has another shape, size or nonce. */
export function readFrameMessage(data: unknown, nonce: string): FrameMessage | null {
  return read(data, nonce, isOneOfForms(FRAME_MESSAGES));
}

/** The shape first: it bounds what is walked to find the size. */
function read<M>(data: unknown, nonce: string, isMessage: Check<M>): M | null {
  const isPosted = isExactly<Posted<M>>({ nonce: isNonce, message: isMessage });
  if (!isPosted(data) || data.nonce !== nonce) return null;
  return typeof jsonSize(data.message, FRAME_LIMITS.bytes, 8) === 'string' ? null : data.message;
}
