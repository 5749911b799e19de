/** The address of the last visible place in each session, without the `#`; '' before any. */
const links = new Map<string, string>();

export function noteLink(sessionId: string, hash: string): void {
  links.set(sessionId, hash);
}

export const linkOf = (sessionId: string): string => links.get(sessionId) ?? '';

/** Answers the address and forgets it, as its session is gone. */
export function takeLink(sessionId: string): string {
  const hash = linkOf(sessionId);
  links.delete(sessionId);
  return hash;
}
