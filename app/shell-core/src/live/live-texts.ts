/** Forms of the texts that name hosts, runs and tokens; the one place that says what is taken. */

/**
 * A base URL in the one form that is kept: http or https, an origin, and a path before `/v1` where a proxy has one. No
 * user name, query, fragment or slash at the end.
 */
export function isBaseUrl(value: unknown): value is string {
  const url = typeof value === 'string' && value.length <= 2048 ? urlFrom(value) : null;
  if (typeof value !== 'string' || url === null) return false;
  const { protocol, origin, pathname, username, password } = url;
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return false;
  return value === `${origin}${pathname === '/' ? '' : pathname}` && !value.endsWith('/');
}

/** A `runId`: 1 to 128 characters of one line. */
export function isRunId(value: unknown): value is string {
  return typeof value === 'string' && /^[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u.test(value);
}

/**
 * A token as it is put behind `Bearer`: blanks around it and that word itself are taken away, as they come along when
 * one is copied. Null for what cannot stand in a header.
 */
export function plainToken(text: string): string | null {
  const token = text.trim().replace(/^bearer\s+/i, '');
  return /^[\x21-\x7e]{1,8192}$/.test(token) ? token : null;
}

/** `URL.canParse` is younger than the engine of the desktop. */
function urlFrom(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
