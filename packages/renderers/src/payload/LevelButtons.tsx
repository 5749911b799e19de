import { classNames, layout } from '@openwop-inspector/ui';
import controls from '../parts/parts.module.css';
import styles from './payload-tree.module.css';

const LEVELS: readonly (readonly [label: string, name: string, levels: number])[] = [
  ['1', 'Show 1 level', 1],
  ['2', 'Show 2 levels', 2],
  ['3', 'Show 3 levels', 3],
];

export interface LevelButtonsProps {
  /** What was left out the last time, in words. */
  readonly said: string;
  /** Unfolds that many levels. */
  readonly onShow: (levels: number) => void;
  /** One level more than all that are unfolded now, or one fewer. */
  readonly onStep: (by: 'more' | 'fewer' | 'all') => void;
}

/** Buttons that unfold the tree to a number of levels, and what was left out. */
export function LevelButtons({ said, onShow, onStep }: LevelButtonsProps) {
  const button = (label: string, name: string, onClick: () => void) => (
    <button
      key={label}
      type="button"
      className={controls.button}
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <fieldset className={classNames(layout.row, layout.fixed, layout.gap2)}>
      <legend className={styles.legend}>Levels</legend>
      {button('\u2212', 'Show one level fewer', () => onStep('fewer'))}
      {LEVELS.map(([label, name, levels]) => button(label, name, () => onShow(levels)))}
      {button('+', 'Show one level more', () => onStep('more'))}
      {button('all', 'Show all levels', () => onStep('all'))}
      <span role="status" className={classNames(layout.fixed, layout.nowrap, layout.aside)}>
        {said}
      </span>
    </fieldset>
  );
}
