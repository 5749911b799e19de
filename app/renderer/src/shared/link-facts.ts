import { parsedUrl } from '@openwop-inspector/base';

/** Facts about a URL for the question before it is opened outside (security S-04). */
export interface LinkFacts {
  /** The URL to be requested. */
  readonly address: string;
  /** The same with its escapes decoded; may contain any character. */
  readonly decoded: string;
  /** ASCII form with the port. */
  readonly host: string;
  /** The host is written in another alphabet and may imitate another one. */
  readonly isPunycode: boolean;
  /** `http`: everyone on the network path can read and change it. */
  readonly isPlain: boolean;
}

/** Longer than any URL a user could verify. In UTF-16 units. */
const LONGEST = 8192;

/** Parses a URL; null when it is not http or https, or has a user name before its host. */
export function linkFacts(text: string): LinkFacts | null {
  if (text.length > LONGEST) return null;
  const url = parsedUrl(text);
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

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address; // escapes that are not text
  }
}
