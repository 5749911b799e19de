/** The events that followed an answer. */

import { describeEvent } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { parentOf } from '../../graph/child-index.ts';
import type { EventRow } from '../event-rows.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { rowsBehind } from '../run-bounds.ts';

/** Events that are told, and those looked at to find them. */
const MOST = 12;
const LOOKED_AT = 2_000;

/** An event that followed the answer. */
export interface AnswerEffect {
  readonly row: EventRow;
  /** By recorded causes, or because it is the next of the node where no cause leads from the answer. */
  readonly by: 'cause' | 'order';
}

interface Effect extends Pick<AnswerEffect, 'by'> {
  readonly ordinal: number;
}

/**
 * The events that an answer led to by recorded causes, up to the first of another node each; where there is none, the next of
 * its own node, up to the end of it. Pieces of streams are left out. O(2,000 events).
 */
export function effectsOf(log: LoadedLog, answer: number): readonly Effect[] {
  const caused = causedBy(log, answer);
  return caused.length > 0 ? caused : nextOfNode(log, answer);
}

function causedBy(log: LoadedLog, answer: number): readonly Effect[] {
  const { graph } = log;
  if (graph === null) return [];
  const { node } = log.index.columns;
  const known = new Set([answer]);
  const effects: Effect[] = [];
  for (const row of rowsBehind(log, answer, LOOKED_AT)) {
    let cause = parentOf(graph, row);
    // An envelope stands between two events.
    if (cause >= graph.base) cause = parentOf(graph, cause);
    if (!known.has(cause)) continue;
    if (node[row] === node[answer] || node[row] === 0) known.add(row);
    if (!isPiece(log, row)) effects.push({ ordinal: row, by: 'cause' });
    if (effects.length >= MOST) break;
  }
  return effects;
}

function nextOfNode(log: LoadedLog, answer: number): readonly Effect[] {
  const { node } = log.index.columns;
  const effects: Effect[] = [];
  for (const row of rowsBehind(log, answer, LOOKED_AT)) {
    if (effects.length >= MOST) break;
    if (node[row] !== node[answer] || isPiece(log, row)) continue;
    effects.push({ ordinal: row, by: 'order' });
    const { act } = describeEvent(foldedType(log.index.typeOf(row)));
    if (act === 'nodeCompleted' || act === 'nodeFailed' || act === 'nodeCancelled') break;
  }
  return effects;
}

function isPiece(log: LoadedLog, row: number): boolean {
  return describeEvent(foldedType(log.index.typeOf(row))).stream !== undefined;
}
