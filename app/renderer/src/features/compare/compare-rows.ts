/** A comparison in words and rows. Pure. */
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { beforeText, changeText, differencePieces } from '@openwop-inspector/compare';
import type { ComparedDifference, ComparedEvent, ComparedView } from '../../worker/compare-jobs.ts';

export interface CompareVerdict {
  readonly kind: 'same' | 'differ' | 'unknown';
  readonly title: string;
  readonly text: string;
}

/** Result of the comparison, in two lines. */
export function verdictOf({ first, counts, isSame }: ComparedView): CompareVerdict {
  if (first === null) {
    const text = `${countOf(counts.pairs, 'pair')} of events, none differs.`;
    if (isSame) return { kind: 'same', title: 'Same', text };
    return { kind: 'unknown', title: 'Not known', text: `${text} Not every event could be compared.` };
  }
  const node = (first.a ?? first.b)?.nodeId ?? null;
  return {
    kind: 'differ',
    title: 'Differ',
    text: `${beforeText(first.before)}${node === null ? '' : ` at node ${node}`}: ${differenceText(first)}.`,
  };
}

/** Status of each side: "Both failed.", "A failed, B completed." */
export const outcomesText = (a: string, b: string): string => (a === b ? `Both ${a}.` : `A ${a}, B ${b}.`);

/** What differs, where the type is next to it; of a folded stream with its pieces. */
export const rowText = (one: ComparedDifference): string =>
  one.pieces === 1 ? changeText(one) : `${changeText(one)}, ${countOf(one.pieces, 'piece')}`;

/** The difference, with the types of the events. */
export function differenceText(one: ComparedDifference): string {
  return differencePieces<string>(one, one.a?.type ?? '', one.b?.type ?? '').join('');
}

/** Index of an event in its run; a dash where there is none. */
export function placeText(event: ComparedEvent | null): string {
  return event === null ? '–' : formatSequence(event.sequence);
}

/** Accessible name of a row. */
export function differenceName(one: ComparedDifference): string {
  const node = (one.a ?? one.b)?.nodeId ?? null;
  const where = node === null ? '' : `, node ${node}`;
  const pieces = one.pieces === 1 ? '' : `, ${countOf(one.pieces, 'piece')}`;
  return `A ${placeText(one.a)}, B ${placeText(one.b)}: ${differenceText(one)}${where}${pieces}`;
}

/** Counts of the verdict. */
export function countText({ counts, masked, apart }: ComparedView): string {
  const { pairs, same, changed, moved, onlyA, onlyB } = counts;
  const values = masked.names + masked.pointers + masked.shapes;
  return [
    `${countOf(pairs, 'pair')}: ${formatCount(same)} the same, ${formatCount(changed)} changed, ${formatCount(moved)} moved`,
    `${formatCount(onlyA)} only in A, ${formatCount(onlyB)} only in B`,
    `${countOf(values, 'value')} left out by the rules`,
    ...(apart === 0
      ? []
      : [
          `besides the first ${countOf(apart, 'difference')} that ${apart === 1 ? 'follows' : 'follow'} from no other`,
        ]),
  ].join('; ');
}
