/** What a comparison says in words of its own, the same on every surface. */
import { countOf, formatCount, formatDuration } from '@openwop-inspector/base';
import type { CompareProgress, Comparison } from './compare-runs.ts';
import type { Difference } from './differences.ts';
import type { NodeDifference, NodeFigures } from './run-side.ts';

/** What differs, as pieces of one sentence; `a` and `b` represent the types of the two events. */
export function differencePieces<T>(
  { kind, parts }: Pick<Difference, 'kind' | 'parts'>,
  a: T,
  b: T,
): readonly (string | T)[] {
  switch (kind) {
    case 'onlyA':
      return ['only A has ', a];
    case 'onlyB':
      return ['only B has ', b];
    case 'replaced':
      return ['A has ', a, ', B has ', b];
    case 'moved':
      return [a, ' comes in another order'];
    default:
      return [a, ` differs in its ${parts.join(', ')}`];
  }
}

const CHANGES = { onlyA: 'only in A', onlyB: 'only in B', moved: 'another order', replaced: 'another event' };

/** What differs, where the type is next to it. */
export const changeText = ({ kind, parts }: Pick<Difference, 'kind' | 'parts'>): string =>
  kind === 'changed' ? parts.join(', ') : CHANGES[kind];

/** How far the two are the same. */
export const beforeText = (before: number): string =>
  before === 0 ? 'From the start on they part' : `The same for ${countOf(before, 'event')}, then they part`;

/** What a verdict and the counts of a comparison are made from. */
type Compared = Pick<Comparison, 'counts' | 'isSame' | 'masked'>;

/** Result of a comparison: a word, then what it is about; `node` represents the node where the two part. */
export function comparedPieces<T>(
  { counts, isSame }: Compared,
  first: (Pick<Difference, 'kind' | 'parts'> & { readonly before: number }) | null,
  { node, a, b }: { readonly node: T | null; readonly a: T; readonly b: T },
): {
  readonly kind: 'same' | 'differ' | 'unknown';
  readonly title: string;
  readonly text: readonly (string | T)[];
} {
  if (first !== null) {
    const place = node === null ? [] : [' at node ', node];
    const text = [beforeText(first.before), ...place, ': ', ...differencePieces(first, a, b), '.'];
    return { kind: 'differ', title: 'Differ', text };
  }
  const text = `${countOf(counts.pairs, 'pair')} of events, none differs.`;
  if (isSame) return { kind: 'same', title: 'Same', text: [text] };
  return { kind: 'unknown', title: 'Not known', text: [text, ' Not every event could be compared.'] };
}

/** Counts of the verdict; the first of them is what the others add up to. */
export function countsText({ counts, masked }: Compared): readonly [pairs: string, rest: string] {
  const { pairs, same, changed, moved, onlyA, onlyB } = counts;
  const values = masked.names + masked.pointers + masked.shapes;
  const kinds = `${formatCount(same)} the same, ${formatCount(changed)} changed, ${formatCount(moved)} moved`;
  const single = `${formatCount(onlyA)} only in A, ${formatCount(onlyB)} only in B`;
  return [countOf(pairs, 'pair'), `${kinds}; ${single}; ${countOf(values, 'value')} left out by the rules`];
}

/** How far a comparison is. */
export function progressText({ phase, events }: CompareProgress): string {
  if (phase === 'readingA') return `A: ${countOf(events, 'event')} read`;
  if (phase === 'readingB') return `B: ${countOf(events, 'event')} read`;
  return `${phase === 'aligning' ? 'Aligning' : 'Summing up'} ${countOf(events, 'event')}`;
}

/** A figure of nodes that is compared. */
export interface ComparedFigure {
  readonly title: string;
  readonly figure: keyof NodeFigures;
  readonly format: (value: number) => string;
}

export const FIGURES: readonly ComparedFigure[] = [
  { title: 'events', figure: 'events', format: formatCount },
  { title: 'time', figure: 'durationMs', format: formatDuration },
  { title: 'tokens', figure: 'tokens', format: formatCount },
  { title: 'USD', figure: 'costUsd', format: formatCount },
  { title: 'retries', figure: 'retries', format: formatCount },
  { title: 'failed', figure: 'failures', format: formatCount },
];

const figuresOf = ({ a, b }: NodeDifference, figure: keyof NodeFigures): readonly [number, number] => [
  a?.[figure] ?? 0,
  b?.[figure] ?? 0,
];

/** Nodes of which a figure differs. */
export const differingNodes = (nodes: readonly NodeDifference[]): readonly NodeDifference[] =>
  nodes.filter((node) =>
    FIGURES.some(({ figure }) => {
      const [a, b] = figuresOf(node, figure);
      return a !== b;
    }),
  );

/** A figure of both sides: one text where they agree, "3 → 5" where not; a dash means none. */
export function figureCell(
  node: NodeDifference,
  { figure, format }: ComparedFigure,
): { readonly text: string; readonly differs: boolean } {
  const [a, b] = figuresOf(node, figure);
  const words = (value: number): string => (value === 0 ? '–' : format(value));
  return a === b ? { text: words(a), differs: false } : { text: `${words(a)} → ${words(b)}`, differs: true };
}
