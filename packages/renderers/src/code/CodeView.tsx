import { Button, classNames, layout } from '@openwop-inspector/ui';
import { useEffect, useMemo, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { CodeBody } from './CodeBody.tsx';
import { CodeHead } from './CodeHead.tsx';
import { CodeSearch, useCodeSearch } from './CodeSearch.tsx';
import { marksByLine } from './code-search.ts';
import styles from './code-view.module.css';
import { type CodeLanguage, codeLanguage } from './highlight/languages.ts';
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
    <div className={classNames(layout.crops, layout.card)}>
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

export interface CodeNotesProps {
  /** What the text looks like, when nobody said what it is. */
  readonly hint: CodeLanguage | null;
  readonly isColoured: boolean;
  readonly isCut: boolean;
  readonly onFollow: () => void;
}

/** Why the code is shown as it is, where that needs words. */
export function CodeNotes({ hint, isColoured, isCut, onFollow }: CodeNotesProps) {
  const offersHint = hint !== null && isColoured;
  if (!offersHint && isColoured && !isCut) return null;
  return (
    <div className={styles.notes}>
      {offersHint && (
        <p>
          Looks like {hint.title}.{' '}
          <Button small onPress={onFollow}>
            Highlight as {hint.title}
          </Button>
        </p>
      )}
      {!isColoured && <p>Plain text: code above 1 MB is not coloured.</p>}
      {isCut && <p>Only the beginning is shown here. Copy takes all of it.</p>}
    </div>
  );
}
