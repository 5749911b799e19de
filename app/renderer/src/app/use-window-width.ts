import { useSyncExternalStore } from 'react';

/** True while the window is at least this many CSS pixels wide; a zoom of 200 % halves the width. */
export function useIsWide(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`;
  return useSyncExternalStore(
    (onChange) => {
      if (typeof matchMedia !== 'function') return () => undefined;
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => typeof matchMedia !== 'function' || matchMedia(query).matches,
    () => true,
  );
}
