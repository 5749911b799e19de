import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

/** True while the person asks the system for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, isReduced);
}

function subscribe(onChange: () => void): () => void {
  // A document that is not shown anywhere has no media to ask.
  const media = typeof window.matchMedia === 'function' ? window.matchMedia(QUERY) : null;
  media?.addEventListener('change', onChange);
  return () => media?.removeEventListener('change', onChange);
}

function isReduced(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia(QUERY).matches;
}
