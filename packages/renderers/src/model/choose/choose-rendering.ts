/** Chooses how an envelope is displayed: by its hint, else by its kind; raw JSON takes the rest (envelope 2.2, 6, 7). */

import { isLongerThan, member, ownString, textAt, unreachable, writeJson } from '@openwop-inspector/base';
import type { RenderingDisplay, WarningCode } from '@openwop-inspector/protocol';
import { jsonSize } from '../json/json-measure.ts';
import {
  type EnvelopeView,
  envelopeView,
  hintForm,
  type MediaFamily,
  mediaFamilyOf,
  TEXT_MEMBERS,
  type TextHint,
} from './envelope-view.ts';
import {
  amountAt,
  holdsMedia,
  type MediaContent,
  mediaContent,
  mediaVerdict,
  saveName,
} from './media-content.ts';
import { fileEnding } from './media-type.ts';
import type { RenderNote, RenderRule } from './render-rules.ts';

/** Larger payloads are displayed in the tree alone; a second copy of them as text helps nobody. */
const MAX_JSON_BYTES = 1024 * 1024;

/** Facts from outside of the envelope. */
export interface RenderOptions {
  /** Kinds that the reader renders in addition to the universal four; absent for all. Others are not rendered. */
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
 * Chooses the rendering of an envelope, complete or partial, accepted or not. Takes any value, never throws, never
 * changes it, sends nothing. One pass over inline media, one over text; larger payloads without text are not walked.
 */
export function chooseRendering(envelope: unknown, options: RenderOptions = {}): Rendering {
  const view = envelopeView(envelope);
  if (view === null) {
    // A value that is not an envelope is displayed like the payload of one.
    const hint = { display: 'none', title: null, lang: null, alt: null, mimeType: null } as const;
    return rawRendering({ type: '', payload: envelope, hint }, [{ rule: 'not_an_envelope', pointer: '' }]);
  }
  const { type, hint } = view;
  if (options.supported !== undefined && !UNIVERSAL.has(type) && !options.supported.includes(type)) {
    return {
      ...rawRendering(view, [{ rule: 'kind_not_supported', pointer: '/type' }]),
      isUnsupportedKind: true,
    };
  }
  if (type === 'ui.a2ui-surface') {
    const rule = 'hint_cannot_replace_surface';
    const notes = hint.display === 'none' ? [] : [{ rule, pointer: '/meta/rendering/display' } as const];
    // The surface itself is checked by `surfaceModel`, which replaces it whole when anything is wrong.
    return { ...base(view), renderer: 'a2ui', decidedBy: 'kind', notes };
  }
  switch (hint.display) {
    case 'none':
    case 'unknown':
    case 'broken':
      return byKind(view);
    default:
      return byHint(view, hint.display);
  }
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
      return rawRendering(
        view,
        [{ rule: 'no_media', pointer: '/payload' }],
        altOf(view) === null ? [{ code: 'alt_missing', pointer: '/payload' }] : [],
      );
    default:
      return unreachable(form);
  }
}

