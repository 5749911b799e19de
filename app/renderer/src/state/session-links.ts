/** The address of what was in sight last in each session, without the `#`; '' before anything was. */
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
