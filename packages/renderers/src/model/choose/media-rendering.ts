/** The rendering of images, sounds and files (envelope 6). */
import { member, ownString } from '@openwop-inspector/base';
import { type EnvelopeView, nonEmpty } from './envelope-view.ts';
import type { MediaFamily } from './hints.ts';
import { type MediaContent, mediaContent } from './media-content.ts';
import { fileEnding, isReadableSource } from './media-type.ts';
import { mediaVerdict } from './media-verdict.ts';
import type { MediaRendering, Rendering, RenderNote, RenderWarning } from './rendering.ts';
import { saveName } from './save-name.ts';

/** What media decides beside the parts that every rendering has. */
export type MediaChoice = Pick<Rendering, 'renderer' | 'media' | 'warnings' | 'notes'>;

/** Chooses for a payload that holds media. Asks nobody for anything. */
export function chooseMedia(wanted: MediaFamily, view: EnvelopeView): MediaChoice {
  const content = mediaContent(view);
  const { renderer, inline, notes } = mediaVerdict(wanted, view, content);
  const media: MediaRendering = {
    source: content.source,
    inline,
    mimeType: content.mimeType,
    sniffedType: content.sniffedType,
    declaredBytes: content.declaredBytes,
    actualBytes: content.actualBytes,
    size: content.size,
    durationSeconds: durationOf(view.payload),
    url: content.url,
    link: content.url?.kind === 'remote',
    saveName: proposedName(view, content, wanted),
    sourceView: content.mimeType !== null && isReadableSource(content.mimeType),
  };
  return { renderer, media, warnings: mediaWarnings(view, content), notes: distinct(notes) };
}

/** Text alternative by the payload, else by the hint (envelope 2.2). */
export function altOf({ payload, hint }: EnvelopeView): string | null {
  return nonEmpty(ownString(payload, 'alt')) ?? hint.alt;
}

function durationOf(payload: unknown): number | null {
  const seconds = member(payload, 'durationSeconds');
  return typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds) ? seconds : null;
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

function distinct(notes: readonly RenderNote[]): readonly RenderNote[] {
  return notes.filter((note, index) => notes.findIndex(({ rule }) => rule === note.rule) === index);
}
