/** Whether media is shown as what it is asked to be, or as a row of a file (envelope 2.2, security S-07, S-08). */
import type { EnvelopeView } from './envelope-view.ts';
import type { MediaFamily } from './hints.ts';
import { MOST_IMAGE_SIDE } from './image-size.ts';
import type { MediaContent } from './media-content.ts';
import { isExecutingType, isInlineType } from './media-type.ts';
import type { RenderRule } from './render-rules.ts';
import type { RenderNote } from './rendering.ts';

/** Content above this is not decoded. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface MediaVerdict {
  readonly renderer: MediaFamily;
  readonly inline: boolean;
  readonly notes: readonly RenderNote[];
}

/** Decides. `wanted` comes from the hint, else from the kind. */
export function mediaVerdict(wanted: MediaFamily, view: EnvelopeView, content: MediaContent): MediaVerdict {
  const notes = sourceNotes(content);
  const why = wanted === 'file' ? runningType(content, view) : reasonAgainst(wanted, view, content);
  if (wanted === 'file' || why !== null) {
    return { renderer: 'file', inline: false, notes: why === null ? notes : [why, ...notes] };
  }
  const inline = content.source === 'base64';
  const isOther = inline && content.mimeType !== null && content.mimeType !== content.sniffedType;
  const note: RenderNote = { rule: 'bytes_are_another_type', pointer: '/payload/mimeType' };
  return { renderer: wanted, inline, notes: isOther ? [note, ...notes] : notes };
}

function sourceNotes({ source, isBase64Broken, url }: MediaContent): readonly RenderNote[] {
  const notes: RenderNote[] = [];
  if (isBase64Broken) notes.push({ rule: 'base64_invalid', pointer: '/payload/base64' });
  if (source === 'none' && !isBase64Broken) notes.push({ rule: 'no_source', pointer: '/payload' });
  if (url !== null && url.kind === 'refused') notes.push({ rule: 'url_refused', pointer: '/payload/url' });
  else if (source === 'url') notes.push({ rule: 'url_needs_click', pointer: '/payload/url' });
  return notes;
}

function runningType({ mimeType }: MediaContent, { payload }: EnvelopeView): RenderNote | null {
  if (mimeType === null || !isExecutingType(mimeType)) return null;
  return { rule: 'type_would_run', pointer: typePlace(payload) };
}

/** The first rule that keeps the content from being shown as wanted; null when none does. */
function reasonAgainst(
  wanted: Exclude<MediaFamily, 'file'>,
  view: EnvelopeView,
  content: MediaContent,
): RenderNote | null {
  const at = (rule: RenderRule, pointer: string): RenderNote => ({ rule, pointer });
  const opposite = wanted === 'image' ? 'media.audio' : 'media.image';
  const place = typePlace(view.payload);
  const running = runningType(content, view);
  if (running !== null) return running;
  const { mimeType } = content;
  if (view.type === opposite) return at('media_kind_mismatch', '/meta/rendering/display');
  if (mimeType !== null && !mimeType.startsWith(`${wanted}/`)) return at('media_kind_mismatch', place);
  if (mimeType !== null && !isInlineType(mimeType, wanted)) return at('type_not_inline', place);
  return content.source === 'base64' ? reasonAgainstBytes(wanted, content) : null;
}

function reasonAgainstBytes(
  wanted: Exclude<MediaFamily, 'file'>,
  { sniffedType, actualBytes, size }: MediaContent,
): RenderNote | null {
  const pointer = '/payload/base64';
  if (sniffedType === null || !sniffedType.startsWith(`${wanted}/`)) {
    return { rule: 'bytes_not_media', pointer };
  }
  if ((actualBytes ?? 0) > MOST_BYTES) return { rule: 'content_too_large', pointer };
  if (wanted === 'audio') return null;
  if (size === null) return { rule: 'size_unknown', pointer };
  const isHuge = size.width > MOST_IMAGE_SIDE || size.height > MOST_IMAGE_SIDE;
  return isHuge ? { rule: 'content_too_large', pointer } : null;
}

/** Where the type that counts is written. */
function typePlace(payload: unknown): string {
  const isOwn = typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'mimeType');
  return isOwn ? '/payload/mimeType' : '/meta/rendering/mimeType';
}
