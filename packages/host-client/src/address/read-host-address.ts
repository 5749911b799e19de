import { parsedUrl, type Result } from '@openwop-inspector/base';
import { runId as checkedRunId } from '@openwop-inspector/protocol';

const LOOPBACK_HTTP = /^http:\/\/(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])([:/]|$)/i;

/** What is said of such an address, in the window, by the doctor and in the terminal. */
export const READABLE_ON_THE_WAY = 'The address is plain http: a token can be read on the way. Use https.';

/** Groups: single-quoted, `$'…'`, double-quoted, escaped character, blanks and continued lines; else one character. */
const PIECE =
  /'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\(?!\r?\n)([\s\S])|((?:\s|[\\^`]\r?\n)+)|[\s\S]/g;

/** Options whose next word is neither an address to ask nor a header. Listed are those that people and browsers use. */
const SHORT_WITH_WORD = /^-[AbcdDeEFKmorTuwxX]$/;
const LONG_WITH_WORD = new RegExp(
  `^--(?:${[
    'request|json|data(?:-raw|-binary|-ascii|-urlencode)?|form|upload-file|output|dump-header|write-out|range',
    'user(?:-agent)?|referer|cookie(?:-jar)?|config|proxy(?:-header|-user)?|cert|key|cacert|capath|ciphers',
    'max-time|connect-timeout|connect-to|retry|resolve|interface|limit-rate|unix-socket',
  ].join('|')})$`,
);

/** Families of paths below `/v1`: what is before that is the base of a host, with the prefix of a proxy. */
const BELOW_V1 =
  /^(.*?)(?:\/v1)+((?:\/(?:runs|interrupts|host|workflows|packs|artifacts|openapi\.json)(?=[/:]|$).*)?)$/;

/** The page of a run as hosts with a window of their own have it, without `/v1`. */
const PAGE_OF_RUN = /^(.*?)(\/runs\/[^/]+(?:\/.*)?)$/;

const RUN = /^\/(?:host\/[^/]+\/)?runs\/([^/]+)/;

/** Verbs that stand behind the id of a run. */
const VERB = /:(?:fork|pause|resume|diff|cancel)$/;

const WELL_KNOWN = /\/\.well-known\/openwop(?:\.json)?\/?$/;

const TOKEN_PARAMETER = /^(?:stream_?token|token|access_?token|api_?key)$/i;

