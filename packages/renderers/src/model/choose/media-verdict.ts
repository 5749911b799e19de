/** Decides whether media is displayed in its requested form, or as a row of a file (envelope 2.2, security S-07, S-08). */
import type { EnvelopeView, MediaFamily } from './envelope-view.ts';
import { type ImageSize, MAX_IMAGE_SIDE } from './image-size.ts';
import type { MediaContent } from './media-content.ts';
import { isExecutingType, isInlineType } from './media-type.ts';
import type { RenderRule } from './render-rules.ts';
import type { RenderNote } from './rendering.ts';

/** Content above this is not decoded. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Decides. `wanted` comes from the hint, else from the kind. */
export function mediaVerdict(wanted: MediaFamily, view: EnvelopeView, content: MediaContent) {
  const notes = sourceNotes(content);
  const why = reasonAgainst(wanted, view, content);
  if (wanted === 'file' || why !== null) {
    return { renderer: 'file', inline: false, notes: why === null ? notes : [why, ...notes] } as const;
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

/** Returns the first rule against showing the content as wanted, or null. */
function reasonAgainst(wanted: MediaFamily, view: EnvelopeView, content: MediaContent): RenderNote | null {
  const place = typePlace(view.payload);
  const byType = ruleAgainstTypes(wanted, content.mimeType === null ? [] : [content.mimeType]);
  if (byType === 'type_would_run') return { rule: byType, pointer: place };
  if (wanted === 'file') return null;
  const opposite = wanted === 'image' ? 'media.audio' : 'media.image';
  if (view.type === opposite) return { rule: 'media_kind_mismatch', pointer: '/meta/rendering/display' };
  if (byType !== null) return { rule: byType, pointer: place };
  if (content.source !== 'base64') return null;
  const rule = ruleAgainstBytes(wanted, { ...content, length: content.actualBytes ?? 0 });
  return rule === null ? null : { rule, pointer: '/payload/base64' };
}

/** The first rule by which content of these types is not displayed as wanted; null when none is against it. */
export function ruleAgainstTypes(wanted: MediaFamily, types: readonly string[]): RenderRule | null {
  if (types.some(isExecutingType)) return 'type_would_run';
  if (wanted === 'file') return null;
  if (types.some((type) => !type.startsWith(`${wanted}/`))) return 'media_kind_mismatch';
  return types.every((type) => isInlineType(type, wanted)) ? null : 'type_not_inline';
}

/** Facts about content from its bytes. */
export interface ContentBytes {
  readonly sniffedType: string | null;
  /** Of an image by its header. */
  readonly size: ImageSize | null;
  readonly length: number;
}

/** The first rule by which bytes are not displayed as image or sound; null when none is against it (S-07, S-08). */
export function ruleAgainstBytes(
  wanted: Exclude<MediaFamily, 'file'>,
  { sniffedType, size, length }: ContentBytes,
): RenderRule | null {
  if (sniffedType === null || !sniffedType.startsWith(`${wanted}/`)) return 'bytes_not_media';
  if (length > MAX_BYTES) return 'content_too_large';
  if (wanted === 'audio') return null;
  if (size === null) return 'size_unknown';
  const isHuge = size.width > MAX_IMAGE_SIDE || size.height > MAX_IMAGE_SIDE;
  return isHuge ? 'content_too_large' : null;
}

/** Where the type that counts is written. */
function typePlace(payload: unknown): string {
  const isOwn = typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'mimeType');
  return isOwn ? '/payload/mimeType' : '/meta/rendering/mimeType';
}
