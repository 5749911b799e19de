/** Our renderers in the order they are tried. */
import { cardRenderer } from '../card/card-renderer.tsx';
import { codeRenderer } from '../code/code-renderer.tsx';
import { type ReadyRenderer, readyRenderer } from '../contract/ready-renderer.ts';
import { kindRenderers } from '../kinds/kind-renderers.ts';
import { markdownRenderer } from '../markdown/markdown-renderer.tsx';
import { audioRenderer, fileRenderer, imageRenderer } from '../media/media-renderers.ts';
import type { RendererName } from '../model/choose/rendering.ts';
import { plainTextRenderer } from '../plain-text/plain-text-renderer.tsx';
import { rawRenderer } from '../raw/raw-renderer.tsx';
import { surfaceRenderer } from '../surface/surface-renderer.tsx';
import type { Registry } from './choose-renderer.ts';

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
