/** How much of a code is drawn, and in which way. */
import { isLongerThan } from '../model/json/json-measure.ts';
import { type TextLines, textLines } from './highlight/text-lines.ts';

/** Above this only the first lines are displayed until all are requested. */
export const FOLD_LINES = 200;
/** Above this only the visible lines are rendered. */
export const WINDOW_LINES = 2_000;
/** Above this, in UTF-8 bytes, code is plain. */
const MAX_COLOURED = 1_000_000;
/** Above this the rest is left to "Copy", in UTF-16 units and in lines: a browser cannot make a taller page. */
const MAX_UNITS = 8 * 1024 * 1024;
const MAX_LINES = 500_000;

/** A code as far as it is displayed. */
interface VisibleCode {
  readonly lines: TextLines;
  readonly isColoured: boolean;
  /** The text continues after its last line. */
  readonly isCut: boolean;
}

export function visibleCode(text: string): VisibleCode {
  const lines = textLines(text.slice(0, MAX_UNITS));
  const isLong = lines.count > MAX_LINES;
  return {
    lines: isLong ? textLines(text.slice(0, lines.start(MAX_LINES))) : lines,
    isColoured: !isLongerThan(text, MAX_COLOURED),
    isCut: isLong || text.length > MAX_UNITS,
  };
}
