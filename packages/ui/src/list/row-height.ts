import { useSyncExternalStore } from 'react';

/** Height of a row in CSS pixels before the style sheet is there (and in tests). */
const DEFAULT_ROW_HEIGHT = 24;

/** Row height in CSS pixels, as `--row` says for the density and the pointer of now. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, readRowHeight, () => DEFAULT_ROW_HEIGHT);
}

function readRowHeight(): number {
  const value = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));
  return Number.isFinite(value) && value > 0 ? value : DEFAULT_ROW_HEIGHT;
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  const pointer = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : null;
  pointer?.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    pointer?.removeEventListener('change', onChange);
  };
}
