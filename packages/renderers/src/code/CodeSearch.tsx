import { useEffect, useMemo, useRef, useState } from 'react';
import { findInCode, MOST_MATCHES } from './code-search.ts';
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
  const of = found.isCut ? `the first ${MOST_MATCHES.toLocaleString('en')}` : count.toLocaleString('en');
  return `${(at + 1).toLocaleString('en')} of ${of}`;
}

/** Search as it stands: what is wanted, where it is, and which match the person is at. */
export type CodeSearchState = ReturnType<typeof useCodeSearch>;

/** The search of one text: open or not, what is wanted, and the match the person is at. */
export function useCodeSearch(text: string) {
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const [place, setPlace] = useState(0);
  const found = useMemo(() => findInCode(text, isOpen ? wanted : ''), [text, wanted, isOpen]);
  const field = useRef<HTMLInputElement>(null);
  const count = found.matches.length;
  return {
    isOpen,
    setIsOpen,
    wanted,
    found,
    field,
    at: count === 0 ? -1 : place % count,
    want(next: string) {
      setWanted(next);
      setPlace(0);
    },
    step: (by: 1 | -1) => setPlace((old) => (count === 0 ? 0 : (old + by + count) % count)),
  };
}
