import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './elements.module.css';
import { Icon } from './elements.tsx';
import { layout } from './layout.ts';

export interface SearchFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'className'> {
  /** Names the field. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string, caret: number) => void;
  /** What cannot be understood is marked. */
  readonly isWrong?: boolean;
  /** What was found, in a few words; null while nothing is narrowed. */
  readonly count?: string | null;
  /** After the text: the key that leads here, or the cross. */
  readonly end?: ReactNode;
  /** Covers the text; presses outside of its elements go to the field. */
  readonly over?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** As high as the small buttons. */
  readonly small?: boolean;
}

/** A field that filters the adjacent content during typing. Other attributes go to its input. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, isWrong, count = null, end, over, inputRef, small, ...input } = props;
  return (
    <div
      className={layout(
        'row grow ground gap6',
        styles.searchField,
        isWrong && styles.wrongSearch,
        small && layout('smallControl rounded'),
      )}
    >
      <Icon name="search" className={layout.third} />
      <span className={layout('grow flex full relative', over != null && styles.coveredSearch)}>
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          ref={inputRef}
          className={layout('grow full bare code ringless', styles.searchInput)}
          aria-label={label}
          value={value}
          onChange={({ target }) => onChange(target.value, target.selectionStart ?? target.value.length)}
        />
        {over}
      </span>
      {count === null ? null : <span className={layout('nowrap second padEnd4')}>{count}</span>}
      {end}
    </div>
  );
}
