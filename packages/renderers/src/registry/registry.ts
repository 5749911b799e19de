/** Our renderers in the order they are tried. */
import { cardRenderer } from '../card/card-renderer.ts';
import { codeRenderer } from '../code/code-renderer.ts';
import { readyRenderer } from '../contract/ready-renderer.ts';
import { kindRenderers } from '../kinds/kind-renderers.ts';
import { markdownRenderer } from '../markdown/markdown-renderer.ts';
import { audioRenderer, fileRenderer, imageRenderer } from '../media/media-renderers.ts';
import { plainTextRenderer } from '../plain-text/plain-text-renderer.ts';
import { rawRenderer } from '../raw/raw-renderer.ts';
import { surfaceRenderer } from '../surface/surface-renderer.ts';
import type { Registry } from './choose-renderer.ts';

export const ownRegistry: Registry = {
  byRendering: [
    readyRenderer(markdownRenderer),
    readyRenderer(codeRenderer),
    readyRenderer(cardRenderer),
    readyRenderer(imageRenderer),
    readyRenderer(audioRenderer),
    readyRenderer(fileRenderer),
    readyRenderer(surfaceRenderer),
  ],
  byKind: kindRenderers,
  byForm: [readyRenderer(plainTextRenderer)],
  raw: readyRenderer(rawRenderer),
};
