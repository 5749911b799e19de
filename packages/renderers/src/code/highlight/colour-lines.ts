/** Colours a text line by line, in slices between which the window answers. */
import type { Grammar, LineColours, OpenState } from './grammar.ts';
import { idleSlice, SLICE_MS } from './idle-slice.ts';
import type { TextLines } from './text-lines.ts';

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
