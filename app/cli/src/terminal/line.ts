/**
 * Lines of human output as data. A verb says what a piece of text is; what may be displayed and in which colour is decided
 * in one place, `paint.ts`, so that content cannot reach the terminal unchecked.
 */

import { clausePlace, splitClause } from '@openwop-inspector/protocol';
import { cutToWidth, safeText, textWidth } from './safe-text.ts';

/** What a piece of text is. `error`, `warning` and `ok` always are next to a word: colour is never the only signal. */
export type Style = 'plain' | 'strong' | 'dim' | 'name' | 'error' | 'warning' | 'ok' | 'untrusted';

/** A stretch of text in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
  /** Path of a page that comes with the application, from its folder, where a terminal may link to it. */
  readonly link?: string;
}

/** One line of output, without its line end. */
export type Line = readonly Span[];

/** A stretch of text; plain when it says no style. */
export type Text = string | Span;

/** Makes a line of texts. */
export function line(...parts: readonly Text[]): Line {
  return parts.map((part) => (typeof part === 'string' ? plain(part) : part));
}

const styled =
  (style: Style) =>
  (text: string): Span => ({ text, style });

export const plain = styled('plain');
export const strong = styled('strong');
export const dim = styled('dim');
/** A name as on the wire: an id, a type, a code. */
export const name = styled('name');
export const error = styled('error');
export const warning = styled('warning');
export const ok = styled('ok');

/** A citation of the protocol pages, linked to the first place it names. */
export function cited(clause: string): Span {
  const target = splitClause(clause).find((piece) => piece.target !== null)?.target ?? null;
  const link = target === null ? undefined : clausePlace(target)?.link;
  return link === undefined ? dim(clause) : { text: clause, style: 'dim', link };
}

/** An empty line. */
export const blank: Line = [];

/** Columns of the labels in front of the facts of a report. */
export const LABEL = 12;

/** A label, then what there is to say. */
export function labelled(label: string, ...parts: readonly Text[]): Line {
  return [dim(label.padEnd(LABEL)), ...line(...parts)];
}

/** Columns a line takes when displayed. */
export function lineWidth(spans: Line): number {
  return spans.reduce((sum, span) => sum + textWidth(safeText(span.text)), 0);
}

/** The line cut to a width, with an ellipsis where it is cut; null is no limit. */
export function cutLine(spans: Line, width: number | null): Line {
  if (width === null || lineWidth(spans) <= width) return spans;
  const out: Span[] = [];
  let left = width;
  for (const span of spans) {
    const text = safeText(span.text);
    const columns = textWidth(text);
    // Room for the ellipsis is reserved, since something follows or is cut.
    if (columns < left) {
      out.push({ ...span, text });
      left -= columns;
      continue;
    }
    const cut = columns === left ? cutToWidth(`${text} `, left) : cutToWidth(text, left);
    out.push({ ...span, text: cut });
    break;
  }
  return out;
}

/** Words of a line put on as many lines as they need; further lines begin with `indent` spaces. Null is no limit. */
export function wrapLine(spans: Line, width: number | null, indent = 0): readonly Line[] {
  if (width === null || lineWidth(spans) <= width) return [spans];
  const lines: Span[][] = [[]];
  let used = 0;
  for (const span of spans) {
    // A word keeps the space behind it, so that joined words read as before.
    for (const word of safeText(span.text).match(/\S+\s*|\s+/g) ?? []) {
      const columns = textWidth(word.trimEnd());
      if (used > indent && used + columns > width) {
        lines.push(indent > 0 ? [plain(' '.repeat(indent))] : []);
        used = indent;
      }
      const displayed = columns > width - used ? cutToWidth(word.trimEnd(), width - used) : word;
      lines.at(-1)?.push({ ...span, text: displayed });
      used += textWidth(displayed);
    }
  }
  return lines;
}
