/** What content that came from an address is shown as: the rules for inline content, over the bytes (S-07, S-08). */

import { byteView } from '../model/choose/base64-bytes.ts';
import type { MediaFamily } from '../model/choose/hints.ts';
import { type ImageSize, imageSize } from '../model/choose/image-size.ts';
import {
  canonicalMediaType,
  isExecutingType,
  isInlineType,
  mediaTypeOf,
} from '../model/choose/media-type.ts';
import { ruleAgainstBytes } from '../model/choose/media-verdict.ts';
import type { RenderRule } from '../model/choose/render-rules.ts';
import { sniffMediaType } from '../model/choose/sniff-media-type.ts';

/** What is known about content before it is here. */
export interface ExpectedContent {
  readonly wanted: MediaFamily;
  /** Of the payload, else of the hint; canonical. */
  readonly declaredType: string | null;
  /** Of the answer, with or without parameters; null when it said nothing. */
  readonly answeredType: string | null;
}

export interface LoadedVerdict {
  readonly family: MediaFamily;
  /** Canonical, without parameters. */
  readonly answeredType: string | null;
  readonly sniffedType: string | null;
  /** Of an image by its header, in pixels. */
  readonly size: ImageSize | null;
  /** Why it is a file and not what was wanted; null when nothing was passed over. */
  readonly rule: RenderRule | null;
}

/** Decides. Reads a few bytes of the header; never throws. */
export function loadedVerdict(bytes: Uint8Array, expected: ExpectedContent): LoadedVerdict {
  const view = byteView(bytes);
  const sniffedType = sniffMediaType(view);
  const size = sniffedType === null ? null : imageSize(view, sniffedType);
  const answered = mediaTypeOf(expected.answeredType);
  const answeredType = answered === null ? null : canonicalMediaType(answered);
  const facts = { answeredType, sniffedType, size };
  const rule = ruleAgainst({ ...expected, answeredType }, facts, bytes.length);
  const isFile = expected.wanted === 'file' || rule !== null;
  return { family: isFile ? 'file' : expected.wanted, ...facts, rule };
}

type Facts = Pick<LoadedVerdict, 'sniffedType' | 'size'>;

/** Returns the first rule against showing the content as wanted. */
function ruleAgainst(
  { wanted, declaredType, answeredType }: ExpectedContent,
  facts: Facts,
  length: number,
): RenderRule | null {
  const types = [declaredType, meaningful(answeredType)].filter((type) => type !== null);
  if (types.some(isExecutingType)) return 'type_would_run';
  if (wanted === 'file') return null;
  if (types.some((type) => !type.startsWith(`${wanted}/`))) return 'media_kind_mismatch';
  if (types.some((type) => !isInlineType(type, wanted))) return 'type_not_inline';
  return ruleAgainstBytes(wanted, { ...facts, length });
}

/** Stores of assets answer with this for anything; it says nothing about the content. */
function meaningful(type: string | null): string | null {
  return type === 'application/octet-stream' || type === 'binary/octet-stream' ? null : type;
}
