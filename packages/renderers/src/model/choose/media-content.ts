/** Facts about the content of a media payload: where it is, what it declares, what its first bytes say. */
import { member, numberAt, ownString } from '@openwop-inspector/base';
import { base64Bytes, type ContentUrl, contentUrl } from './content-source.ts';
import { type EnvelopeView, type MediaFamily, mediaFamilyOf } from './envelope-view.ts';
import {
  canonicalMediaType,
  type ImageSize,
  imageSize,
  isExecutingType,
  isInlineType,
  MAX_IMAGE_SIDE,
  mediaTypeOf,
  sniffMediaType,
} from './media-type.ts';
import type { RenderNote, RenderRule } from './render-rules.ts';

export interface MediaContent {
  /** Where content would come from. `base64` goes before `url`, since it needs no request. */
  readonly source: 'base64' | 'url' | 'none';
  /** Base64 is given and is none. */
  readonly isBase64Broken: boolean;
  readonly hasBase64: boolean;
  /** As displayed: the payload's, else the hint's; canonical, without parameters. */
  readonly mimeType: string | null;
  /** By the first bytes; null when they are neither image nor sound, or are not here. */
  readonly sniffedType: string | null;
  /** `bytes` of the payload; null when it is not a count. */
  readonly declaredBytes: number | null;
  /** Length of the decoded content; null when it is not here. */
  readonly actualBytes: number | null;
  /** In pixels, of an image whose bytes are here, by the header. */
  readonly size: ImageSize | null;
  readonly url: ContentUrl | null;
}

/** True when the payload can hold media: of a media kind, or with a source of its own. */
export function holdsMedia({ type, payload }: EnvelopeView): boolean {
  if (mediaFamilyOf(type) !== null) return true;
  return ownString(payload, 'base64') !== null || ownString(payload, 'url') !== null;
}

/** Reads the content. Base64 is checked in one pass and not decoded. */
export function mediaContent({ payload, hint }: EnvelopeView): MediaContent {
  const base64 = ownString(payload, 'base64');
  const bytes = base64 === null ? null : base64Bytes(base64);
  const address = ownString(payload, 'url');
  const declared = mediaTypeOf(ownString(payload, 'mimeType')) ?? mediaTypeOf(hint.mimeType);
  const sniffedType = bytes === null ? null : sniffMediaType(bytes);
  return {
    source: bytes !== null ? 'base64' : address !== null ? 'url' : 'none',
    isBase64Broken: base64 !== null && bytes === null,
    hasBase64: base64 !== null,
    mimeType: declared === null ? null : canonicalMediaType(declared),
    sniffedType,
    declaredBytes: amountAt(payload, 'bytes'),
    actualBytes: bytes === null ? null : bytes.length,
    size: bytes === null || sniffedType === null ? null : imageSize(bytes, sniffedType),
    url: address === null ? null : contentUrl(address),
  };
}

/** A member that is a finite number from 0; null otherwise. */
export function amountAt(payload: unknown, key: string): number | null {
  const amount = numberAt(payload, key);
  return amount !== null && amount >= 0 ? amount : null;
}

/** The name that a save dialog proposes for foreign content (security S-09). */

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))/i;
/** Controls, direction marks, zero-width characters, tags, and halves of pairs: all unseen or misleading. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Room for the folder before it and for the numbers that a shell adds. In UTF-16 units. */
const MAX_LENGTH = 120;

/**
 * A name without folders, devices, hidden or misleading characters; `fallback` when nothing is left. Has no leading
 * dot and no trailing dot or blank. The last ending survives a cut.
 */
export function saveName(name: string, fallback: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const clean = last
    .replace(UNSEEN, '')
    .replace(/[:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (clean === '') return fallback;
  return shortened(RESERVED.test(clean) ? `_${clean}` : clean);
}

function shortened(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const head = name.slice(0, MAX_LENGTH - ending.length).replace(/[\uD800-\uDBFF]$|[.\s]+$/g, '');
  return `${head}${ending}`;
}

// Whether media is displayed in its requested form, or as a row of a file (envelope 2.2, security S-07, S-08).

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
  // Where the type that counts is written.
  const isOwn = member(view.payload, 'mimeType') !== undefined;
  const place = isOwn ? '/payload/mimeType' : '/meta/rendering/mimeType';
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
