/** A comparison in words and rows. Pure. */
import { countOf, formatCount, formatDuration, formatSequence, unreachable } from '@openwop-inspector/base';
import type { CompareProgress, NodeDifference, NodeFigures } from '@openwop-inspector/compare';
import type { ComparedDifference, ComparedEvent, ComparedView } from '../worker/compare-contract.ts';

export interface CompareVerdict {
  readonly kind: 'same' | 'differ' | 'unknown';
  readonly title: string;
  readonly text: string;
}

/** What the comparison came to, in two lines. */
export function verdictOf({ first, counts, isSame }: ComparedView): CompareVerdict {
  if (first === null) {
    const text = `${countOf(counts.pairs, 'pair')} of events, none differs.`;
    if (isSame) return { kind: 'same', title: 'Same', text };
    return { kind: 'unknown', title: 'Not known', text: `${text} Not every event could be compared.` };
  }
  const same =
    first.before === 0
      ? 'From the start on they part'
      : `The same for ${countOf(first.before, 'event')}, then they part`;
  const node = (first.a ?? first.b)?.nodeId ?? null;
  return {
    kind: 'differ',
    title: 'Differ',
    text: `${same}${node === null ? '' : ` at node ${node}`}: ${differenceWords(first)}.`,
  };
}

/** What differs, with the types of the events. */
export function differenceWords({ kind, parts, a, b }: ComparedDifference): string {
  const [ofA, ofB] = [a?.type ?? '', b?.type ?? ''];
  switch (kind) {
    case 'onlyA':
      return `only A has ${ofA}`;
    case 'onlyB':
      return `only B has ${ofB}`;
    case 'replaced':
      return `A has ${ofA}, B has ${ofB}`;
    case 'moved':
      return `${ofA} comes in another order`;
    case 'changed':
      return `${ofA} differs in its ${parts.join(', ')}`;
    default:
      return unreachable(kind);
  }
}

/** What differs, in the cell of a row that names the type already. */
export function changeWords({ kind, parts }: ComparedDifference): string {
  switch (kind) {
    case 'onlyA':
      return 'only in A';
    case 'onlyB':
      return 'only in B';
    case 'moved':
      return 'another order';
    case 'replaced':
      return 'another event';
    case 'changed':
      return parts.join(', ');
    default:
      return unreachable(kind);
  }
}

/** Place of an event in its run; a dash where there is none. */
export function placeWords(event: ComparedEvent | null): string {
  return event === null ? '–' : formatSequence(event.sequence);
}

/** A row of the list, read as one name. */
export function differenceName(one: ComparedDifference): string {
  const node = (one.a ?? one.b)?.nodeId ?? null;
  const where = node === null ? '' : `, node ${node}`;
  return `A ${placeWords(one.a)}, B ${placeWords(one.b)}: ${differenceWords(one)}${where}`;
}

/** The counts behind the verdict. */
export function countWords({ counts, masked, apart }: ComparedView): string {
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

/** How far a comparison is. */
export function progressWords({ phase, events }: CompareProgress): string {
  if (phase === 'readingA') return `A: ${countOf(events, 'event')} read`;
  if (phase === 'readingB') return `B: ${countOf(events, 'event')} read`;
  return `${phase === 'aligning' ? 'Aligning' : 'Summing up'} ${countOf(events, 'event')}`;
}

/** The figures of a node that are compared. */
export const FIGURES: readonly {
  readonly title: string;
  readonly figure: keyof NodeFigures;
  readonly format: (value: number) => string;
}[] = [
  { title: 'events', figure: 'events', format: formatCount },
  { title: 'time', figure: 'durationMs', format: formatDuration },
  { title: 'tokens', figure: 'tokens', format: formatCount },
  { title: 'USD', figure: 'costUsd', format: formatCount },
  { title: 'retries', figure: 'retries', format: formatCount },
  { title: 'failed', figure: 'failures', format: formatCount },
];

export interface FigureCell {
  readonly text: string;
  readonly differs: boolean;
}

/** A figure of both sides: one text where they agree, "3 → 5" where not. */
export function figureCell(
  { a, b }: NodeDifference,
  { figure, format }: (typeof FIGURES)[number],
): FigureCell {
  const [ofA, ofB] = [a?.[figure] ?? 0, b?.[figure] ?? 0];
  const words = (value: number): string => (value === 0 ? '–' : format(value));
  return ofA === ofB
    ? { text: words(ofA), differs: false }
    : { text: `${words(ofA)} → ${words(ofB)}`, differs: true };
}

/** Nodes of which a figure differs. */
export function differingNodes(nodes: readonly NodeDifference[]): readonly NodeDifference[] {
  return nodes.filter((node) => FIGURES.some((figure) => figureCell(node, figure).differs));
}
