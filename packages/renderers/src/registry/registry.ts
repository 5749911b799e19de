/** Our renderers in the order they are tried. */
import { member, ownString } from '@openwop-inspector/base';
import { type Sheet, sheetViews } from '@openwop-inspector/events';
import type { ReactElement } from 'react';
import { cardRenderer } from '../card/card-renderer.tsx';
import { codeRenderer } from '../code/CodeView.tsx';
import type { RenderSubject } from '../contract/render-services.ts';
import {
  hintRenderer,
  type Prepared,
  type ReadProblem,
  type ReadyRenderer,
  type Renderer,
  readyRenderer,
} from '../contract/renderer.ts';
import {
  clarificationRequest,
  eventSheets,
  genericEventRenderer,
  modelError,
  schemaRequest,
  schemaResponse,
} from '../kinds/sheet/sheet-renderer.ts';
import { markdownRenderer } from '../markdown/markdown-renderer.tsx';
import type { MediaView } from '../media/content-facts.ts';
import { MediaShow } from '../media/MediaShow.tsx';
import type { RendererName } from '../model/choose/choose-rendering.ts';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import { plainTextRenderer } from '../raw/raw-renderer.tsx';
import { surfaceRenderer } from '../surface/surface-renderer.tsx';

/** PNG, JPEG, GIF, WebP, AVIF and BMP whose first bytes agree and whose size is within the limits (security S-07). */
export const imageRenderer = mediaRenderer('image', 'Image');

/** Sounds of the seven types that are played, never by themselves (security S-08). */
export const audioRenderer = mediaRenderer('audio', 'Audio');

/** Everything else: name, size, type, save; source for what is text. Nothing is ever run (security S-07, S-09). */
export const fileRenderer = mediaRenderer('file', 'File');

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
 * of fields for any event (run-events 3.2).
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
};

function mediaRenderer(family: MediaFamily, title: string) {
  return hintRenderer<MediaView>({
    name: family,
    title,
    read: ({ rendering: { media, title, alt, warnings }, value }) => {
      if (media === null) return null;
      const payload = member(value, 'payload');
      const givenName = ownString(payload, 'name');
      const address = ownString(payload, 'url');
      return { ok: true, view: { family, media, title, alt, givenName, address, warnings } };
    },
    Show: MediaShow,
  });
}

// The registry: hint, then kind, then form, else raw JSON (envelope 2.2).

/** The lists that are tried, in this order. A renderer is in one of them. */
export interface Registry {
  /** By what `meta.rendering.display` or the kind decided already: see `Rendering.renderer`. */
  readonly byRendering: readonly ReadyRenderer[];
  /** By the kind of an envelope or the type of an event. */
  readonly byKind: readonly ReadyRenderer[];
  /** By the form of the value. */
  readonly byForm: readonly ReadyRenderer[];
}

/** Which renderer shows a subject, and which were tried before it. */
export interface Choice {
  readonly renderer: Pick<ReadyRenderer, 'name' | 'title'>;
  /** Null for raw JSON. */
  readonly element: ReactElement | null;
  /** In order of trial. Empty when the first one whose subject it is could read it. */
  readonly passedOver: readonly PassedOver[];
}

/** A renderer whose subject it is, and that could not read it. */
interface PassedOver {
  readonly name: string;
  readonly title: string;
  readonly problem: ReadProblem;
}

/** Never throws: a renderer that does while it reads is passed over with words of ours. */
export function chooseRenderer(subject: RenderSubject, registry: Registry): Choice {
  const passedOver: PassedOver[] = [];
  for (const renderer of inOrder(subject, registry)) {
    const prepared = prepare(renderer, subject);
    if (prepared?.ok === true) return { renderer, element: prepared.element, passedOver };
    const { name, title } = renderer;
    if (prepared !== null) passedOver.push({ name, title, problem: prepared.problem });
  }
  return { renderer: RAW, element: null, passedOver };
}

const RAW = { name: 'raw', title: 'Raw JSON' } as const;

function inOrder(subject: RenderSubject, registry: Registry): readonly ReadyRenderer[] {
  if (subject.tooLarge) return [];
  const { byRendering, byKind, byForm } = registry;
  if (subject.kind === 'event') return [...byKind, ...byForm];
  // A kind that the reader does not support is not rendered (envelope 7.4).
  if (subject.rendering.isUnsupportedKind) return [];
  return [...byRendering, ...byKind, ...byForm];
}

function prepare(renderer: ReadyRenderer, subject: RenderSubject): Prepared | null {
  try {
    return renderer.prepare(subject);
  } catch {
    return {
      ok: false,
      problem: {
        message: `A bug of the inspector stopped the reading as ${renderer.title}.`,
        pointer: '',
        clause: 'security S-23',
        nearest: 'Any; please report it.',
      },
    };
  }
}
