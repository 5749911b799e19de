import { useState } from 'react';
import styles from './payload-tree.module.css';
import { countText } from './value-words.ts';

/** Unfolding many levels at once stops at this many rows. */
const MOST_ROWS = 2_000;

const LEVELS: readonly (readonly [label: string, name: string, levels: number])[] = [
  ['1', 'Show 1 level', 1],
  ['2', 'Show 2 levels', 2],
  ['3', 'Show 3 levels', 3],
  ['all', 'Show all levels', Number.POSITIVE_INFINITY],
];

export interface LevelButtonsProps {
  /** Unfolds that many levels within a number of rows; answers whether that was all. */
  readonly onShow: (levels: number, budget: number) => Promise<boolean>;
}

/** Buttons that unfold the tree to a number of levels, and what was left out. */
export function LevelButtons({ onShow }: LevelButtonsProps) {
  const [said, setSaid] = useState('');
  async function show(levels: number) {
    setSaid('');
    const all = await onShow(levels, MOST_ROWS);
    if (!all) setSaid(`Stopped at ${countText(MOST_ROWS)} rows`);
  }
  return (
    <fieldset className={styles.depths}>
      <legend className={styles.legend}>Levels</legend>
      {LEVELS.map(([label, name, levels]) => (
        <button
          key={label}
          type="button"
          className={styles.button}
          aria-label={name}
          onClick={() => void show(levels)}
        >
          {label}
        </button>
      ))}
      <span role="status" className={styles.said}>
        {said}
      </span>
    </fieldset>
  );
}
