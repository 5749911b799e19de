/** The rules that deny an envelope the renderer it requested, with their texts. */

import { RENDERING_DISPLAY_WORDS } from '@openwop-inspector/protocol';

/** One rule. Contains no text of any content (security S-22). */
interface RenderRuleInfo {
  /** What is the case, sentence case, no full stop. */
  readonly title: string;
  readonly clause: string;
  /** The nearest form that would be rendered. */
  readonly nearest: string;
}

/** The rules by their stable names. */
export const RENDER_RULES = {
  not_an_envelope: {
    title: 'This is not an envelope',
    clause: 'envelope 2',
    nearest: 'An object with type, payload and meta.',
  },
  kind_not_supported: {
    title: 'The kind is not supported, so it is stored without being rendered',
    clause: 'envelope 6, 7.4',
    nearest: 'A universal kind, or one listed in supportedEnvelopes.',
  },
  no_hint: {
    title: 'Nothing says how to show this kind',
    clause: 'envelope 2.2',
    nearest: 'meta.rendering.display with markdown, code or card.',
  },
  hint_not_readable: {
    title: 'The display hint is not a string in an object',
    clause: 'envelope 2.2',
    nearest: 'meta.rendering as {"display": "markdown"}.',
  },
  display_unknown: {
    title: 'The display hint is not a known one',
    clause: 'envelope 2.2',
    nearest: `${RENDERING_DISPLAY_WORDS}.`,
  },
  hint_cannot_replace_surface: {
    title: 'A display hint does not change what a surface is',
    clause: 'envelope 2.2',
    nearest: 'The surface without meta.rendering.display.',
  },
  looks_like_surface: {
    title: 'The payload looks like a surface, its kind does not say so',
    clause: 'envelope 7',
    nearest: 'type ui.a2ui-surface.',
  },
  markdown_too_long: {
    title: 'The text is too long for Markdown',
    clause: 'security S-05',
    nearest: 'At most 200,000 bytes of Markdown.',
  },
  text_too_large: {
    title: 'The payload has no text of its own and is too large to be written out',
    clause: 'envelope 2.2',
    nearest: 'A string payload, or a member text.',
  },
  card_without_fields: {
    title: 'A card shows the fields of an object or the items of an array',
    clause: 'envelope 2.2',
    nearest: 'A payload that is an object.',
  },
  no_media: {
    title: 'The payload holds neither base64 nor url',
    clause: 'envelope 2.2, 6',
    nearest: 'A payload of kind media.image, media.audio or media.file.',
  },
  no_source: {
    title: 'There is nothing to show: neither base64 nor url',
    clause: 'envelope 6',
    nearest: 'bytes with either base64 or url.',
  },
  base64_invalid: {
    title: 'The content is not base64, so it is not rendered',
    clause: 'envelope 6',
    nearest: 'base64 with padding, without white space and without a data: prefix.',
  },
  media_kind_mismatch: {
    title: 'The display hint and the media disagree',
    clause: 'envelope 2.2',
    nearest: 'display image for images, audio for sounds, file for anything.',
  },
  type_would_run: {
    title: 'Content of this type would run in a browser, so it is source to read or a file to save',
    clause: 'envelope 2.2, security S-07',
    nearest: 'image/png, image/jpeg, image/gif, image/webp, image/avif or image/bmp.',
  },
  type_not_inline: {
    title: 'This type is not displayed in place',
    clause: 'security S-07, S-08',
    nearest: 'PNG, JPEG, GIF, WebP, AVIF, BMP; MP3, MP4, AAC, Ogg, WAV, WebM, FLAC.',
  },
  bytes_not_media: {
    title: 'The first bytes are not those of the media',
    clause: 'security S-07, S-08',
    nearest: 'Content that begins as its type does.',
  },
  bytes_are_another_type: {
    title: 'The first bytes are of another type than the one declared; they decide',
    clause: 'security S-07, S-08',
    nearest: 'mimeType as the content begins.',
  },
  content_too_large: {
    title: 'The content is too large to be decoded',
    clause: 'security S-07',
    nearest: 'At most 64 MiB, images of at most 8192 by 8192 pixels.',
  },
  size_unknown: {
    title: 'The header does not give the size of the image, so it is not decoded',
    clause: 'security S-07',
    nearest: 'An image with a whole header.',
  },
  url_needs_click: {
    title: 'Content at an address is loaded after a click only',
    clause: 'security S-17',
    nearest: 'Inline base64 within the limit of the host.',
  },
  url_refused: {
    title: 'The address is not one that may be opened',
    clause: 'security S-04',
    nearest: 'An https or http address without user and password.',
  },
} as const satisfies Record<string, RenderRuleInfo>;

export type RenderRule = keyof typeof RENDER_RULES;

/** One reason for the panel "why this did not render". */
export interface RenderNote {
  readonly rule: RenderRule;
  /** RFC 6901 pointer from the envelope to the value that the rule checked. */
  readonly pointer: string;
}