function byKind(view: EnvelopeView): Rendering {
  const { notes, warnings } = hintNotes(view);
  const media = mediaFamilyOf(view.type);
  // An unknown display is reported and then ignored only for kinds that need no hint.
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
  if (['catalogVersion', 'surface'].every((key) => member(payload, key) !== undefined))
    notes.push({ rule: 'looks_like_surface', pointer: '/type' });
  if (hint.display === 'unknown') {
    const warning: RenderWarning = { code: 'rendering_display_unknown', pointer };
    return { notes: [...notes, { rule: 'display_unknown', pointer }], warnings: [warning] };
  }
  const rule: RenderRule = hint.display === 'broken' ? 'hint_not_readable' : 'no_hint';
  return { notes: [...notes, { rule, pointer: '/meta/rendering' }], warnings: [] };
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

function rawRendering(
  view: EnvelopeView,
  notes: readonly RenderNote[],
  warnings: readonly RenderWarning[] = [],
): Rendering {
  const { text, pointer, isTooLarge } = payloadText(view.payload);
  const tooLarge: readonly RenderNote[] = isTooLarge ? [{ rule: 'text_too_large', pointer: '/payload' }] : [];
  return { ...base(view), text, textPointer: pointer, warnings, notes: [...notes, ...tooLarge] };
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

/** A text with the place it comes from. */
interface PayloadText {
  /** Null when the payload has no text of its own and is too large to be written out. */
  readonly text: string | null;
  /** RFC 6901 pointer from the envelope; null for the payload written as JSON. */
  readonly pointer: string | null;
  readonly isTooLarge: boolean;
}

/** The string itself, else the first of `members` that is a text, else the payload as JSON with two blanks. */
function payloadText(payload: unknown, members: readonly string[] = TEXT_MEMBERS): PayloadText {
  if (typeof payload === 'string') return { text: payload, pointer: '/payload', isTooLarge: false };
  const key = members.find((one) => textAt(payload, one) !== null);
  if (key !== undefined)
    return { text: ownString(payload, key), pointer: `/payload/${key}`, isTooLarge: false };
  const isTooLarge = typeof jsonSize(payload, MAX_JSON_BYTES) === 'string';
  if (isTooLarge || payload === undefined) return { text: null, pointer: null, isTooLarge };
  try {
    return { text: writeJson(payload, 2), pointer: null, isTooLarge };
  } catch {
    return { text: null, pointer: null, isTooLarge }; // Not JSON at all: a bigint.
  }
}

/** The parts of a rendering that media decides. */
type MediaChoice = Pick<Rendering, 'renderer' | 'media' | 'warnings' | 'notes'>;

/** Chooses for a payload with media. Sends nothing. */
function chooseMedia(wanted: MediaFamily, view: EnvelopeView): MediaChoice {
  const content = mediaContent(view);
  const { renderer, inline, notes } = mediaVerdict(wanted, view, content);
  const media: MediaRendering = {
    ...content,
    inline,
    durationSeconds: amountAt(view.payload, 'durationSeconds'),
    link: content.url?.kind === 'remote',
    saveName: proposedName(view, content, wanted),
  };
  const distinct = notes.filter(({ rule }, index) => notes.findIndex((one) => one.rule === rule) === index);
  return { renderer, media, warnings: mediaWarnings(view, content), notes: distinct };
}

/** Text alternative by the payload, else by the hint (envelope 2.2). */
function altOf({ payload, hint }: EnvelopeView): string | null {
  return textAt(payload, 'alt') ?? hint.alt;
}

function proposedName({ payload, hint }: EnvelopeView, content: MediaContent, wanted: string): string {
  const ending = fileEnding(content.sniffedType ?? content.mimeType);
  const fallback = `${wanted}${ending}`;
  const given = ownString(payload, 'name');
  if (given !== null) return saveName(given, fallback);
  return hint.title === null ? fallback : saveName(`${hint.title}${ending}`, fallback);
}

function mediaWarnings(view: EnvelopeView, content: MediaContent): readonly RenderWarning[] {
  const found: RenderWarning[] = [];
  const { isBase64Broken, hasBase64, url, actualBytes, declaredBytes } = content;
  if (hasBase64 && url !== null) found.push({ code: 'media_source_both', pointer: '/payload' });
  if (!hasBase64 && url === null) found.push({ code: 'media_source_none', pointer: '/payload' });
  if (isBase64Broken) found.push({ code: 'media_base64_invalid', pointer: '/payload/base64' });
  if (actualBytes !== null && actualBytes !== declaredBytes) {
    found.push({ code: 'media_length_mismatch', pointer: '/payload/bytes' });
  }
  const own = ownString(view.payload, 'mimeType');
  const hinted = view.hint.mimeType;
  if (own !== null && hinted !== null && own !== hinted) {
    found.push({ code: 'mime_conflict', pointer: '/meta/rendering/mimeType' });
  }
  if (altOf(view) === null) found.push({ code: 'alt_missing', pointer: '/payload' });
  return found;
}

// What is displayed for an envelope, as plain data.

/** Who shows it. `raw` takes everything; `a2ui` is the surface of the closed catalogue. */
export type RendererName = RenderingDisplay | 'raw' | 'a2ui';

/** The chosen rendering, and why. Nothing in it was requested from anywhere. */
export interface Rendering {
  readonly renderer: RendererName;
  /** What chose the renderer: `meta.rendering.display`, the kind, or nothing that could be followed. */
  readonly decidedBy: 'hint' | 'kind' | 'fallback';
  /** The text of the payload (envelope 2.2); null for media and surfaces, and when it is too large to write out. */
  readonly text: string | null;
  /** Pointer of the text from the envelope; null for the payload written as JSON. */
  readonly textPointer: string | null;
  readonly title: string | null;
  /** Language of code as the hint names it; it chooses colours and nothing else. */
  readonly lang: string | null;
  /** From the payload, else from the hint; null is displayed as "no description given". */
  readonly alt: string | null;
  /** For image, audio and file; null otherwise. */
  readonly media: MediaRendering | null;
  /** The reader does not support the kind: it is not rendered, and the run does not fail (envelope 7.4). */
  readonly isUnsupportedKind: boolean;
  readonly warnings: readonly RenderWarning[];
  /** Why it is displayed like this and not otherwise, first what weighed most. Empty when nothing was passed over. */
  readonly notes: readonly RenderNote[];
}

/** How the content of a media payload may be displayed. Its bytes stay where they are, at `/payload/base64`. */
export interface MediaRendering extends MediaContent {
  /** May be displayed in place: a known type, agreed by its first bytes, within the limits. Always false for a URL. */
  readonly inline: boolean;
  readonly durationSeconds: number | null;
  /** The address may be opened outside after a confirmation: http or https only. */
  readonly link: boolean;
  /** Default name of a save dialog. */
  readonly saveName: string;
}

/** A warning in the words of the acceptor, with the place it is about. */
export interface RenderWarning {
  readonly code: WarningCode;
  /** RFC 6901 pointer from the envelope. */
  readonly pointer: string;
}
