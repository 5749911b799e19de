/** From lines to what is written: content made safe, styles turned to colours where the terminal has them. */
import type { Line, Style } from './line.ts';
import { safeText } from './safe-text.ts';

/** Select Graphic Rendition codes; the eight basic colours, so that the person's own palette is used. */
const CODES: Readonly<Record<Style, string | null>> = {
  plain: null,
  strong: '1',
  dim: '2',
  name: '36',
  error: '1;31',
  warning: '33',
  ok: '32',
  untrusted: '35',
};

/** A line as it is written, with its line end. Hidden characters of the content are spelled out. */
export function paintLine(spans: Line, hasColour: boolean): string {
  const shown = spans.map(({ text, style }) => {
    const safe = safeText(text);
    const code = CODES[style];
    return hasColour && code !== null && safe !== '' ? `\u001b[${code}m${safe}\u001b[0m` : safe;
  });
  return `${shown.join('').trimEnd()}\n`;
}
