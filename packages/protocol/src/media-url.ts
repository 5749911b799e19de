/** Addresses of media, as far as their text says what they lead to (envelope 6). */

/** Target of a URL. */
export type MediaUrl =
  /** To what no client may open: code, a file of its machine, a transport that anybody can read. */
  | { readonly kind: 'unsafe'; readonly scheme: string }
  /** No target: it contains the content itself, with its size in bytes. */
  | { readonly kind: 'inline'; readonly bytes: number }
  /** To an asset, of the run and the tenant that its path names; null for none. */
  | { readonly kind: 'asset'; readonly runId: string | null; readonly tenant: string | null };

const UNSAFE = /^(javascript|vbscript|file|http|ftp|blob|filesystem|about):/i;
/** `http` that stays on the machine (security S-11). */
const LOOPBACK = /^http:\/\/(?:[^/?#@]*@)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/?#]|$)/i;
const DATA = /^data:([^,]*),(.*)$/is;
const ASSET_OF_RUN = /\/runs\/([^/?#]+)\//i;
const TENANT = /\/tenants?\/([^/?#]+)(?:[/?#]|$)/i;

/** Reads an address; opens nothing. O(length). */
export function readMediaUrl(url: string): MediaUrl {
  // Clients leave out what hides a scheme: white space and controls before it and inside.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
  const plain = url.replace(/[\u0000-\u0020]+/g, '');
  const data = DATA.exec(plain);
  if (data !== null) return { kind: 'inline', bytes: dataBytes(data[1] ?? '', data[2] ?? '') };
  const scheme = UNSAFE.exec(plain)?.[1]?.toLowerCase();
  if (scheme !== undefined && !LOOPBACK.test(plain)) return { kind: 'unsafe', scheme };
  return { kind: 'asset', runId: part(ASSET_OF_RUN, plain), tenant: part(TENANT, plain) };
}

function dataBytes(head: string, body: string): number {
  if (/;base64$/i.test(head)) return Math.floor((body.replace(/(?:=|%3D)+$/i, '').length * 3) / 4);
  return body.replace(/%[0-9a-f]{2}/gi, '.').length;
}

function part(pattern: RegExp, url: string): string | null {
  const found = pattern.exec(url)?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}
