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

/**
 * A line as it is written, with its line end. Hidden characters of the content are spelled out. `linkBase` is the address
 * that links begin with; null where the terminal takes none.
 */
export function paintLine(spans: Line, hasColour: boolean, linkBase: string | null = null): string {
  const shown = spans.map(({ text, style, link }) => {
    const safe = safeText(text);
    const code = CODES[style];
    const painted = hasColour && code !== null && safe !== '' ? `\u001b[${code}m${safe}\u001b[0m` : safe;
    return link === undefined || linkBase === null ? painted : hyperlink(`${linkBase}${link}`, painted);
  });
  return `${shown.join('').trimEnd()}\n`;
}

/** Operating system command 8, which terminals that know it show as a link and the others leave out. */
function hyperlink(address: string, words: string): string {
  return `\u001b]8;;${address}\u001b\\${words}\u001b]8;;\u001b\\`;
}
