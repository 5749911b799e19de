import { useEffect, useMemo, useRef, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { CodeBody } from './CodeBody.tsx';
import { CodeHead } from './CodeHead.tsx';
import { CodeNotes } from './CodeNotes.tsx';
import { CodeSearch } from './CodeSearch.tsx';
import { findInCode, marksByLine } from './code-search.ts';
import styles from './code-view.module.css';
import { codeLanguage } from './highlight/languages.ts';
import { useLineColours } from './highlight/use-line-colours.ts';
import { looksLike } from './looks-like.ts';
import { FOLD_LINES, shownCode } from './shown-code.ts';

export interface CodeViewProps {
  readonly text: string;
  /** Language as written, any name of it; null leaves the text plain. It chooses colours and nothing else. */
  readonly lang: string | null;
  /** Stands for the word "Code" in the head. */
  readonly title?: string | null;
}

/**
 * Code with line numbers, colours, search, wrapping and copying; long code is folded, and longer code drawn only
 * where it is looked at. Colours come after the text, in slices. Needs `RenderServicesProvider` around it.
 */
export function CodeView({ text, lang, title = null }: CodeViewProps) {
  const services = useRenderServices();
  const { lines, isColoured, isCut } = useMemo(() => shownCode(text), [text]);
  const written = codeLanguage(lang);
  const hint = useMemo(() => (written === null ? codeLanguage(looksLike(text)) : null), [written, text]);
  const [followsHint, setFollowsHint] = useState(false);
  const language = written ?? (followsHint ? hint : null);
  const colours = useLineColours(lines, isColoured ? language : null);
  const [isWhole, setIsWhole] = useState(lines.count <= FOLD_LINES);
  const [isWrapped, setIsWrapped] = useState(false);
  const search = useCodeSearch(lines.text);
  const marks = useMemo(
    () => marksByLine(lines, search.found.matches, search.at),
    [lines, search.found, search.at],
  );
  const match = search.found.matches[search.at];
  const matchLine = match === undefined ? null : lines.lineOf(match.start);
  // What was searched for is shown, wherever it stands.
  useEffect(() => {
    if (matchLine !== null && matchLine >= FOLD_LINES) setIsWhole(true);
  }, [matchLine]);
  const name = title ?? 'Code';

  return (
    <div className={styles.code}>
      <CodeHead
        title={name}
        lang={lang}
        language={language}
        lineCount={lines.count}
        isWrapped={isWrapped}
        isSearching={search.isOpen}
        onWrap={() => setIsWrapped(!isWrapped)}
        onSearch={() => search.setIsOpen(!search.isOpen)}
        onCopy={() => void services.copyText(text, 'Code')}
      />
      {search.isOpen && <CodeSearch search={search} />}
      <CodeNotes
        hint={followsHint ? null : hint}
        isColoured={isColoured}
        isCut={isCut}
        onFollow={() => setFollowsHint(true)}
      />
      <CodeBody
        label={name}
        lines={lines}
        colours={colours}
        marks={marks}
        matchLine={matchLine}
        match={search.at}
        isWhole={isWhole}
        isWrapped={isWrapped}
        onWhole={() => setIsWhole(true)}
      />
    </div>
  );
}

/** Search as it stands: what is wanted, where it is, and which match the person is at. */
export type CodeSearchState = ReturnType<typeof useCodeSearch>;

function useCodeSearch(text: string) {
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
