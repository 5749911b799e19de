/** What the media renderers read of an envelope. Types, sizes and limits were decided before, by the model. */

import { member, ownString } from '@openwop-inspector/base';
import type { EnvelopeSubject, RenderSubject } from '../contract/render-subject.ts';
import type { Reading } from '../contract/renderer.ts';
import type { MediaRendering, RenderWarning } from '../model/choose/rendering.ts';

/** The three families of envelope 6. */
export type MediaFamily = 'image' | 'audio' | 'file';

export interface MediaView {
  /** As decided by the model; content of an address is judged again once it is here, and may become a file. */
  readonly family: MediaFamily;
  readonly media: MediaRendering;
  readonly title: string | null;
  /** From the payload, else from the hint; null for none (envelope 2.2). */
  readonly alt: string | null;
  /** `name` of the payload as written; null when there is none. */
  readonly givenName: string | null;
  /** `url` of the payload as the subject holds it, tokens masked; null when there is none. */
  readonly address: string | null;
  readonly warnings: readonly RenderWarning[];
}

/** RFC 6901 pointers from the envelope. */
export const BASE64_POINTER = '/payload/base64';
export const URL_POINTER = '/payload/url';

/** True for an envelope that the model gave to this family. */
export function takesMedia(subject: RenderSubject, family: MediaFamily): subject is EnvelopeSubject {
  return subject.kind === 'envelope' && subject.rendering.renderer === family;
}

/** Reads the view. Never throws, on any value. */
export function readMedia(subject: RenderSubject, family: MediaFamily): Reading<MediaView> {
  const media = takesMedia(subject, family) ? subject.rendering.media : null;
  if (media === null || subject.kind !== 'envelope') return { ok: false, problem: noMedia };
  const { title, alt, warnings } = subject.rendering;
  const payload = member(subject.value, 'payload');
  const givenName = ownString(payload, 'name');
  const address = ownString(payload, 'url');
  return { ok: true, view: { family, media, title, alt, givenName, address, warnings } };
}

const noMedia = {
  message: 'The payload holds neither base64 nor url.',
  pointer: '/payload',
  clause: 'envelope 2.2, 6',
  nearest: 'A payload of kind media.image, media.audio or media.file.',
};
