import { runId as checkedRunId } from '@openwop-inspector/protocol';
import type { AddressReading } from '../answers/host-address.ts';
import { readCurl } from './read-curl.ts';
import { readUrl, refused } from './read-url.ts';

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
 * the prefix of a proxy stays; `/v1` goes however often it stands there. A token in a query or in a header of curl is
 * handed over beside the address and never stands in it. Never throws.
 */
export function readHostAddress(text: string): AddressReading {
  if (text.length > MAX_TEXT) return refused('This text is too long for an address.');
  const pasted = unwrapped(text);
  if (pasted === '') return refused('Enter the address of a host, of a run, or a curl command.');
  if (DEEP_LINK.test(pasted)) return readDeepLink(pasted);
  const curl = readCurl(pasted);
  if (curl === null) return readPlace(pasted);
  if (curl.url === null) return refused('This curl command names no address.');
  const reading = readPlace(curl.url);
  return reading.ok ? { ...reading, token: curl.token ?? reading.token } : reading;
}

/** Without blanks and the signs that come along when an address is copied out of a text. */
function unwrapped(text: string): string {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  const inside = /^(?:<([^<>]*)>|"([^"]*)"|'([^']*)'|`([^`]*)`)[.,;]?$/.exec(trimmed);
  return (inside?.slice(1).find((part) => part !== undefined) ?? trimmed).trim();
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
  if (!/^openwop-inspector:(?:\/\/)?attach\/?(?:\?|$)/i.test(link)) {
    return refused('This link asks for something that this version does not know.');
  }
  const parameters = new URLSearchParams(query);
  const host = parameters.get('host')?.trim() ?? '';
  if (host === '' || DEEP_LINK.test(host)) return refused('This link names no host.');
  const reading = readPlace(host);
  if (!reading.ok) return reading;
  const named = parameters.get('run');
  const runId = named === null || named === '' ? reading.address.runId : checkedRunId(named);
  if (named !== null && named !== '' && runId === null) {
    return refused('The run id in this link is longer than 128 characters.');
  }
  return { ok: true, address: { baseUrl: reading.address.baseUrl, runId }, token: null };
}
