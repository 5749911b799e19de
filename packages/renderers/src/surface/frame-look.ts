import { useSyncExternalStore } from 'react';
import type { FrameLook } from '../surface-frame/frame-contract.ts';

/** Theme and density of the window, as its root element and the system say; followed as they change. */
export function useFrameLook(): FrameLook {
  const [theme, density] = useSyncExternalStore(subscribe, currentLook).split(' ');
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    density: density === 'compact' || density === 'comfortable' ? density : 'normal',
  };
}

/** One string, so that the same look is the same value. */
function currentLook(): string {
  const { theme, density } = document.documentElement.dataset;
  const chosen = theme ?? (darkSystem()?.matches === true ? 'dark' : 'light');
  return `${chosen} ${density ?? 'normal'}`;
}

/** Null where there is no system to ask, as in unit tests. */
function darkSystem(): MediaQueryList | null {
  return typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-density'] });
  const system = darkSystem();
  system?.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system?.removeEventListener('change', changed);
  };
}
