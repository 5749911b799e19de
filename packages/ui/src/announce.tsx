import { useEffect, useState } from 'react';

/**
 * Announcements for screen readers: match counts, copies, the end of a load. One polite live region, mounted once by
 * `LiveRegion`, reads the newest message.
 */
const listeners = new Set<(message: string) => void>();

/** Says a message politely; a message that repeats is said again. */
export function announce(message: string): void {
  for (const listener of listeners) listener(message);
}

/** Returns the way to stop listening. */
export function onAnnouncement(listener: (message: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one polite live region of the window. */
export function LiveRegion() {
  const [said, setSaid] = useState({ message: '', count: 0 });
  useEffect(() => onAnnouncement((message) => setSaid(({ count }) => ({ message, count: count + 1 }))), []);
  // A no-break space at every second message makes a repeated one a change, so that it is read again.
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {said.message}
      {said.count % 2 === 1 ? '\u00a0' : ''}
    </div>
  );
}
