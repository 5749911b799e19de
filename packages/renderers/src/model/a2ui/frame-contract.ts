/**
 * What crosses between the window and the frame that draws a surface (security S-03). The window gives the frame one
 * port, once, with a nonce; every message on it carries the nonce and is checked by the side that takes it. A message
 * of another shape, size or nonce ends the frame. Ids and values of the surface do not cross: a component is named by
 * its index, an option by its place, so that nothing a model wrote becomes an id or a name in a document.
 */
import {
  type Check,
  isAnyOf,
  isCountTo,
  isExactly,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isPair,
} from '@openwop-inspector/base';
import { measureJson } from '../json/json-measure.ts';

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

/** What a check lets pass. */
type Checked<C> = C extends Check<infer Shape> ? Shape : never;

const isIndex = isCountTo(FRAME_LIMITS.components - 1);
const isAnyCount = isCountTo(Number.MAX_SAFE_INTEGER);

const isHeading = isExactly({
  kind: isOneOf('heading'),
  index: isIndex,
  text: isText,
  ariaLevel: isOneOf(4, 5, 6),
});
const isTextItem = isExactly({ kind: isOneOf('text'), index: isIndex, text: isText });
const isTextField = isExactly({
  kind: isOneOf('text-field'),
  index: isIndex,
  label: isText,
  placeholder: isText,
  required: isFlag,
  value: isText,
});
const isDateField = isExactly({
  kind: isOneOf('date-field'),
  index: isIndex,
  label: isText,
  required: isFlag,
  value: isText,
});
/** Options are labels, in document order; the value is the place of the chosen one. */
const isSelect = isExactly({
  kind: isOneOf('select'),
  index: isIndex,
  label: isText,
  required: isFlag,
  options: isListOf(isText, FRAME_LIMITS.options),
  value: isCountTo(FRAME_LIMITS.options - 1),
});
const isCheckbox = isExactly({ kind: isOneOf('checkbox'), index: isIndex, label: isText, value: isFlag });

export type FrameItem = Checked<
  | typeof isHeading
  | typeof isTextItem
  | typeof isTextField
  | typeof isDateField
  | typeof isSelect
  | typeof isCheckbox
>;

const isItem = isAnyOf<FrameItem>(isHeading, isTextItem, isTextField, isDateField, isSelect, isCheckbox);

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
  items: isListOf(isItem, FRAME_LIMITS.components),
  buttons: isListOf(isButton, FRAME_LIMITS.components),
  state: isState,
});
export type FrameSurface = Checked<typeof isSurface>;

const isShow = isExactly({ type: isOneOf('show'), surface: isSurface });
const isStateMessage = isExactly({ type: isOneOf('state'), state: isState });
const isLookMessage = isExactly({ type: isOneOf('look'), look: isLook });
const isPing = isExactly({ type: isOneOf('ping'), count: isAnyCount });

/** From the window to the frame. */
export type WindowMessage = Checked<
  typeof isShow | typeof isStateMessage | typeof isLookMessage | typeof isPing
>;

const isWindowMessage = isAnyOf<WindowMessage>(isShow, isStateMessage, isLookMessage, isPing);

/** Value of a field in the frame: a text, a date as the input writes it, the index of an option, a tick. */
export type FrameValue = string | number | boolean;

const isValue = isAnyOf<FrameValue>(isText, isFlag, isCountTo(FRAME_LIMITS.options - 1));

const isReady = isExactly({ type: isOneOf('ready') });
/** What fields hold now, by component. */
const isValues = isExactly({
  type: isOneOf('values'),
  values: isListOf(isPair(isIndex, isValue), FRAME_LIMITS.components),
});
const isPress = isExactly({ type: isOneOf('press'), index: isIndex });
/** Height of everything that is drawn, in pixels. */
const isSize = isExactly({ type: isOneOf('size'), height: isCountTo(FRAME_LIMITS.height) });
const isAlive = isExactly({ type: isOneOf('alive'), count: isAnyCount });
/** The person wants out of the frame, by Escape. */
const isLeave = isExactly({ type: isOneOf('leave') });

/** From the frame to the window. */
export type FrameMessage = Checked<
  typeof isReady | typeof isValues | typeof isPress | typeof isSize | typeof isAlive | typeof isLeave
>;

const isFrameMessage = isAnyOf<FrameMessage>(isReady, isValues, isPress, isSize, isAlive, isLeave);

/** A message as it crosses. */
export interface Posted<M> {
  readonly nonce: string;
  readonly message: M;
}

const isNonce: Check<string> = (value): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

/** A nonce: 128 random bits. */
export function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Announces the port of this message. The only message that does not cross on the port. */
const isOpening = isExactly({ type: isOneOf('open-surface'), nonce: isNonce });
export type FrameOpening = Checked<typeof isOpening>;

/** The nonce of an opening; null when it is none. */
export function readOpening(data: unknown): string | null {
  return isOpening(data) ? data.nonce : null;
}

/** A message of the window, in the frame; null when it has another shape, size or nonce. */
export function readWindowMessage(data: unknown, nonce: string): WindowMessage | null {
  return read(data, nonce, isWindowMessage);
}

/** A message of the frame, in the window; null when it has another shape, size or nonce. */
export function readFrameMessage(data: unknown, nonce: string): FrameMessage | null {
  return read(data, nonce, isFrameMessage);
}

/** The shape first: it bounds what is walked to find the size. */
function read<M>(data: unknown, nonce: string, isMessage: Check<M>): M | null {
  const isPosted = isExactly<Posted<M>>({ nonce: isNonce, message: isMessage });
  if (!isPosted(data) || data.nonce !== nonce) return null;
  return measureJson(data.message, { bytes: FRAME_LIMITS.bytes, levels: 8 }).kind === 'over'
    ? null
    : data.message;
}
