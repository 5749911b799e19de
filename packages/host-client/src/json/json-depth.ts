/** How deep a JSON text nests, told before anything is parsed or built from it. */

/**
 * Deepest nesting of a text of a host that is parsed, stored as JSON or handed on; a scalar has depth 0. What walks a
 * parsed value step by step into itself (JSON.stringify, structured clone, screens) ends long after this depth.
 */
export const DEEPEST = 512;

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Deepest nesting of brackets outside of strings, whether or not the text is JSON. One pass, O(1) memory. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at + 1);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > deepest) deepest = depth;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
  }
  return deepest;
}

/** Place of the quote that ends a string whose content begins at `from`; the length of the text when none does. */
function closingQuote(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** What is said of a text that nests too deep: how deep it is, and how deep it may be. */
export function depthWords(depth: number): string {
  return `nests ${depth} levels deep, and no more than ${DEEPEST} are read`;
}
