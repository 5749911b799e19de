import { useEffect, useState } from 'react';
import { onAnnouncement } from './announce.ts';

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
