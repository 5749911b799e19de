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
import { measureJson } from '../model/json/json-measure.ts';

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

/** Announces the port of this message. The only message that does not cross on the port. */
export interface FrameOpening {
  readonly type: 'open-surface';
  readonly nonce: string;
}

export type FrameItem =
  | {
      readonly kind: 'heading';
      readonly index: number;
      readonly text: string;
      readonly ariaLevel: 4 | 5 | 6;
    }
  | { readonly kind: 'text'; readonly index: number; readonly text: string }
  | {
      readonly kind: 'text-field';
      readonly index: number;
      readonly label: string;
      readonly placeholder: string;
      readonly required: boolean;
      readonly value: string;
    }
  | {
      readonly kind: 'date-field';
      readonly index: number;
      readonly label: string;
      readonly required: boolean;
      readonly value: string;
    }
  | {
      readonly kind: 'select';
      readonly index: number;
      readonly label: string;
      readonly required: boolean;
      /** Labels, in document order. */
      readonly options: readonly string[];
      /** Place of the chosen one. */
      readonly value: number;
    }
  | {
      readonly kind: 'checkbox';
      readonly index: number;
      readonly label: string;
      readonly value: boolean;
    };

/** State that changes during input. */
export interface FrameState {
  /** Why no button works, one sentence each, most lasting first; empty when they do. */
  readonly locks: readonly string[];
  /** Places of buttons that work nevertheless. */
  readonly free: readonly number[];
}

/** How the window looks. */
export interface FrameLook {
  readonly theme: 'light' | 'dark';
  readonly density: 'compact' | 'normal' | 'comfortable';
}

export interface FrameButton {
  readonly index: number;
  readonly label: string;
}

/** A surface as the frame draws it. */
export interface FrameSurface {
  readonly title: string | null;
  readonly items: readonly FrameItem[];
  readonly buttons: readonly FrameButton[];
  readonly state: FrameState;
}

/** Value of a field in the frame: a text, a date as the input writes it, the index of an option, a tick. */
export type FrameValue = string | number | boolean;

/** From the window to the frame. */
export type WindowMessage =
  | { readonly type: 'show'; readonly surface: FrameSurface }
  | { readonly type: 'state'; readonly state: FrameState }
  | { readonly type: 'look'; readonly look: FrameLook }
  | { readonly type: 'ping'; readonly count: number };

/** From the frame to the window. */
export type FrameMessage =
  | { readonly type: 'ready' }
  /** What fields hold now, by component. */
  | { readonly type: 'values'; readonly values: readonly (readonly [index: number, value: FrameValue])[] }
  | { readonly type: 'press'; readonly index: number }
  /** Height of everything that is drawn, in pixels. */
  | { readonly type: 'size'; readonly height: number }
  | { readonly type: 'alive'; readonly count: number }
  /** The person wants out of the frame, by Escape. */
  | { readonly type: 'leave' };

const isIndex = isCountTo(FRAME_LIMITS.components - 1);
const isAnyCount = isCountTo(Number.MAX_SAFE_INTEGER);

const isItem: Check<FrameItem> = isAnyOf<FrameItem>(
  isExactly<Extract<FrameItem, { kind: 'heading' }>>({
    kind: isOneOf('heading'),
    index: isIndex,
    text: isText,
    ariaLevel: isOneOf(4, 5, 6),
  }),
  isExactly<Extract<FrameItem, { kind: 'text' }>>({ kind: isOneOf('text'), index: isIndex, text: isText }),
  isExactly<Extract<FrameItem, { kind: 'text-field' }>>({
    kind: isOneOf('text-field'),
    index: isIndex,
    label: isText,
    placeholder: isText,
    required: isFlag,
    value: isText,
  }),
  isExactly<Extract<FrameItem, { kind: 'date-field' }>>({
    kind: isOneOf('date-field'),
    index: isIndex,
    label: isText,
    required: isFlag,
    value: isText,
  }),
  isExactly<Extract<FrameItem, { kind: 'select' }>>({
    kind: isOneOf('select'),
    index: isIndex,
    label: isText,
    required: isFlag,
    options: isListOf(isText, FRAME_LIMITS.options),
    value: isCountTo(FRAME_LIMITS.options - 1),
  }),
  isExactly<Extract<FrameItem, { kind: 'checkbox' }>>({
    kind: isOneOf('checkbox'),
    index: isIndex,
    label: isText,
    value: isFlag,
  }),
);

const isState: Check<FrameState> = isExactly<FrameState>({
  locks: isListOf(isText, 8),
  free: isListOf(isIndex, FRAME_LIMITS.components),
});

const isLook: Check<FrameLook> = isExactly<FrameLook>({
  theme: isOneOf('light', 'dark'),
  density: isOneOf('compact', 'normal', 'comfortable'),
});

const isSurface: Check<FrameSurface> = isExactly<FrameSurface>({
  title: isNullOr(isText),
  items: isListOf(isItem, FRAME_LIMITS.components),
  buttons: isListOf(isExactly<FrameButton>({ index: isIndex, label: isText }), FRAME_LIMITS.components),
  state: isState,
});

const isWindowMessage: Check<WindowMessage> = isAnyOf<WindowMessage>(
  isExactly<Extract<WindowMessage, { type: 'show' }>>({ type: isOneOf('show'), surface: isSurface }),
  isExactly<Extract<WindowMessage, { type: 'state' }>>({ type: isOneOf('state'), state: isState }),
  isExactly<Extract<WindowMessage, { type: 'look' }>>({ type: isOneOf('look'), look: isLook }),
  isExactly<Extract<WindowMessage, { type: 'ping' }>>({ type: isOneOf('ping'), count: isAnyCount }),
);

const isValue: Check<FrameValue> = isAnyOf<FrameValue>(isText, isFlag, isCountTo(FRAME_LIMITS.options - 1));

const isFrameMessage: Check<FrameMessage> = isAnyOf<FrameMessage>(
  isExactly<Extract<FrameMessage, { type: 'ready' }>>({ type: isOneOf('ready') }),
  isExactly<Extract<FrameMessage, { type: 'values' }>>({
    type: isOneOf('values'),
    values: isListOf(isPair(isIndex, isValue), FRAME_LIMITS.components),
  }),
  isExactly<Extract<FrameMessage, { type: 'press' }>>({ type: isOneOf('press'), index: isIndex }),
  isExactly<Extract<FrameMessage, { type: 'size' }>>({
    type: isOneOf('size'),
    height: isCountTo(FRAME_LIMITS.height),
  }),
  isExactly<Extract<FrameMessage, { type: 'alive' }>>({ type: isOneOf('alive'), count: isAnyCount }),
  isExactly<Extract<FrameMessage, { type: 'leave' }>>({ type: isOneOf('leave') }),
);

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

/** The nonce of an opening; null when it is none. */
export function readOpening(data: unknown): string | null {
  const isOpening = isExactly<FrameOpening>({ type: isOneOf('open-surface'), nonce: isNonce });
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
