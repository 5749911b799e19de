/** The members that renderers read, out of a value that may be anything. */
import { isRecord, member, ownString, textAt } from '@openwop-inspector/base';
import { RENDERING_DISPLAYS, type RenderingDisplay } from '@openwop-inspector/protocol';
import type { RenderRule } from './render-rules.ts';

/** The hint of an envelope. `unknown`: a string not in envelope 2.2; `broken`: neither a string nor an object. */
interface Hint {
  readonly display: RenderingDisplay | 'none' | 'unknown' | 'broken';
  readonly title: string | null;
  readonly lang: string | null;
  readonly alt: string | null;
  readonly mimeType: string | null;
}

/** The parts of an envelope that matter for showing it. */
export interface EnvelopeView {
  readonly type: string;
  readonly payload: unknown;
  readonly hint: Hint;
}

/** Reads an envelope; null for a value that has no type or no payload. Partial and refused envelopes are read too. */
export function envelopeView(envelope: unknown): EnvelopeView | null {
  const type = ownString(envelope, 'type');
  if (type === null || !isRecord(envelope) || !Object.hasOwn(envelope, 'payload')) return null;
  const rendering = member(member(envelope, 'meta'), 'rendering');
  const hint: Hint = {
    display: displayOf(rendering),
    title: textAt(rendering, 'title'),
    lang: textAt(rendering, 'lang'),
    alt: textAt(rendering, 'alt'),
    mimeType: ownString(rendering, 'mimeType'),
  };
  return { type, payload: envelope.payload, hint };
}

function displayOf(rendering: unknown): Hint['display'] {
  if (rendering === undefined || rendering === null) return 'none';
  if (!isRecord(rendering)) return 'broken';
  const display = member(rendering, 'display');
  if (display === undefined || display === null) return 'none';
  if (typeof display !== 'string') return 'broken';
  return RENDERING_DISPLAYS.find((known) => known === display) ?? 'unknown';
}

// What each display hint of envelope 2.2 takes of a payload. A hint without a row here is displayed by its text.

/** The three families of envelope 6. */
export type MediaFamily = 'image' | 'audio' | 'file';

/** Displayed by the text of the payload; without one the payload is displayed as raw JSON. */
export interface TextHint {
  readonly takes: 'text';
  /** Members to search for the text, in this order. */
  readonly members: readonly string[];
  /** The hint names the language of the text. */
  readonly hasLang?: boolean;
  /** UTF-8 bytes above which the text is displayed otherwise, and the rule that says so. */
  readonly max?: { readonly bytes: number; readonly rule: RenderRule };
}

type HintForm =
  | TextHint
  /** Displayed by the members of an object or the items of an array; by `rule` otherwise. */
  | { readonly takes: 'fields'; readonly rule: RenderRule }
  /** Displayed by content in base64 or at an address. */
  | { readonly takes: 'media'; readonly family: MediaFamily };

/** Where a payload has its text, as far as the hint does not say otherwise (envelope 2.2 leaves it open). */
export const TEXT_MEMBERS: readonly string[] = ['text', 'markdown', 'content', 'body', 'message', 'code'];

const FORMS: { readonly [Display in RenderingDisplay]?: HintForm } = {
  // Markdown beyond this is displayed as text (security S-05).
  markdown: { takes: 'text', members: TEXT_MEMBERS, max: { bytes: 200_000, rule: 'markdown_too_long' } },
  code: { takes: 'text', members: ['code', 'source', 'text', 'content'], hasLang: true },
  card: { takes: 'fields', rule: 'card_without_fields' },
  image: { takes: 'media', family: 'image' },
  audio: { takes: 'media', family: 'audio' },
  file: { takes: 'media', family: 'file' },
};

/** Returns the form of a hint. */
export function hintForm(display: RenderingDisplay): HintForm {
  return FORMS[display] ?? { takes: 'text', members: TEXT_MEMBERS };
}

/** The family of a media kind; null for any other kind. */
export function mediaFamilyOf(kind: string): MediaFamily | null {
  const name = /^media\.(.+)$/.exec(kind)?.[1];
  const display = RENDERING_DISPLAYS.find((known) => known === name);
  const form = display === undefined ? null : hintForm(display);
  return form?.takes === 'media' ? form.family : null;
}
