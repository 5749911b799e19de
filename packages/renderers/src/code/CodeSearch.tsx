import { useEffect, useMemo, useRef, useState } from 'react';
import { SearchBar } from '../parts/SearchBar.tsx';
import { findInCode } from './code-search.ts';
import styles from './code-view.module.css';

/** The search of a code, focused as it opens. Esc closes it. */
export function CodeSearch({ search }: { readonly search: CodeSearchState }) {
  const { field, wanted, found, at, step } = search;
  useEffect(() => field.current?.focus(), [field]);
  return (
    <div className={styles.search}>
      <SearchBar
        field={field}
        label="Search in code"
        text={wanted}
        found={{ count: found.matches.length, at, isCut: found.isCut }}
        onText={search.want}
        onStep={step}
        onEscape={() => search.setIsOpen(false)}
      />
    </div>
  );
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
