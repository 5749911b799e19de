import { useEffect, useState } from 'react';

/** What is over sooner than this, in ms, is not worth a word. */
const WORTH_A_WORD_MS = 300;

/** True while something is so, from when it has been so for a moment: what is quick does not flash. */
export function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasts(true), WORTH_A_WORD_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo]);
  return isSo && lasts;
}
