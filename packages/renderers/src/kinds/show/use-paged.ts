import { useState } from 'react';

/** Entries of a list that are drawn at once. */
const PAGE = 100;

export interface Paged<T> {
  readonly shown: readonly T[];
  /** How many the next page has; 0 at the end. */
  readonly next: number;
  readonly left: number;
  readonly showMore: () => void;
}

/** A long list, a page at a time. */
export function usePaged<T>(list: readonly T[]): Paged<T> {
  const [count, setCount] = useState(PAGE);
  const left = Math.max(0, list.length - count);
  return {
    shown: list.length > count ? list.slice(0, count) : list,
    next: Math.min(PAGE, left),
    left,
    showMore: () => setCount(count + PAGE),
  };
}
