/** Addresses of requests. Every path already holds `/v1`, which must never stand there twice. */

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
  try {
    return new URL(`${cleanBase(baseUrl)}${rooted}${parameters === '' ? '' : `?${parameters}`}`).href;
  } catch {
    return null;
  }
}

/**
 * An id as one segment of a path. Dots alone would climb out of it, so they are encoded twice: the host then knows no
 * such id, which is the truth about them.
 */
export function segment(id: string): string {
  if (/^\.{1,2}$/.test(id)) return id.replaceAll('.', '%252E');
  return encodeURIComponent(id.replace(/[\ud800-\udfff]/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Path of a run: `/v1/runs/<id>` and what follows, such as `/events` or `:fork`. */
export function runPath(runId: string, rest = ''): string {
  return `/v1/runs/${segment(runId)}${rest}`;
}

/** The name of a host as in its address, with the port: how messages call it. */
export function hostNameOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host;
  } catch {
    return 'the host';
  }
}

/** Paths of one run that a session asks (section 5). */
export function runPaths(runId: string) {
  return {
    run: runPath(runId),
    events: runPath(runId, '/events'),
    poll: runPath(runId, '/events/poll'),
    bundle: runPath(runId, '/debug-bundle'),
  };
}
