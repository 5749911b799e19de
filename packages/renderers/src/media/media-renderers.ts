/** The renderers of media (envelope 6): content from base64 at once, from an address after a click only. */
import { member, ownString } from '@openwop-inspector/base';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ReadProblem, unread } from '../contract/renderer.ts';
import type { MediaFamily } from '../model/choose/hints.ts';
import { MediaShow } from './MediaShow.tsx';
import type { MediaView } from './media-view.ts';

/** PNG, JPEG, GIF, WebP, AVIF and BMP whose first bytes agree and whose size is within the limits (security S-07). */
export const imageRenderer = mediaRenderer('image', 'Image');

/** Sounds of the seven types that are played, never by themselves (security S-08). */
export const audioRenderer = mediaRenderer('audio', 'Audio');

/** Everything else: name, size, type, save; source for what is text. Nothing is ever run (security S-07, S-09). */
export const fileRenderer = mediaRenderer('file', 'File');

function mediaRenderer(family: MediaFamily, title: string) {
  return hintRenderer({
    name: family,
    title,
    read: (subject) => readMedia(subject, family),
    Show: MediaShow,
  });
}

/** Reads the view. Never throws, on any value. */
function readMedia({ rendering, value }: EnvelopeSubject, family: MediaFamily): Reading<MediaView> {
  const { media, title, alt, warnings } = rendering;
  if (media === null) return unread(NO_MEDIA);
  const payload = member(value, 'payload');
  const givenName = ownString(payload, 'name');
  const address = ownString(payload, 'url');
  return { ok: true, view: { family, media, title, alt, givenName, address, warnings } };
}

const NO_MEDIA: ReadProblem = {
  message: 'The payload holds neither base64 nor url.',
  pointer: '/payload',
  clause: 'envelope 2.2, 6',
  nearest: 'A payload of kind media.image, media.audio or media.file.',
};
