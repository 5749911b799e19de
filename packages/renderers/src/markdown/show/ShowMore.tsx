import { formatCount } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import { idleSlice } from '../../code/highlight/idle-slice.ts';
import styles from './markdown.module.css';

interface ShowMoreProps {
  readonly growing: Growing;
  readonly count: number;
  /** What is counted: parts, rows, items. */
  readonly what: string;
}

/** How far something is displayed, and the way to more of it; nothing while it still grows or when all is there. */
export function ShowMore({ growing: { shown, waits, more }, count, what }: ShowMoreProps) {
  if (!waits) return null;
  return (
    <p className={styles.more}>
      <Button small onPress={more}>
        {what === 'parts' ? 'Show more' : `Show more ${what}`}
      </Button>{' '}
      {formatCount(shown)} of {formatCount(count)} {what} are shown
    </p>
  );
}

/** How many of many things are drawn. */
type Growing = ReturnType<typeof useGrowing>;

/** Renders the first few at once and one more with every idle slice, up to a page; another page on request. */
export function useGrowing(count: number, first: number, page: number) {
  const [displayed, setDisplayed] = useState(first);
  const [limit, setLimit] = useState(page);
  const goal = Math.min(limit, count);
  useEffect(() => {
    if (displayed >= goal) return;
    const leaving = new AbortController();
    void idleSlice(leaving.signal).then((isWanted) => {
      if (isWanted) setDisplayed((old) => old + 1);
    });
    return () => leaving.abort();
  }, [displayed, goal]);
  return {
    shown: Math.min(displayed, goal),
    /** What is drawn without another press has been drawn, and there is more. */
    waits: displayed >= goal && goal < count,
    more: () => setLimit(goal + page),
  };
}
