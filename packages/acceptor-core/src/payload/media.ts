/** Inline media: size and sources (envelope 6). */
import type { JsonObject } from '@openwop-inspector/base';
import { readMediaUrl } from '@openwop-inspector/protocol';
import { type Work, warn } from '../pipeline/work.ts';

const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;

/** Returns the decoded length of base64; null when it is not base64. */
function decodedLength(text: string): number | null {
  if (text.length % 4 !== 0 || !base64Form.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Bytes that count for the cap: the larger of what is declared and what is there; null without inline content. */
export function inlineSize({ base64: inline, bytes }: JsonObject): number | null {
  if (typeof inline !== 'string') return null;
  const there = decodedLength(inline) ?? Math.floor((inline.length * 3) / 4);
  return Math.max(typeof bytes === 'number' ? bytes : 0, there);
}

/** Both sources, none, an address that no asset has, a length that differs, content that is not base64. */
export function warnAboutMedia(work: Work, { base64: inline, bytes, url }: JsonObject): void {
  const hasUrl = typeof url === 'string';
  const read = hasUrl ? readMediaUrl(url) : null;
  if (read?.kind === 'unsafe')
    warn(work, 'media_url_unsafe', `The address has the scheme ${read.scheme}.`, '/payload/url');
  if (typeof inline !== 'string') {
    if (!hasUrl) warn(work, 'media_source_none', 'It has neither url nor base64.', '/payload');
    return;
  }
  if (hasUrl) warn(work, 'media_source_both', 'It has url and base64; base64 is used.', '/payload');
  const length = decodedLength(inline);
  if (length === null) {
    warn(work, 'media_base64_invalid', 'The content is not base64.', '/payload/base64');
  } else if (length !== bytes) {
    warn(work, 'media_length_mismatch', `The content has ${length} bytes.`, '/payload/bytes');
  }
}
