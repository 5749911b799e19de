const LOOPBACK = /^http:\/\/(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])([:/]|$)/i;

/** True for an address whose requests, and with them the token, could be read on the way (security S-11). */
export function isReadableOnTheWay(baseUrl: string): boolean {
  return /^http:\/\//i.test(baseUrl) && !LOOPBACK.test(baseUrl);
}

/** What is said of such an address, in the window, by the doctor and in the terminal. */
export const READABLE_ON_THE_WAY = 'The address is plain http: a token can be read on the way. Use https.';
