/** An address found in content: what may be done with it, decided without ever using it (security S-04, S-17). */

/**
 * `remote`: http or https, may be opened or loaded after a click. `host-path`: a path of the host that the run belongs
 * to. `refused`: any other scheme, a user or password before the host, or no address at all; shown as text.
 */
export interface ContentUrl {
  readonly kind: 'remote' | 'host-path' | 'refused';
  /** As written, live tokens in the path masked to their first four characters (security S-20). */
  readonly shown: string;
  /** Without the colon, in lower case; null when there is none. */
  readonly scheme: string | null;
  /** ASCII form with the port, as in a request; null unless `remote`. */
  readonly host: string | null;
  /** The host is written in another alphabet and may look like a known one. */
  readonly isPunycode: boolean;
}

/** Longer than any URL a user could verify. In UTF-16 units. */
const MAX_LENGTH = 8192;

/** Reads a URL. Never throws, sends nothing. */
export function contentUrl(text: string): ContentUrl {
  const shown = withoutTokens(text.slice(0, MAX_LENGTH));
  const refused = { kind: 'refused', shown, host: null, isPunycode: false } as const;
  if (text.length > MAX_LENGTH || hasControl(text)) return { ...refused, scheme: null };
  if (isHostPath(text)) return { ...refused, kind: 'host-path', scheme: null };
  const url = parsed(text);
  if (url === null) return { ...refused, scheme: null };
  const scheme = url.protocol.slice(0, -1).toLowerCase();
  const isWeb = scheme === 'https' || scheme === 'http';
  if (!isWeb || url.username !== '' || url.password !== '') return { ...refused, scheme };
  const isPunycode = url.hostname.split('.').some((label) => label.startsWith('xn--'));
  return { kind: 'remote', shown, scheme, host: url.host, isPunycode };
}

/** Two slashes, or a slash and a backslash, would name another host. */
function isHostPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text) && !/[\\\s]|\.\.(\/|$)/.test(text);
}

/** A browser passes over line breaks and tabs inside an address, which hides what it says. */
function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20) return true;
  return false;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function withoutTokens(text: string): string {
  return text.replace(/(\/(?:assets|interrupts)\/)([^/?#]{1,4})[^/?#]*/g, '$1$2…');
}
