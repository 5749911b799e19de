import { formatCount } from '@openwop-inspector/base';
import type { RefObject } from 'react';
import { StepArrow } from './glyphs.tsx';
import type { SearchState } from './payload-search.ts';
import styles from './payload-tree.module.css';

export interface PayloadSearchProps {
  readonly state: SearchState;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onText: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** Esc in an empty field. */
  readonly onLeave: () => void;
}

/** The search field of a payload with the way to the next and the previous match. */
export function PayloadSearch({ state, field, onText, onStep, onLeave }: PayloadSearchProps) {
  const none = state.pointers.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> came with Chromium 118, the oldest we serve is 114
    <div role="search" className={styles.search}>
      <input
        ref={field}
        type="text"
        className={styles.field}
        aria-label="Search keys and values"
        title="Keys, values, or a pointer such as /error/code"
        placeholder="Search keys and values"
        spellCheck={false}
        autoComplete="off"
        value={state.text}
        onChange={(change) => onText(change.currentTarget.value)}
        onKeyDown={(press) => {
          if (press.key === 'Enter') onStep(press.shiftKey ? -1 : 1);
          else if (press.key === 'Escape' && state.text !== '') onText('');
          else if (press.key === 'Escape') onLeave();
          else return;
          press.preventDefault();
          press.stopPropagation();
        }}
      />
      <span role="status" className={styles.found}>
        {searchWords(state)}
      </span>
      <button
        type="button"
        className={styles.iconButton}
        aria-label="Previous match"
        disabled={none}
        onClick={() => onStep(-1)}
      >
        <StepArrow up />
      </button>
      <button
        type="button"
        className={styles.iconButton}
        aria-label="Next match"
        disabled={none}
        onClick={() => onStep(1)}
      >
        <StepArrow up={false} />
      </button>
    </div>
  );
}

function searchWords(state: SearchState): string {
  if (state.failure !== '') return `No answer: ${state.failure}`;
  if (state.text === '') return '';
  if (state.pointers.length === 0) return 'No match';
  const total = formatCount(state.pointers.length);
  return `${formatCount(state.at + 1)} of ${state.truncated ? `the first ${total}` : total}`;
}
