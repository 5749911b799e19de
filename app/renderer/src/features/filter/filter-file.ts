/** Saved filters and colouring rules as a document that can be shared. */
import { isRecord, listOr, parsedJson } from '@openwop-inspector/base';

const FORM = 'openwop-inspector-filters/1';
/** Filters of a file. */
export const MAX_FILTERS = 200;

type FilterFile =
  | {
      readonly kind: 'filters';
      readonly filters: readonly string[];
      readonly leftOut: number;
      readonly colours: readonly ColourRule[];
    }
  | { readonly kind: 'wrong'; readonly message: string };

/** The document of some filters and rules. */
export const filterFile = (filters: readonly string[], colours: readonly ColourRule[]): string =>
  `${JSON.stringify({ form: FORM, filters, ...(colours.length === 0 ? {} : { colours }) }, null, 2)}\n`;

/** Reads a document of filters; invalid, empty or too long entries are omitted and counted. Rules may be missing. */
export function readFilterFile(text: string): FilterFile {
  const value = parsedJson(text);
  if (value === undefined) return { kind: 'wrong', message: 'this is not JSON' };
  if (!isRecord(value) || !Array.isArray(value.filters))
    return { kind: 'wrong', message: 'this is no document of filters: it has no list "filters"' };
  if (value.form !== FORM) return { kind: 'wrong', message: `the form of the document is not ${FORM}` };
  const filters = value.filters.filter(isFilterText).slice(0, MAX_FILTERS);
  const leftOut = value.filters.length - filters.length;
  return { kind: 'filters', filters, leftOut, colours: readRules(value.colours) };
}

/** Limits of a filter that is saved or shared. Pure. */

/** Maximum length of a filter in characters. */
export const MAX_FILTER_LENGTH = 2000;

export const isFilterText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_FILTER_LENGTH;

/** A mark is a letter in a colour: the letter distinguishes it for users who cannot see the colour. */
export const MARKS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type Mark = (typeof MARKS)[number];

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  A: 'A, green',
  B: 'B, amber',
  C: 'C, violet',
  D: 'D, red',
  E: 'E, teal',
  F: 'F, grey',
};

export interface ColourRule {
  readonly filter: string;
  readonly mark: Mark;
  readonly isOn: boolean;
}

export const MAX_RULES = 12;

export const isMark = (value: unknown): value is Mark => MARKS.some((mark) => mark === value);

/** Rules from an unvalidated document; invalid ones are omitted. */
export function readRules(value: unknown): readonly ColourRule[] {
  return listOr(value)
    .flatMap((one): readonly ColourRule[] => {
      if (!isRecord(one)) return [];
      const { filter, mark, isOn } = one;
      return isFilterText(filter) && isMark(mark)
        ? [{ filter: filter.trim(), mark, isOn: isOn !== false }]
        : [];
    })
    .slice(0, MAX_RULES);
}

/** The first unused mark, for a new rule. */
export function freeMark(rules: readonly ColourRule[]): Mark {
  return (
    MARKS.find((mark) => rules.every((rule) => rule.mark !== mark)) ??
    MARKS[rules.length % MARKS.length] ??
    'A'
  );
}

/** The rules with one moved by one position, up for -1; at the end of the list it stays. */
export function moved(rules: readonly ColourRule[], at: number, by: 1 | -1): readonly ColourRule[] {
  const rule = rules[at];
  const isThere = rule !== undefined && rules[at + by] !== undefined;
  return isThere ? rules.toSpliced(at, 1).toSpliced(at + by, 0, rule) : rules;
}
