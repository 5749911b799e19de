import { firstThat } from '@openwop-inspector/base';
import { useEffect, useState } from 'react';
import type { Grammar, LineColours, OpenState } from './grammar.ts';
import type { CodeLanguage } from './languages.ts';

/** A text by its lines. Lines are sliced on demand; only their offsets are stored. */

/** Line `at` counts from 0 and comes without its line end. */
export interface TextLines {
  readonly text: string;
  readonly count: number;
  /** Empty outside of the text. */
  readonly line: (at: number) => string;
  /** Where the line begins in the text, in UTF-16 units. */
  readonly start: (at: number) => number;
  /** Returns the line at an offset of the text. */
  readonly lineOf: (offset: number) => number;
}

/** Splits at line feeds, with or without a carriage return before; a last empty line does not count. O(length). */
export function textLines(text: string): TextLines {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0 && end + 1 < text.length; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  const count = starts.length;
  const start = (at: number) => starts[at] ?? text.length;
  const line = (at: number) =>
    at < 0 || at >= count ? '' : text.slice(start(at), start(at + 1)).replace(/\r?\n$/, '');
  const lineOf = (offset: number) => Math.max(0, firstThat(count, (at) => start(at) > offset) - 1);
  return { text, count, line, start, lineOf };
}

// A line cut at the ends of colours and of matches: pieces that are drawn in one way each.

/** A match of a search within a line, in UTF-16 units of the line. */
export interface LineMark {
  readonly start: number;
  readonly end: number;
  /** True for the current match. */
  readonly isCurrent: boolean;
}

export interface LinePiece {
  /** Where it begins in the line. */
  readonly start: number;
  readonly text: string;
  /** Place in `CODE_ROLES`. */
  readonly role: number;
  readonly mark: 'none' | 'match' | 'current';
}

/** Pieces in order, put together the text. Colours and marks are sorted and do not overlap among themselves. */
export function linePieces(
  text: string,
  colours: LineColours,
  marks: readonly LineMark[],
): readonly LinePiece[] {
  const cuts = new Set([text.length]);
  for (const [end] of colours) cuts.add(end);
  for (const { start, end } of marks) cuts.add(start).add(end);
  const ends = [...cuts].filter((cut) => cut > 0 && cut <= text.length).sort((a, b) => a - b);
  const pieces: LinePiece[] = [];
  let start = 0;
  let colourAt = 0;
  for (const end of ends) {
    while ((colours[colourAt]?.[0] ?? Number.POSITIVE_INFINITY) <= start) colourAt++;
    const role = colours[colourAt]?.[1] ?? 0;
    pieces.push({ start, text: text.slice(start, end), role, mark: markAt(marks, start) });
    start = end;
  }
  return pieces;
}

function markAt(marks: readonly LineMark[], at: number): LinePiece['mark'] {
  const mark = marks.find(({ start, end }) => start <= at && at < end);
  if (mark === undefined) return 'none';
  return mark.isCurrent ? 'current' : 'match';
}

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
