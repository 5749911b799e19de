import { domainToUnicode } from 'node:url';

/** A link as the user is asked about it. */
export interface LinkText {
  /** As it will be opened: in ASCII form. */
  readonly address: string;
  /** Lines for a dialog: the address decoded and whole, and what may mislead in it. */
  readonly lines: readonly string[];
  /** Too long to be inspected whole; it may be copied only. */
  readonly isTooLong: boolean;
}

/** A dialog of the system shows so much without growing out of the screen. In UTF-16 units. */
const maxDisplayLength = 2048;

/** Puts a link into words, or null when it is not one that is opened: only http and https are (security.md S-04). */
export function describeLink(text: string): LinkText | null {
  const url = webAddress(text);
  if (url === null) return null;
  const displayed = decoded(url);
  const isTooLong = displayed.length > maxDisplayLength;
  const whole = isTooLong ? `${displayed.slice(0, 500)}…` : displayed;
  return { address: url.href, lines: [whole, '', ...hostLines(url), ...notes(url, isTooLong)], isTooLong };
}

/** Blanks and controls would be passed over by a browser, and hide what the address says. */
function webAddress(text: string): URL | null {
  if (/[\p{Cc}\s]/u.test(text)) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function hostLines({ hostname, host }: URL): readonly string[] {
  const isForeign = hostname.split('.').some((label) => label.startsWith('xn--'));
  if (!isForeign) return [`Host: ${host}`];
  return [
    `Host: ${host} (written as ${visible(domainToUnicode(hostname))})`,
    'The name may look like another one.',
  ];
}

function notes({ protocol, username, password }: URL, isTooLong: boolean): readonly string[] {
  return [
    ...(username === '' && password === ''
      ? []
      : ['What stands before the @ is a user name, not the host, and would be sent.']),
    ...(protocol === 'http:' ? ['The connection is not encrypted.'] : []),
    ...(isTooLong ? ['The address is too long to be shown whole, so it can only be copied.'] : []),
  ];
}

/** The address readable: the host stays in ASCII form, and what divides an address stays encoded where it does not. */
function decoded({ href }: URL): string {
  const readable = href.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return visible(decodeURI(encoded.replaceAll('%25', '%2525')));
    } catch (error) {
      if (error instanceof URIError) return encoded;
      throw error;
    }
  });
  return visible(readable);
}

/** What cannot be seen, or turns the direction of writing, is displayed by its number. */
function visible(text: string): string {
  return text.replaceAll(/[\p{C}\p{DI}\p{Z}]/gu, (character) =>
    character === ' '
      ? '␠'
      : `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}
