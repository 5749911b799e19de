/** An address before it is opened outside: what a person has to see of it (security S-04). */

export interface LinkFacts {
  /** As it will be asked for. */
  readonly address: string;
  /** The same with its escapes read; may hold any character. */
  readonly decoded: string;
  /** ASCII form with the port. */
  readonly host: string;
  /** The host is written in another alphabet and may look like one it is not. */
  readonly isPunycode: boolean;
  /** `http`: everyone on the way can read and change it. */
  readonly isPlain: boolean;
}

/** Longer than any address that a person could check. In UTF-16 units. */
const LONGEST = 8192;

/** Reads an address; null when it is not http or https, or has a user name before its host. */
export function linkFacts(text: string): LinkFacts | null {
  if (text.length > LONGEST) return null;
  const url = parsed(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  return {
    address: url.href,
    decoded: decoded(url.href),
    host: url.host,
    isPunycode: url.hostname.split('.').some((label) => label.startsWith('xn--')),
    isPlain: url.protocol === 'http:',
  };
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address; // escapes that are no text
  }
}
