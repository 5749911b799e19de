import { useEffect, useState } from 'react';
import type { Grammar, LineColours, OpenState } from './grammar.ts';
import type { CodeLanguage } from './languages.ts';
import type { TextLines } from './text-lines.ts';

/** Colours by line; lines beyond its end are still plain. */
export type ColoursByLine = readonly LineColours[];

const NONE: ColoursByLine = [];

/** How long one slice may take, in milliseconds: half a frame. */
const SLICE_MS = 8;

/** After this time a slice runs even in a busy window, in milliseconds. */
const MAX_WAIT_MS = 150;

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
    void loadGrammar(language).then((grammar) => {
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

/** The grammar of a language, and with the first one what reads them; null when a file cannot be loaded. */
const loadGrammar = (language: CodeLanguage): Promise<Grammar | null> =>
  import('./grammar.ts').then(
    ({ grammarOf }) => grammarOf(language),
    () => null,
  );

/**
 * Hands over the colours of lines in order, a slice at a time, until the text ends or the signal says to stop. One
 * slice takes about eight milliseconds; one line that is hard to match may take some more.
 */
export async function colourLines(
  lines: TextLines,
  grammar: Grammar,
  take: (from: number, colours: readonly LineColours[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let at = 0;
  let open: OpenState = null;
  while (at < lines.count && (await idleSlice(signal))) {
    const done: LineColours[] = [];
    const until = performance.now() + SLICE_MS;
    do {
      const answer = grammar.line(lines.line(at + done.length), open);
      if (answer === 'wait') continue;
      done.push(answer.colours);
      open = answer.open;
    } while (at + done.length < lines.count && performance.now() < until);
    if (done.length > 0) take(at, done);
    at += done.length;
  }
}

/** Waits until the window is idle. Resolves to false as soon as the signal is aborted. */
function idleSlice(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const run = () => resolve(!signal.aborted);
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: MAX_WAIT_MS });
    else setTimeout(run, 0);
  });
}
