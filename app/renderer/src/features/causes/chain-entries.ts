/**
 * A causal chain in reading order, from its start down to the event itself, each step with its rule; and the texts of a row
 * of the causes tree: its name, its effects, its rule.
 */
import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { displayText } from '@openwop-inspector/renderers';
import {
  type CausalChain,
  type CausalVia,
  type CauseRule,
  type CauseTreeRow,
  type ChainLink,
  type ChainNode,
  INFERRED_WORDS,
  type InferredCounts,
  type InferredRule,
  viaText,
} from '@openwop-inspector/run-log';
import type { IconName } from '@openwop-inspector/ui';

/** A stop of the rendered chain. */
export interface ChainStop {
  readonly kind: 'node';
  /** Steps from the target, which is 0. */
  readonly depth: number;
  readonly node: ChainNode;
  readonly role: 'start' | 'cause' | 'target';
  /** For the event that is the cause: the rule by which it is. */
  readonly rule: CauseRule | null;
}

/** Stops, the edge from each to the next, and the folded range. */
export type ChainEntry =
  | ChainStop
  | {
      readonly kind: 'edge';
      readonly depth: number;
      /** The cause of the edge. */
      readonly from: ChainNode;
      readonly via: CausalVia;
      readonly marks: ChainLink['marks'];
    }
  | { readonly kind: 'folded'; readonly count: number };

/** Causes displayed at the start and at the event's end while the middle is folded. */
export const ROOT_END = 3;
export const NEAR_END = 8;

/** Entries from the first cause to the target. `unfolded` middle causes are added to the two ends. */
export function chainEntries(chain: CausalChain, unfolded: number): readonly ChainEntry[] {
  const { ancestors } = chain;
  const startAt = placeOf(chain, chain.chainStart);
  const causeAt = placeOf(chain, chain.cause?.node ?? null);
  const hidden = Math.max(0, ancestors.length - ROOT_END - NEAR_END - unfolded);
  // A fold row takes as much space as one cause.
  const folds = hidden > 1;
  // For a very long chain the worker sends both ends only.
  const unsent = chain.ancestorTotal - ancestors.length;
  const entries: ChainEntry[] = [];
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const link = ancestors[at];
    if (link === undefined) continue;
    const fromRoot = ancestors.length - 1 - at;
    if (folds && fromRoot >= ROOT_END && fromRoot < ROOT_END + hidden) {
      if (fromRoot === ROOT_END) entries.push({ kind: 'folded', count: hidden + unsent });
      continue;
    }
    const { node, via, marks, depth } = link;
    const rule = at === causeAt ? (chain.cause?.rule ?? null) : null;
    entries.push({ kind: 'node', depth, node, role: at === startAt ? 'start' : 'cause', rule });
    entries.push({ kind: 'edge', depth, from: node, via, marks });
  }
  entries.push({ kind: 'node', depth: 0, node: chain.target, role: 'target', rule: null });
  return entries;
}

/** Index of an event among the ancestors; -1 for the target and for none. */
function placeOf({ ancestors }: CausalChain, event: ChainNode | null): number {
  if (event?.kind !== 'event') return -1;
  return ancestors.findLastIndex(
    ({ node }) => node.kind === 'event' && node.row.ordinal === event.row.ordinal,
  );
}

/** `3 below`, `3 below, 12 in all`; empty where nothing is. */
export const belowText = (row: Counted): string => withTotal(`${formatCount(row.children)} below`, row);

type Counted = Pick<CauseTreeRow, 'children' | 'descendants'>;

function withTotal(direct: string, { children, descendants }: Counted): string {
  if (children === 0) return '';
  return descendants === children ? direct : `${direct}, ${formatCount(descendants)} in all`;
}

/** Composition of a forest: its trees, its edges by rule, most frequent first. */
export function forestText({ byRule, edges }: InferredCounts, trees: number): string {
  const rules = (Object.entries(byRule) as [InferredRule, number][])
    .sort(([, one], [, other]) => other - one)
    .map(([rule, count]) => `${INFERRED_WORDS[rule]} ${formatCount(count)}`);
  return [`${countOf(trees, 'tree')}, ${countOf(edges, 'inferred edge')}`, rules.join(', ')]
    .filter((part) => part !== '')
    .join(': ');
}

/** Note where ids were not read; empty where all were. */
export function notReadText({ notRead }: InferredCounts): string {
  return notRead === 0
    ? ''
    : `The ids of ${countOf(notRead, 'event')} were not read: they are displayed below their node or run.`;
}

/** `3 effects`, `3 effects, 1,204 in all`; empty without any. Events of an inferred tree are not effects. */
export const effectText = (row: CauseTreeRow, isInferred: boolean): string =>
  isInferred ? belowText(row) : withTotal(countOf(row.children, 'effect'), row);

/** The rule of the edge above a row; empty for a row without one. */
export function edgeText({ via, inferredBy }: CauseTreeRow): string {
  if (inferredBy !== undefined) return INFERRED_WORDS[inferredBy];
  return via === null ? '' : viaText(via);
}

/** The glyph of a node, and the texts in place of the type and the summary of an event. */
export function nodeLook(node: ChainNode): Readonly<{ icon: IconName; title: string; text: string }> {
  switch (node.kind) {
    case 'event': {
      const { type, summary } = node.row;
      return { icon: eventGlyph(type), title: type, text: summary };
    }
    case 'envelope': {
      const text = `${countOf(node.events, 'event')} · ${node.correlationId}`;
      return { icon: 'envelope', title: node.envelopeType ?? 'envelope', text };
    }
    case 'external': {
      const title = node.hostId === null ? 'outside this log' : `host ${node.hostId}`;
      return { icon: 'external', title, text: node.id };
    }
    case 'dangling':
      return { icon: 'gap', title: 'not loaded', text: node.id };
    default:
      return unreachable(node);
  }
}

/**
 * Accessible name of the row: the words on screen in their order, then the meaning of its form. `taint` is the word for
 * its position on a rendered path.
 */
export function causeRowName(row: CauseTreeRow, isInferred: boolean, taint = ''): string {
  const { node, via, inferredBy } = row;
  const event = node.kind === 'event' ? node.row : null;
  const number = event === null ? '' : `${formatSequence(event.sequence)} `;
  const from = event?.taintFrom == null ? '' : ` from ${formatSequence(event.taintFrom.sequence)}`;
  // Only where causes are recorded is a row without a cause called a root.
  const recorded = via === null ? 'root' : '';
  const inferred = inferredBy === undefined ? 'no parent' : 'inferred';
  const { title, text } = nodeLook(node);
  const parts = [
    `${number}${title}`,
    text,
    taint,
    event?.contentTrust === 'untrusted' ? `Untrusted${from}` : '',
    edgeText(row),
    effectText(row, isInferred),
    isInferred ? inferred : recorded,
  ];
  return displayText(parts.filter((part) => part !== '').join(', '));
}
