/** Colouring rules: a filter, and the letter and colour of the rows that it selects. Pure. */
import { isRecord } from '@openwop-inspector/base';
import { isFilterText } from './filter-text.ts';

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
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list
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
