/** Addresses of requests. A path of v1 already holds `/v1`, which must never be there twice. */
import { parsedUrl } from '@openwop-inspector/base';
import type { HostConnection } from '../connection.ts';

export const DISCOVERY_PATH = '/.well-known/openwop';
/** Names the major of every request to a path without `/v1` (bundles 12.2). */
export const VERSION_HEADER = 'OpenWOP-Version';

/** What a path depends on. */
export type Spoken = Pick<HostConnection, 'major'>;

/** The base without slashes and without `/v1` at its end. */
export function cleanBase(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/(?:\/v1)+$/, '');
}

/** Whole address of a path below the base, with its query. Null for a base that is no address. */
export function requestUrl(
  baseUrl: string,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string | null {
  const rooted = `/${path.replace(/^\/+/, '')}`.replace(/^(?:\/v1)+(?=\/|$)/, '/v1');
  const parameters = new URLSearchParams(Object.entries(query)).toString();
  const address = `${cleanBase(baseUrl)}${rooted}${parameters === '' ? '' : `?${parameters}`}`;
  return parsedUrl(address)?.href ?? null;
}

/**
 * An id as one segment of a path. In v2 bytes of UTF-8 other than `A-Z a-z 0-9 . _ -` are `~HH` (bundles 12.2). In v1 dots
 * alone would climb out of it, so they are encoded twice: the host then knows no such id, which is the truth about them.
 */
export function segment({ major }: Spoken, id: string): string {
  if (/^\.{1,2}$/.test(id)) return id.replaceAll('.', major === 2 ? '~2E' : '%252E');
  const encoded = encodeURIComponent(id.replace(/[\ud800-\udfff]/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return major === 2 ? encoded.replaceAll('~', '%7E').replaceAll('%', '~') : encoded;
}

/** A path of the API, given without the prefix that v1 has. */
export function apiPath({ major }: Spoken, path: string): string {
  return major === 2 ? path : `/v1${path}`;
}

/** Path of a run: `/v1/runs/<id>`, or `/runs/<id>` in v2, and what follows, such as `/events` or `:fork`. */
export function runPath(spoken: Spoken, runId: string, rest = ''): string {
  return apiPath(spoken, `/runs/${segment(spoken, runId)}${rest}`);
}

/** The name of a host as in its address, with the port: how messages call it. */
export function hostNameOf(baseUrl: string): string {
  return parsedUrl(baseUrl)?.host ?? 'the host';
}
