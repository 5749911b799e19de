/** Maximum number of arguments of one call. */
const atOnce = 32_768;

/** Base64 of bytes, as in an envelope. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += atOnce) {
    text += String.fromCharCode(...bytes.subarray(at, at + atOnce));
  }
  return btoa(text);
}

/** Base64 of a text in UTF-8. */
export function base64OfText(text: string): string {
  return base64Of(new TextEncoder().encode(text));
}
