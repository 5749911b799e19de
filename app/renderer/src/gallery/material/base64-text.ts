/** Units that one call can take as arguments. */
const atOnce = 32_768;

/** Base64 of bytes, as an envelope carries them. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += atOnce) {
    text += String.fromCharCode(...bytes.subarray(at, at + atOnce));
  }
  return btoa(text);
}

/** Bytes of base64; null when it is none. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Base64 of a text in UTF-8. */
export function base64OfText(text: string): string {
  return base64Of(new TextEncoder().encode(text));
}
