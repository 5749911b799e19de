import { classNames, layout } from '@openwop-inspector/ui';
import type { KeyboardEvent } from 'react';
import { chipsOf, withNegated, withoutChip } from '../model/filter-chips.ts';
import styles from './FilterField.module.css';

export interface FilterChipsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Goes on in the text, with this stretch of it selected. */
  readonly onEdit: (from: number, to: number) => void;
}

/** The filter as chips, over its text while that is not edited. */
export function FilterChips({ text, onChange, onEdit }: FilterChipsProps) {
  const chips = chipsOf(text);
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      keepFocus(event.currentTarget, at);
      onChange(withoutChip(text, at));
    } else if (event.key === '-') onChange(withNegated(text, at));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The next chip takes the place of one that goes; behind the last there is the one before, or the text. */
  const keepFocus = (chip: Element, at: number) => {
    if (at < chips.length - 1) return;
    const before = chip.closest('li')?.previousElementSibling?.querySelector('button');
    if (before == null) onEdit(0, 0);
    else before.focus();
  };
  return (
    <ul className={styles.chips} aria-label="Terms of the filter">
      {chips.map(({ from, to, text: term, isNegated, isGroup }, at) => (
        // Two terms may be the same; their order is the text's.
        // biome-ignore lint/suspicious/noArrayIndexKey: a term has no name but its place
        <li key={at} className={classNames(styles.chip, isNegated && styles.negated)}>
          <button
            type="button"
            className={styles.term}
            title={`${term}\nEnter edits it, Delete removes it, - negates it`}
            aria-description="Enter edits it, Delete removes it, minus negates it"
            onClick={() => onEdit(from, to)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {isNegated ? <span className="visually-hidden">not </span> : null}
            {isGroup ? <span className="visually-hidden">group </span> : null}
            <span className={layout.ellipsis}>{term}</span>
          </button>
          <button
            type="button"
            className={styles.remove}
            tabIndex={-1}
            aria-label={`Remove ${term}`}
            onClick={() => onChange(withoutChip(text, at))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
