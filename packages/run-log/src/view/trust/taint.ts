/** Where untrusted content came from, by the columns and the causal graph alone (envelope 2.1, security S-16). */

import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { parentOf } from '../../graph/child-index.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LogIndex } from '../../index/log-index.ts';
import type { LoadedLog } from '../loaded-log.ts';

/** Causes walked up from one event. */
const MAX_STEPS = 2_000;

/** Content that is untrusted whatever its event says: results of tools, and what was heard. */
const BRINGS_UNTRUSTED = /^(?:agent\.toolReturned$|voice\.)/;

/** Types whose content a model wrote, or that put it before a person. */
const MODEL_CONTENT =
  /^(?:output\.chunk|ai\.message\.chunk|agent\.(?:reasoned|reasoning\.delta|decided)|ui\.a2ui-surface|(?:interrupt|clarification|approval)\.requested|artifact\.created|conversation\.exchanged)$/;

/** True for an event of a type that brings content from outside. O(1). */
export function bringsUntrusted({ columns, types }: LogIndex, row: number): boolean {
  return types.fits(columns.type[row] as number, BRINGS_UNTRUSTED);
}

/** True for an event that says it is untrusted, or is by its type. O(1). */
export function isUntrusted(index: LogIndex, row: number): boolean {
  return ((index.columns.flags[row] as number) & FLAG.untrusted) !== 0 || bringsUntrusted(index, row);
}

/** True for an event that holds what a model wrote, or puts it before a person. */
export function holdsModelContent(index: LogIndex, graph: CausalGraph | null, row: number): boolean {
  if (((index.columns.flags[row] as number) & FLAG.aboutEnvelope) !== 0) return true;
  if (graph?.rule[row] === RULE.correlationId) return true;
  return index.types.fits(index.columns.type[row] as number, MODEL_CONTENT);
}

/** How far the causes of an event are followed. */
interface TaintReach {
  /** Only over events that this holds for. */
  readonly within?: (row: number) => boolean;
}

/**
 * The event by which untrusted content reached an event: the nearest of its causes that brought content from outside,
 * else the topmost of the untrusted causes that follow one another from the nearest one on. -1 when there is none.
 */
export function taintSource(
  index: LogIndex,
  graph: CausalGraph,
  row: number,
  { within = () => true }: TaintReach = {},
): number {
  let topmost = -1;
  let isBroken = false;
  let node = parentOf(graph, row);
  for (let steps = 0; node >= 0 && steps < MAX_STEPS; steps++) {
    if (node < graph.base) {
      if (!within(node)) break;
      if (node !== row && bringsUntrusted(index, node)) return node;
      if (!isUntrusted(index, node)) isBroken = topmost >= 0;
      else if (!isBroken) topmost = node;
    }
    node = parentOf(graph, node);
  }
  return topmost === row ? -1 : topmost;
}

/** The event by which untrusted content came in. */
export interface TaintOrigin {
  readonly ordinal: number;
  readonly sequence: number | null;
}

/** The source of the taint for a row of the list: only of events that say they are untrusted. At most 2,000 steps. */
export function taintFrom(log: LoadedLog, ordinal: number): TaintOrigin | null {
  const { index, graph } = log;
  if (graph === null || index.trustOf(ordinal) !== 'untrusted') return null;
  if (bringsUntrusted(index, ordinal)) return null;
  const source = taintSource(index, graph, ordinal);
  return source < 0 ? null : { ordinal: source, sequence: index.sequenceOf(source) };
}
