/** Where the window lives: a scheme of its own, so that its origin is shared with nothing else on the machine. */
export const applicationScheme = 'inspector';

/** First and only document of the window. */
export const applicationAddress = `${applicationScheme}://app/`;

/** True for a document of ours, whatever its query and fragment; the window restores its state from the latter. */
export function isApplicationDocument(address: string): boolean {
  return /^inspector:\/\/app(\/(index\.html)?)?([?#]|$)/.test(address);
}

/** True for the one document that a frame of the window may hold: it draws surfaces (security.md S-03). */
export function isSurfaceDocument(address: string): boolean {
  return address === `${applicationAddress}surface.html`;
}

/**
 * True for addresses the window may load anything from: its own files, bytes it made itself, and the tools of a
 * developer when asked for. Everything else is blocked before it leaves the machine (security.md S-02, S-17).
 */
export function mayRequest(address: string, withDeveloperTools: boolean): boolean {
  const scheme = address.slice(0, address.indexOf(':')).toLowerCase();
  if (scheme === applicationScheme) return address.startsWith(applicationAddress);
  return scheme === 'blob' || scheme === 'data' || (withDeveloperTools && scheme === 'devtools');
}
