/** Our renderers in the order they are tried. */

import { member, ownString } from '@openwop-inspector/base';
import { type Sheet, sheetViews } from '@openwop-inspector/events';
import { cardRenderer } from '../card/card-renderer.tsx';
import { codeRenderer } from '../code/code-renderer.tsx';
import { type ReadyRenderer, readyRenderer } from '../contract/ready-renderer.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ReadProblem, type Renderer, unread } from '../contract/renderer.ts';
import { clarificationRequest, modelError, schemaRequest, schemaResponse } from '../kinds/envelope-kinds.ts';
import { eventSheets, genericEventRenderer } from '../kinds/sheet/sheet-renderer.ts';
import { markdownRenderer } from '../markdown/markdown-renderer.tsx';
import { MediaShow } from '../media/MediaShow.tsx';
import type { MediaView } from '../media/media-view.ts';
import type { MediaFamily } from '../model/choose/hints.ts';
import type { RendererName } from '../model/choose/rendering.ts';
import { plainTextRenderer } from '../plain-text/plain-text-renderer.tsx';
import { rawRenderer } from '../raw/raw-renderer.tsx';
import { surfaceRenderer } from '../surface/surface-renderer.tsx';
import type { Registry } from './choose-renderer.ts';

/** PNG, JPEG, GIF, WebP, AVIF and BMP whose first bytes agree and whose size is within the limits (security S-07). */
export const imageRenderer = mediaRenderer('image', 'Image');

/** Sounds of the seven types that are played, never by themselves (security S-08). */
export const audioRenderer = mediaRenderer('audio', 'Audio');

/** Everything else: name, size, type, save; source for what is text. Nothing is ever run (security S-07, S-09). */
export const fileRenderer = mediaRenderer('file', 'File');

const NO_MEDIA: ReadProblem = {
  message: 'The payload holds neither base64 nor url.',
  pointer: '/payload',
  clause: 'envelope 2.2, 6',
  nearest: 'A payload of kind media.image, media.audio or media.file.',
};

/** Renderers of kinds and events in the order of trial: each type is in one of them, the last takes any. */
export const sheetRenderers: readonly Renderer<Sheet>[] = [
  clarificationRequest,
  schemaRequest,
  schemaResponse,
  modelError,
  ...[...sheetViews()].map(([view, title]) => eventSheets(view, title)),
  genericEventRenderer,
];

/**
 * Purpose-made views of `clarification.request`, `schema.*` and `error` envelopes and of event types, and last a list
 * of fields for any event (run-events 3.2). What is too large to be handed over is taken by none of them.
 */
export const kindRenderers: readonly ReadyRenderer[] = sheetRenderers.map(readyRenderer);

/** One for each display hint of the protocol, which the compiler checks, and one for surfaces. */
const BY_RENDERING: Readonly<Record<Exclude<RendererName, 'raw'>, ReadyRenderer>> = {
  markdown: readyRenderer(markdownRenderer),
  code: readyRenderer(codeRenderer),
  card: readyRenderer(cardRenderer),
  image: readyRenderer(imageRenderer),
  audio: readyRenderer(audioRenderer),
  file: readyRenderer(fileRenderer),
  a2ui: readyRenderer(surfaceRenderer),
};

export const ownRegistry: Registry = {
  byRendering: Object.values(BY_RENDERING),
  byKind: kindRenderers,
  byForm: [readyRenderer(plainTextRenderer)],
  raw: readyRenderer(rawRenderer),
};

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
