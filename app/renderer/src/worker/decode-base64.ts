import type { ContentProblem, LoadedContent } from '@openwop-inspector/renderers';

/** Most bytes that are decoded. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Characters decoded at a time; other jobs are run in between. A multiple of four. */
const SLICE = 1024 * 1024;

/** Decodes base64 (RFC 4648 section 4, with its padding) in slices. Never throws. */
export async function decodeBase64(text: string, slice = SLICE): Promise<LoadedContent | ContentProblem> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (text.length % 4 !== 0) return NOT_BASE64;
  const length = (text.length / 4) * 3 - padding;
  if (length > MAX_BYTES) return TOO_LARGE;
  const bytes = new Uint8Array(length);
  for (let from = 0, at = 0; from < text.length; from += slice) {
    const part = text.slice(from, from + slice);
    const isLast = from + slice >= text.length;
    if (!(isLast ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/).test(part)) return NOT_BASE64;
    const decoded = atob(part);
    for (let i = 0; i < decoded.length; i += 1) bytes[at++] = decoded.charCodeAt(i);
    if (!isLast) await nextTurn();
  }
  return { kind: 'bytes', bytes, declaredType: null };
}

const NOT_BASE64: ContentProblem = { kind: 'problem', message: 'The text is not base64.' };
const TOO_LARGE: ContentProblem = { kind: 'problem', message: 'More than 64 MiB are not decoded.' };

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
