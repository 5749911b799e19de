/** A filter as chips: its parts, and the text without one or with one negated. Pure. */
import { type FilterPart, filterParts } from '@openwop-inspector/run-log';

export interface FilterChip extends FilterPart {
  /** Source text. */
  readonly text: string;
  /** The same without its negation. */
  readonly term: string;
}

const NEGATION = /^(?:-|not\b\s*)/i;

/** The chips of a filter; none when it cannot be parsed. */
export function chipsOf(text: string): readonly FilterChip[] {
  return filterParts(text).map((part) => {
    const written = text.slice(part.from, part.to);
    return { ...part, text: written, term: part.isNegated ? written.replace(NEGATION, '') : written };
  });
}

/** The filter without one of its chips. */
export function withoutChip(text: string, at: number): string {
  return joined(chipsOf(text).toSpliced(at, 1));
}

/** The filter with the negation of one of its chips toggled. */
export function withNegated(text: string, at: number): string {
  const chips = chipsOf(text);
  const chip = chips[at];
  if (chip === undefined) return text;
  return joined(chips.toSpliced(at, 1, { ...chip, text: negated(chip) }));
}

function negated({ text, term, isNegated, isGroup }: FilterChip): string {
  if (isNegated) return plain(term);
  return isGroup && !text.startsWith('(') ? `-(${text})` : `-${text}`;
}

/** A word that itself begins like a negation is no longer one in quotes. */
const plain = (text: string): string => (text.startsWith('-') ? `"${text.replace(/["\\]/g, '\\$&')}"` : text);

const joined = (chips: readonly FilterChip[]): string => chips.map(({ text }) => text).join(' ');
