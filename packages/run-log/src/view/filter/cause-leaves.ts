/** Terms that the causal graph answers: what an event or an envelope led to. */

import type { CausalGraph } from '../../graph/causal-graph.ts';
import { parentOf } from '../../graph/child-index.ts';
import { envelopeNodes } from '../chain.ts';
import { findById } from '../event-rows.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { ColumnLeaf } from './leaves.ts';
import { type FilterError, filterError, type Term } from './syntax.ts';

type FieldTerm = Extract<Term, { kind: 'field' }>;
export type CauseField = 'cause' | 'under' | 'of';

/**
 * The effects of what a term names. An id that the log does not hold is an error, since no event under it would read as
 * an answer. Causes of earlier events may change while a log grows, so nothing is kept.
 */
export function causeLeaf(field: CauseField, term: FieldTerm, log: LoadedLog): ColumnLeaf | FilterError {
  const { graph } = log;
  if (graph === null)
    return filterError(term.at, `${field}: causes are not known before the log has been read to its end`);
  const { text } = term.value;
  const named = field === 'of' ? envelopesOf(log, graph, text) : nodesOf(log, graph, term);
  if (named.length === 0) {
    const what = field === 'of' ? 'envelope with the correlationId' : 'event or envelope';
    return filterError(term.at, `${field}: this log holds no ${what} ${text}`);
  }
  const nodes = new Set(named);
  const isUnder = field === 'under' ? belowOf(graph, nodes) : null;
  const test = isUnder ?? ((row: number) => nodes.has(graph.parent[row] ?? -1));
  return { kind: 'columns', key: null, test };
}

/** An event by its id, an envelope by its correlationId, or events by a sequence: `#12`. */
function nodesOf(log: LoadedLog, graph: CausalGraph, { value }: FieldTerm): readonly number[] {
  const event = findById(log, value.text);
  if (event >= 0 && log.order.indexOf(event) >= 0) return [event];
  const envelopes = envelopesOf(log, graph, value.text);
  if (envelopes.length > 0) return envelopes;
  const [, digits] = /^#(\d{1,15})$/.exec(value.text) ?? [];
  return digits === undefined || value.isQuoted ? [] : withSequence(log, Number(digits));
}

function envelopesOf(log: LoadedLog, graph: CausalGraph, text: string): readonly number[] {
  return envelopeNodes(graph, log.index.ids.recorded(text));
}

function withSequence({ index, order }: LoadedLog, sequence: number): readonly number[] {
  const { columns } = index;
  const rows: number[] = [];
  for (let row = 0; row < columns.length; row++)
    if (columns.sequence[row] === sequence && order.indexOf(row) >= 0) rows.push(row);
  return rows;
}

const UNKNOWN = 0;
const BELOW = 1;
const APART = 2;

/** Whether an event lies below any of some nodes, at any depth. Each node is walked over once: O(nodes) for all events. */
function belowOf(graph: CausalGraph, roots: ReadonlySet<number>): (row: number) => boolean {
  const states = new Uint8Array(graph.base + graph.envelopes.length);
  return (row) => {
    const path: number[] = [];
    let node = row;
    let state = UNKNOWN;
    while (state === UNKNOWN) {
      state = states[node] as number;
      if (state !== UNKNOWN) break;
      path.push(node);
      const parent = parentOf(graph, node);
      if (parent < 0) state = APART;
      else if (roots.has(parent)) state = BELOW;
      else node = parent;
    }
    for (const one of path) states[one] = state;
    return state === BELOW;
  };
}
