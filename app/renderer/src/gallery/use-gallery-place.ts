import { listMoveOf, stepOf } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import { type GalleryItem, itemAt, itemBeside } from './gallery-place.ts';

/** The story that the address names, and the ways to others: the address itself, the list, `j` and `k`. */
export function useGalleryPlace(items: readonly GalleryItem[]): GalleryItem | undefined {
  const [hash, setHash] = useState(() => location.hash);
  const item = itemAt(items, hash);

  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      const steps = event.key.length === 1 ? stepOf(listMoveOf(event.key)) : 0;
      if (steps === 0 || item === undefined || isForTheStory(event)) return;
      const next = itemBeside(items, item, steps);
      if (next !== undefined) location.hash = next.address;
    };
    addEventListener('keydown', walk);
    return () => removeEventListener('keydown', walk);
  }, [items, item]);

  return item;
}

/** Letters that are typed into something, or held with a modifier, are not ours. */
function isForTheStory(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
}
