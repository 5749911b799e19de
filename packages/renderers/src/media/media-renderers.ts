/** The renderers of media (envelope 6): content from base64 at once, from an address after a click only. */
import { hintRenderer } from '../contract/renderer.ts';
import type { MediaFamily } from '../model/choose/hints.ts';
import { MediaShow } from './MediaShow.tsx';
import { readMedia } from './media-view.ts';

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
