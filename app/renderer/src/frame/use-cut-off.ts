import { type RefObject, useLayoutEffect, useState } from 'react';

/** How many children of a list that scrolls sideways are cut off, or out of sight, at its two ends. */
export interface CutOff {
  readonly before: number;
  readonly after: number;
}

const NOTHING: CutOff = { before: 0, after: 0 };

/** Part of a pixel that a scroll position may be off by. */
const SLACK_PX = 1;

/** Counts what has no room, anew when the list scrolls, grows, or holds something else (`content`). */
export function useCutOff(list: RefObject<HTMLElement | null>, content: string): CutOff {
  const [cutOff, setCutOff] = useState(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list holds is measured, not read
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const look = () => {
      const now = cutOffOf(current);
      setCutOff((was) => (was.before === now.before && was.after === now.after ? was : now));
    };
    look();
    current.addEventListener('scroll', look);
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    observer?.observe(current);
    return () => {
      current.removeEventListener('scroll', look);
      observer?.disconnect();
    };
  }, [list, content]);
  return cutOff;
}

function cutOffOf(list: HTMLElement): CutOff {
  const { left, right } = list.getBoundingClientRect();
  const boxes = [...list.children].map((child) => child.getBoundingClientRect());
  return {
    before: boxes.filter((box) => box.left < left - SLACK_PX).length,
    after: boxes.filter((box) => box.right > right + SLACK_PX).length,
  };
}
