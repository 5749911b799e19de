import { useEffect, useState } from 'react';
import { colourLines } from './colour-lines.ts';
import { grammarOf, type LineColours } from './grammar.ts';
import type { CodeLanguage } from './languages.ts';
import type { TextLines } from './text-lines.ts';

/** Colours by line; lines beyond its end are still plain. */
export type ColoursByLine = readonly LineColours[];

const NONE: ColoursByLine = [];

/** Colours of a text, more of them with every slice; none for a null language. Belongs to `lines` as an object. */
export function useLineColours(lines: TextLines, language: CodeLanguage | null): ColoursByLine {
  const [found, setFound] = useState<{ readonly of: TextLines; readonly colours: ColoursByLine } | null>(
    null,
  );
  useEffect(() => {
    if (language === null) return setFound(null);
    const leaving = new AbortController();
    // Grows in place: copying it with every slice of a long text would cost more than the colours.
    const colours: LineColours[] = [];
    void grammarOf(language).then((grammar) => {
      if (grammar === null || leaving.signal.aborted) return;
      const take = (_: number, more: readonly LineColours[]) => {
        for (const line of more) colours.push(line);
        setFound({ of: lines, colours });
      };
      void colourLines(lines, grammar, take, leaving.signal);
    });
    return () => leaving.abort();
  }, [lines, language]);
  return language !== null && found !== null && found.of === lines ? found.colours : NONE;
}
