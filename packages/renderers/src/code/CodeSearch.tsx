import { formatCount } from '@openwop-inspector/base';
import { useEffect } from 'react';
import type { CodeSearchState } from './CodeView.tsx';
import { MOST_MATCHES } from './code-search.ts';
import styles from './code-view.module.css';
import { StepGlyph } from './glyphs.tsx';

/** The field, how many matches there are, and the way from one to the next. Esc closes it. */
export function CodeSearch({ search }: { readonly search: CodeSearchState }) {
  const { field, wanted, found, step } = search;
  useEffect(() => field.current?.focus(), [field]);
  const none = found.matches.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> came with Chromium 118, the oldest we serve is 114
    <div role="search" className={styles.search}>
      <input
        ref={field}
        type="text"
        className={styles.field}
        aria-label="Search in code"
        placeholder="Search in code"
        spellCheck={false}
        autoComplete="off"
        value={wanted}
        onChange={(change) => search.want(change.currentTarget.value)}
        onKeyDown={(press) => {
          if (press.key === 'Enter') step(press.shiftKey ? -1 : 1);
          else if (press.key === 'Escape') search.setIsOpen(false);
          else return;
          press.preventDefault();
          press.stopPropagation();
        }}
      />
      <span role="status" className={styles.said}>
        {countWords(search)}
      </span>
      <button
        type="button"
        className={styles.tool}
        aria-label="Previous match"
        disabled={none}
        onClick={() => step(-1)}
      >
        <StepGlyph up />
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label="Next match"
        disabled={none}
        onClick={() => step(1)}
      >
        <StepGlyph up={false} />
      </button>
    </div>
  );
}

function countWords({ wanted, found, at }: CodeSearchState): string {
  if (wanted === '') return '';
  const count = found.matches.length;
  if (count === 0) return 'No match';
  const of = found.isCut ? `the first ${formatCount(MOST_MATCHES)}` : formatCount(count);
  return `${formatCount(at + 1)} of ${of}`;
}
