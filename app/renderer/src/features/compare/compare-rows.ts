/** A comparison in words and rows. Pure. */
import { countOf, formatSequence } from '@openwop-inspector/base';
import { changeText, comparedPieces, countsText, differencePieces } from '@openwop-inspector/compare';
import type { ComparedDifference, ComparedEvent, ComparedView } from '../../worker/compare-jobs.ts';

/** Result of the comparison, in two lines. */
export function verdictOf(view: ComparedView) {
  const { first } = view;
  const node = (first?.a ?? first?.b)?.nodeId ?? null;
  const types = { a: first?.a?.type ?? '', b: first?.b?.type ?? '' };
  const { text, ...verdict } = comparedPieces<string>(view, first, { node, ...types });
  return { ...verdict, text: text.join('') };
}

/** Status of each side: "Both failed.", "A failed, B completed." */
export const outcomesText = (a: string, b: string): string => (a === b ? `Both ${a}.` : `A ${a}, B ${b}.`);

/** What differs, where the type is next to it; of a folded stream with its pieces. */
export const rowText = (one: ComparedDifference): string =>
  one.pieces === 1 ? changeText(one) : `${changeText(one)}, ${countOf(one.pieces, 'piece')}`;

/** The difference, with the types of the events. */
export const differenceText = (one: ComparedDifference): string =>
  differencePieces<string>(one, one.a?.type ?? '', one.b?.type ?? '').join('');

/** Index of an event in its run; a dash where there is none. */
export const placeText = (event: ComparedEvent | null): string =>
  event === null ? '–' : formatSequence(event.sequence);

/** Accessible name of a row. */
export function differenceName(one: ComparedDifference): string {
  const node = (one.a ?? one.b)?.nodeId ?? null;
  const where = node === null ? '' : `, node ${node}`;
  const pieces = one.pieces === 1 ? '' : `, ${countOf(one.pieces, 'piece')}`;
  return `A ${placeText(one.a)}, B ${placeText(one.b)}: ${differenceText(one)}${where}${pieces}`;
}

/** Counts of the verdict. */
export function countText(view: ComparedView): string {
  const { apart } = view;
  const follows = `${countOf(apart, 'difference')} that ${apart === 1 ? 'follows' : 'follow'} from no other`;
  return `${countsText(view).join(': ')}${apart === 0 ? '' : `; besides the first ${follows}`}`;
}
