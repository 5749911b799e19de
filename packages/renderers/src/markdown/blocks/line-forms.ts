/** What a line of Markdown begins (CommonMark 0.31, chapter 4 and 5; GFM for tables and footnotes). */

export const isBlank = (line: string): boolean => line === '' || /^[ \t]*$/.test(line);

/** False for most lines, quickly: only some signs begin a block that is no paragraph, no list and no quote. */
export const mayBeginLeaf = (line: string): boolean => /^ {0,3}[`~$<]/.test(line);

/** The same for definitions and for the fences that hide them. */
export const mayDefineOrFence = (line: string): boolean => /^ {0,3}[`~[]/.test(line);

/** Indented, so that it may belong to a list item above. */
export const isIndented = (line: string): boolean => /^[ \t]+\S/.test(line);

const listMarker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

export const beginsListItem = (line: string): boolean => listMarker.test(line);

export interface FenceOpening {
  readonly fence: string;
  readonly indent: number;
  readonly info: string;
}

/** The opening of a fenced code block; null for any other line. */
export function fenceOpening(line: string): FenceOpening | null {
  const found = /^( {0,3})(`{3,}|~{3,})[ \t]*(.*)$/.exec(line);
  const [, indent = '', fence = '', info = ''] = found ?? [];
  if (found === null || (fence.startsWith('`') && info.includes('`'))) return null;
  return { fence, indent: indent.length, info: info.trim() };
}

/** True for the line that closes a fence: as long at least, of the same sign, nothing behind. */
export function closesFence(line: string, fence: string): boolean {
  const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return found !== undefined && found.length >= fence.length && found[0] === fence[0];
}

/** What ends the HTML that this line begins and that goes on over blank lines; null for any other line. */
export function htmlEnd(line: string): RegExp | null {
  if (!/^ {0,3}</.test(line)) return null;
  if (/^ {0,3}<(script|pre|style|textarea)(\s|>|$)/i.test(line)) return /<\/(script|pre|style|textarea)>/i;
  if (/^ {0,3}<!--/.test(line)) return /-->/;
  if (/^ {0,3}<\?/.test(line)) return /\?>/;
  if (/^ {0,3}<!\[CDATA\[/.test(line)) return /\]\]>/;
  return /^ {0,3}<![A-Za-z]/.test(line) ? />/ : null;
}

/** The label of a link definition or of a footnote, with its `^`; null for any other line. */
export function definitionLabel(line: string): string | null {
  return /^ {0,3}\[((?:[^[\]\\]|\\.){1,999})\]:/.exec(line)?.[1] ?? null;
}

/** Labels that mean the same have the same form. */
export function labelForm(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The line under the heads of a table. */
export function isDelimiterRow(line: string): boolean {
  return line.includes('-') && /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(line);
}

/** True when a line that could be a row of a table begins something else. */
export function endsTable(line: string): boolean {
  return isBlank(line) || /^ {0,3}(>|#{1,6}(\s|$)|<[A-Za-z!/?])/.test(line) || fenceOpening(line) !== null;
}

/** Deeper nesting of quotes and lists in one line helps nobody, and costs the cube of it. */
const MOST_CONTAINERS = 16;

/** True for a line such as `> > > > …` or `- - - - …` with more containers than are laid out. */
export function isDeep(line: string): boolean {
  if (!/^[ \t]*[>\-+*\d]/.test(line)) return false;
  const marker = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  for (let count = 0; marker.test(line); count++) if (count >= MOST_CONTAINERS) return true;
  return false;
}
