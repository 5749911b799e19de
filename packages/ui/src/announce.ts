/**
 * Announcements for screen readers: match counts, copies, the end of a load. One polite live region, mounted once by
 * `LiveRegion`, reads the newest message.
 */
type Listener = (message: string) => void;

const listeners = new Set<Listener>();

/** Says a message politely; a message that repeats is said again. */
export function announce(message: string): void {
  for (const listener of listeners) listener(message);
}

/** Returns the way to stop listening. */
export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
