/** Chooses how an envelope is shown: by its hint, else by its kind; raw JSON takes the rest (envelope 2.2, 6, 7). */

import { member, unreachable } from '@openwop-inspector/base';
import type { RenderingDisplay } from '@openwop-inspector/protocol';
import { isLongerThan } from '../json/json-measure.ts';
import { type EnvelopeView, envelopeView } from './envelope-view.ts';
import { hintForm, mediaFamilyOf, type TextHint } from './hints.ts';
import { holdsMedia } from './media-content.ts';
import { altOf, chooseMedia } from './media-rendering.ts';
import { payloadText } from './payload-text.ts';
import type { RenderRule } from './render-rules.ts';
import type { Rendering, RenderNote, RenderWarning } from './rendering.ts';

/** What is known beside the envelope. */
export interface RenderOptions {
  /** Kinds that the reader renders beside the universal four; absent for all. Others are kept, not rendered. */
  readonly supported?: readonly string[] | undefined;
}

/** Never gated and always supported (envelope 4). */
const UNIVERSAL: ReadonlySet<string> = new Set([
  'clarification.request',
  'schema.request',
  'schema.response',
  'error',
]);

/**
 * The rendering of an envelope, whole or partial, accepted or not. Takes any value, never throws, never changes it,
 * asks nobody for anything. One pass over inline media, one over text; larger payloads without text are not walked.
 */
export function chooseRendering(envelope: unknown, options: RenderOptions = {}): Rendering {
  const view = envelopeView(envelope);
  if (view === null) return rawRendering(noView(envelope), [{ rule: 'not_an_envelope', pointer: '' }]);
  const { type, hint } = view;
  if (options.supported !== undefined && !UNIVERSAL.has(type) && !options.supported.includes(type)) {
    return {
      ...rawRendering(view, [{ rule: 'kind_not_supported', pointer: '/type' }]),
      isUnsupportedKind: true,
    };
  }
  if (type === 'ui.a2ui-surface') return surfaceRendering(view);
  switch (hint.display) {
    case 'none':
    case 'unknown':
    case 'broken':
      return byKind(view);
    default:
      return byHint(view, hint.display);
  }
}

/** A value that is no envelope is shown as if it were the payload of one. */
function noView(value: unknown): EnvelopeView {
  const hint = { display: 'none', title: null, lang: null, alt: null, mimeType: null } as const;
  return { type: '', payload: value, hint };
}

function byHint(view: EnvelopeView, display: RenderingDisplay): Rendering {
  const form = hintForm(display);
  switch (form.takes) {
    case 'text':
      return textRendering(view, display, form);
    case 'fields': {
      const isFit = typeof view.payload === 'object' && view.payload !== null;
      if (!isFit) return rawRendering(view, [{ rule: form.rule, pointer: '/payload' }]);
      const { text, pointer } = payloadText(view.payload);
      return { ...base(view), renderer: display, decidedBy: 'hint', text, textPointer: pointer };
    }
    case 'media':
      if (holdsMedia(view)) return { ...base(view), decidedBy: 'hint', ...chooseMedia(form.family, view) };
      return rawRendering(view, [{ rule: 'no_media', pointer: '/payload' }], altWarning(view));
    default:
      return unreachable(form);
  }
}

function byKind(view: EnvelopeView): Rendering {
  const { notes, warnings } = hintNotes(view);
  const media = mediaFamilyOf(view.type);
  // An unknown display is told and then passed over only for kinds that need no hint.
  if (media === null) return rawRendering(view, notes, warnings);
  const choice = chooseMedia(media, view);
  return {
    ...base(view),
    decidedBy: 'kind',
    ...choice,
    warnings: [...warnings, ...choice.warnings],
    notes: [...notes.filter(({ rule }) => rule !== 'no_hint'), ...choice.notes],
  };
}

function hintNotes({ hint, payload }: EnvelopeView): Pick<Rendering, 'notes' | 'warnings'> {
  const pointer = '/meta/rendering/display';
  const notes: RenderNote[] = [];
  if (hasSurfaceShape(payload)) notes.push({ rule: 'looks_like_surface', pointer: '/type' });
  if (hint.display === 'unknown') {
    const warning: RenderWarning = { code: 'rendering_display_unknown', pointer };
    return { notes: [...notes, { rule: 'display_unknown', pointer }], warnings: [warning] };
  }
  const rule: RenderRule = hint.display === 'broken' ? 'hint_not_readable' : 'no_hint';
  return { notes: [...notes, { rule, pointer: '/meta/rendering' }], warnings: [] };
}

function hasSurfaceShape(payload: unknown): boolean {
  return member(payload, 'catalogVersion') !== undefined && member(payload, 'surface') !== undefined;
}

function textRendering(view: EnvelopeView, display: RenderingDisplay, form: TextHint): Rendering {
  const { text, pointer } = payloadText(view.payload, form.members);
  if (text === null) return rawRendering(view, []);
  if (form.max !== undefined && isLongerThan(text, form.max.bytes)) {
    return rawRendering(view, [{ rule: form.max.rule, pointer: pointer ?? '/payload' }]);
  }
  const lang = form.hasLang === true ? view.hint.lang : null;
  return { ...base(view), renderer: display, decidedBy: 'hint', text, textPointer: pointer, lang };
}

/** The surface itself is checked by `surfaceModel`, which replaces it whole when anything is wrong. */
function surfaceRendering(view: EnvelopeView): Rendering {
  const rule = 'hint_cannot_replace_surface';
  const notes: readonly RenderNote[] =
    view.hint.display === 'none' ? [] : [{ rule, pointer: '/meta/rendering/display' }];
  return { ...base(view), renderer: 'a2ui', decidedBy: 'kind', notes };
}

function rawRendering(
  view: EnvelopeView,
  notes: readonly RenderNote[],
  warnings: readonly RenderWarning[] = [],
): Rendering {
  const { text, pointer, isTooLarge } = payloadText(view.payload);
  const tooLarge: readonly RenderNote[] = isTooLarge ? [{ rule: 'text_too_large', pointer: '/payload' }] : [];
  return { ...base(view), text, textPointer: pointer, warnings, notes: [...notes, ...tooLarge] };
}

function altWarning(view: EnvelopeView): readonly RenderWarning[] {
  return altOf(view) === null ? [{ code: 'alt_missing', pointer: '/payload' }] : [];
}

/** Everything as it is when nothing was chosen. */
function base(view: EnvelopeView): Rendering {
  return {
    renderer: 'raw',
    decidedBy: 'fallback',
    text: null,
    textPointer: null,
    title: view.hint.title,
    lang: null,
    alt: altOf(view),
    media: null,
    isUnsupportedKind: false,
    warnings: [],
    notes: [],
  };
}
