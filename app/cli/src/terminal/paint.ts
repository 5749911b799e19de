/** From lines to what is written: content made safe, styles turned to colours where the terminal has them. */
import { masker } from '@openwop-inspector/base';
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

/**
 * A line without secrets (security S-14): the last door before a terminal, whatever a verb has done before. A secret that
 * runs over several spans takes their styles with it. O(length), one look for most lines.
 */
export function maskedLine(spans: Line): Line {
  if (masker.counted(textOf(spans)).masked === 0) return spans;
  const each = spans.map((span) => ({ ...span, text: masker.text(span.text) }));
  const whole = masker.counted(textOf(each));
  return whole.masked === 0 ? each : [{ text: whole.value, style: 'plain' }];
}

function textOf(spans: Line): string {
  let text = '';
  for (const span of spans) text += span.text;
  return text;
}
