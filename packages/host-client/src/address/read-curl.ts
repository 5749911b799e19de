import { shellWords } from './curl-words.ts';

/** What a curl command says about where it goes, and with which token. */
export interface CurlCommand {
  readonly url: string | null;
  readonly token: string | null;
}

/** Options whose next word is neither an address to ask nor a header. Shown are those that people and browsers use. */
const TAKES_WORD: ReadonlySet<string> = new Set([
  ...['-X', '-d', '-o', '-u', '-A', '-e', '-b', '-c', '-m', '-F', '-T', '-K', '-x', '-w', '-r', '-E', '-D'],
  ...['--request', '--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode', '--json'],
  ...['--output', '--user', '--user-agent', '--referer', '--cookie', '--cookie-jar', '--max-time', '--form'],
  ...['--upload-file', '--config', '--proxy', '--write-out', '--range', '--cert', '--key', '--cacert'],
  ...['--connect-timeout', '--retry', '--resolve', '--dump-header', '--proxy-header', '--proxy-user'],
  ...['--interface', '--limit-rate', '--connect-to', '--unix-socket', '--capath', '--ciphers'],
]);

/** Reads a pasted curl command; null for a text that is none. */
export function readCurl(text: string): CurlCommand | null {
  const words = shellWords(text.replace(/^\s*[$>#]\s+/, ''));
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
    } else if (TAKES_WORD.has(word)) at++;
    else if (!word.startsWith('-') && word !== '') url ??= word;
  }
  return { url, token };
}

function tokenOfHeader(header: string): string | null {
  const value = /^\s*authorization\s*:\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1];
  return value === undefined ? null : usableToken(value);
}

/** A token that stands there itself: no variable, no placeholder, nothing masked. */
export function usableToken(value: string): string | null {
  const isStandIn = /^[$%<{[]|…|\*{3}|^(?:token|your[-_]?(?:api[-_]?)?(?:token|key))$/i.test(value);
  return value === '' || value.length > 8192 || isStandIn ? null : value;
}
