import { withSecret } from '../shell/with-secret.ts';

let secret: string | null = null;

/** The window tells its worker the secret first of all; it is kept in memory, as there. */
export function takeSecret(given: string | null): void {
  secret = given;
}

/** `fetch` of a file that the shell serves. */
export function askForRange(url: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { headers: withSecret(headers, secret) });
}
