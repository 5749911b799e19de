import { runId as checkedRunId } from '@openwop-inspector/protocol';
import type { AddressReading } from '../answers/host-address.ts';
import { usableToken } from './read-curl.ts';

/** Families of paths below `/v1`: what stands before that is the base of a host, with the prefix of a proxy. */
const BELOW_V1 =
  /^(.*?)(?:\/v1)+((?:\/(?:runs|interrupts|host|workflows|packs|artifacts|openapi\.json)(?=[/:]|$).*)?)$/;
/** The page of a run as hosts with a window of their own have it, without `/v1`. */
const PAGE_OF_RUN = /^(.*?)(\/runs\/[^/]+(?:\/.*)?)$/;
const RUN = /^\/(?:host\/[^/]+\/)?runs\/([^/]+)/;
/** Verbs that stand behind the id of a run. */
const VERB = /:(?:fork|pause|resume|diff|cancel)$/;
const WELL_KNOWN = /\/\.well-known\/openwop(?:\.json)?\/?$/;
const TOKEN_PARAMETER = /^(?:stream_?token|token|access_?token|api_?key)$/i;

/** Reads an address with its scheme, which is http or https. */
export function readUrl(text: string): AddressReading {
  const url = urlOf(text);
  if (url === null)
    return refused('This is not an address. Example: https://host.example or 127.0.0.1:3801.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refused(`A host is reached by http or https, not by ${url.protocol.slice(0, 12)}`);
  }
  const path = url.pathname.replace(WELL_KNOWN, '').replace(/\/+$/, '');
  const [, prefix = path, below = ''] = BELOW_V1.exec(path) ?? PAGE_OF_RUN.exec(path) ?? [];
  const named = RUN.exec(below)?.[1]?.replace(VERB, '') ?? null;
  const runId = named === null ? null : checkedRunId(decoded(named));
  if (named !== null && runId === null) {
    return refused('The run id in this address is longer than 128 characters, or cannot be read.');
  }
  const baseUrl = `${url.origin}${prefix.replace(/\/+$/, '')}`;
  return { ok: true, address: { baseUrl, runId }, token: tokenIn(url.searchParams) };
}

function urlOf(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.hostname === '' && url.protocol.startsWith('http') ? null : url;
  } catch {
    return null;
  }
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function tokenIn(parameters: URLSearchParams): string | null {
  for (const [name, value] of parameters) {
    if (TOKEN_PARAMETER.test(name)) return usableToken(value);
  }
  return null;
}

export function refused(message: string): AddressReading {
  return { ok: false, message };
}