/** Longest text that is read. */
const MAX_TEXT = 16_384;
const DEEP_LINK = /^openwop-inspector:/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A name or number of a host, a port, a path. A name alone needs a dot, so that a word is no host. */
const BARE = /^(?:localhost|\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)+\.?|[\w-]+(?=:\d))(?::\d{1,5})?(?:[/?#].*)?$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?#]|$)/i;

/**
 * Where a pasted text points to: a base URL, the URL of a run, of its events or of discovery, a curl command, a bare
 * `host:port` (http for this computer, https for others), or a link of our own. User names, queries and fragments go;
 * the prefix of a proxy stays; `/v1` goes however often it is there. A token in a query or in a header of curl is
 * handed over next to the address and never is in it. Never throws.
 */
export function readHostAddress(text: string): AddressReading {
  if (text.length > MAX_TEXT) return refused('This text is too long for an address.');
  // Without blanks and the signs that come along when an address is copied out of a text.
  const trimmed = text.replace(/^\ufeff/, '').trim();
  const inside = /^(?:<([^<>]*)>|"([^"]*)"|'([^']*)'|`([^`]*)`)[.,;]?$/.exec(trimmed);
  const pasted = (inside?.slice(1).find((part) => part !== undefined) ?? trimmed).trim();
  if (pasted === '') return refused('Enter the address of a host, of a run, or a curl command.');
  if (DEEP_LINK.test(pasted)) return readDeepLink(pasted);
  const curl = readCurl(pasted);
  if (curl === null) return readPlace(pasted);
  if (curl.url === null) return refused('This curl command names no address.');
  const reading = readPlace(curl.url);
  return reading.ok ? { ...reading, token: curl.token ?? reading.token } : reading;
}

function readPlace(text: string): AddressReading {
  if (/\s/.test(text)) return refused('An address holds no blanks. Paste one address, or one curl command.');
  if (SCHEME.test(text)) return readUrl(text);
  if (BARE.test(text)) return readUrl(`${LOOPBACK.test(text) ? 'http' : 'https'}://${text}`);
  const other = /^([a-z][a-z0-9+.-]{1,11}):(?!\d)/i.exec(text);
  if (other !== null) return refused(`A host is reached by http or https, not by ${other[1]}:`);
  return refused('This is not an address. Example: https://host.example or 127.0.0.1:3801.');
}

/** `openwop-inspector://attach?host=…&run=…`. A link cannot bring a token along (security S-19). */
function readDeepLink(link: string): AddressReading {
  const query = link.includes('?') ? link.slice(link.indexOf('?') + 1).replace(/#.*$/, '') : '';
  if (!/^openwop-inspector:(?:\/\/)?attach\/?(?:\?|$)/i.test(link))
    return refused('This link requests something that this version does not support.');
  const parameters = new URLSearchParams(query);
  const host = parameters.get('host')?.trim() ?? '';
  if (host === '' || DEEP_LINK.test(host)) return refused('This link names no host.');
  const reading = readPlace(host);
  if (!reading.ok) return reading;
  const named = parameters.get('run');
  const runId = named === null || named === '' ? reading.address.runId : checkedRunId(named);
  if (named !== null && named !== '' && runId === null)
    return refused('The run id in this link is longer than 128 characters.');
  return { ok: true, address: { baseUrl: reading.address.baseUrl, runId }, token: null };
}

/** Reads an address with its scheme, which is http or https. */
function readUrl(text: string): AddressReading {
  const parsed = parsedUrl(text);
  const url = parsed?.hostname === '' && parsed.protocol.startsWith('http') ? null : parsed;
  if (url === null)
    return refused('This is not an address. Example: https://host.example or 127.0.0.1:3801.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused(`A host is reached by http or https, not by ${url.protocol.slice(0, 12)}`);
  const path = url.pathname.replace(WELL_KNOWN, '').replace(/\/+$/, '');
  const [, prefix = path, below = ''] = BELOW_V1.exec(path) ?? PAGE_OF_RUN.exec(path) ?? [];
  const named = RUN.exec(below)?.[1]?.replace(VERB, '') ?? null;
  const isV1 = /\/v1(?:\/|$)/.test(path);
  // Signs of an id of v2 are `~HH` in a path without `/v1` (bundles 12.2).
  const runId =
    named === null ? null : checkedRunId(decoded(isV1 ? named : named.replaceAll(/~(?=[0-9A-F]{2})/g, '%')));
  if (named !== null && runId === null)
    return refused('The run id in this address is longer than 128 characters, or cannot be read.');
  const baseUrl = `${url.origin}${prefix.replace(/\/+$/, '')}`;
  const token = [...url.searchParams].find(([name]) => TOKEN_PARAMETER.test(name))?.[1];
  return { ok: true, address: { baseUrl, runId }, token: token === undefined ? null : usableToken(token) };
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

const refused = (message: string): AddressReading => ({ ok: false, message });

/** Reads a pasted curl command; null for a text that is none. */
function readCurl(text: string) {
  const words = shellText(text.replace(/^\s*[$>#]\s+/, ''));
  if (!/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(words[0] ?? '')) return null;
  let url: string | null = null;
  let token: string | null = null;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    if (word === '-H' || word === '--header') {
      token = tokenOfHeader(next) ?? token;
      at++;
    } else if (/^-H./.test(word)) token = tokenOfHeader(word.slice(2)) ?? token;
    else if (word.startsWith('--header=')) token = tokenOfHeader(word.slice(9)) ?? token;
    else if (word === '--oauth2-bearer') {
      token = usableToken(next) ?? token;
      at++;
    } else if (word === '--url') {
      url ??= next;
      at++;
    } else if (SHORT_WITH_WORD.test(word) || LONG_WITH_WORD.test(word)) at++;
    else if (!word.startsWith('-') && word !== '') url ??= word;
  }
  return { url, token };
}

function tokenOfHeader(header: string): string | null {
  const value = /^\s*authorization\s*:\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1];
  return value === undefined ? null : usableToken(value);
}

/** A token that is there itself: no variable, no placeholder, nothing masked. */
function usableToken(value: string): string | null {
  const isStandIn = /^[$%<{[]|…|\*{3}|^(?:token|your[-_]?(?:api[-_]?)?(?:token|key))$/i.test(value);
  return value === '' || value.length > 8192 || isStandIn ? null : value;
}

/** Quotes, escapes and line continuations of sh, and the continuations of Windows. Variables are not filled in. */
function shellText(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [piece = '', single, ansi, double, escaped, blank] of command.matchAll(PIECE)) {
    if (blank !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + (single ?? ansiText(ansi) ?? doubleText(double) ?? escaped ?? piece);
  }
  if (word !== null) words.push(word);
  return words;
}

function doubleText(text: string | undefined): string | undefined {
  return text?.replace(/\\\r?\n/g, '').replace(/\\(["\\$`])/g, '$1');
}

function ansiText(text: string | undefined): string | undefined {
  return text?.replace(/\\([\s\S])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign);
}

/** True for an address whose requests, and with them the token, could be read on the way (security S-11). */
export function isReadableOnTheWay(baseUrl: string): boolean {
  return /^http:\/\//i.test(baseUrl) && !LOOPBACK_HTTP.test(baseUrl);
}

/** What a pasted text says about where a host is: a base URL, a URL of a run or of its events, a curl command. */
export interface HostAddress {
  /** Origin, and a path before `/v1` where a proxy has one; no slash at the end, no user name, query or fragment. */
  readonly baseUrl: string;
  /** The run that the text names, null for none. */
  readonly runId: string | null;
}

/** A text after reading. `token` is a credential that stood in it (a header of a curl command); it stays in the shell. */
export type AddressReading = Result<{ address: HostAddress; token: string | null }, { message: string }>;
