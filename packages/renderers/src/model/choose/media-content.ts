/** Facts about the content of a media payload: where it is, what it declares, what its first bytes say. */
import { numberAt, ownString } from '@openwop-inspector/base';
import { base64Bytes, type ContentUrl, contentUrl } from './content-source.ts';
import { type EnvelopeView, mediaFamilyOf } from './envelope-view.ts';
import { type ImageSize, imageSize } from './image-size.ts';
import { canonicalMediaType, mediaTypeOf, sniffMediaType } from './media-type.ts';

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
