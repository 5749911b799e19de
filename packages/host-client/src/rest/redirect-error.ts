import type { HostError } from '../answers/host-error.ts';
import { withoutAnswer } from '../errors/network-error.ts';

/**
 * A redirect as an error: it is not followed, since the token goes to one address only (security S-11). Where it leads
 * is named without its query, which may hold what is nobody's business.
 */
export function redirectError(
  host: string,
  { status, headers }: Response,
  asked: string,
  mask: (text: string) => string,
): HostError {
  const to = targetOf(headers.get('location'), asked);
  const where = to === null ? 'another address' : mask(to);
  const message = `${host} sends the request on to ${where}. It was not followed, since the token goes to one address only. If that one is right, enter it as the host.`;
  return { ...withoutAnswer('redirect', `http_${status}`, message), status };
}

function targetOf(location: string | null, asked: string): string | null {
  if (location === null || location.length > 4096) return null;
  try {
    const { origin, pathname } = new URL(location, asked);
    return origin === 'null' ? null : `${origin}${pathname}`.slice(0, 300);
  } catch {
    return null;
  }
}
