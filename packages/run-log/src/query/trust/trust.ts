/** Whether an event's content is trusted, and by what it became untrusted (envelope 2.1, security S-16). */
import { type MaskedText, masker } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { isOfV2 } from '../event-names.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { rowsBefore } from '../rows/run-bounds.ts';
import { bringsUntrusted, holdsModelContent, isUntrusted, taintSource } from './taint.ts';

/** Events before an event that are searched for untrusted ones of its node. */
const MAX_BACK = 20_000;

/** Where the taint of an event came from (envelope 2.1, security S-16). */
export interface TrustAnswer {
  /** Events of v1 that say nothing are `unmarked`, which reads as trusted; of v2 `unstated`, which reads as nothing. */
  readonly level: 'trusted' | 'untrusted' | 'unmarked' | 'unstated';
  /** The event that brought the untrusted content; null when the level is another, or nothing says so. */
  readonly source: {
    readonly ordinal: number;
    readonly sequence: number | null;
    readonly type: MaskedText;
    /** The tool, the peer or the node, masked, at most 80 characters. */
    readonly name: MaskedText | null;
  } | null;
  /** How it was found: the event itself says so, or a cause of it, or an event of the node before it. */
  readonly via: 'own' | 'cause' | 'node' | null;
}

const UNMARKED: TrustAnswer = { level: 'unmarked', source: null, via: null };
const UNSTATED: TrustAnswer = { level: 'unstated', source: null, via: null };

/**
 * Level and source of the trust of one event. What says nothing of itself counts as untrusted only when it holds what a
 * model wrote and untrusted content is before it in the same execution of its node; everything else that says
 * nothing is `unmarked` or `unstated`. Reads one event at most; O(causes).
 */
export async function trustOf(changing: LoadedLog, ordinal: number): Promise<TrustAnswer> {
  const log = standing(changing);
  const { index, graph } = log;
  if (!Number.isInteger(ordinal) || log.order.indexOf(ordinal) < 0) return UNMARKED;
  // Nothing in AGH Network v0 makes content trusted (agh 10).
  if (index.messages.of(ordinal) !== null) return { level: 'untrusted', source: null, via: 'own' };
  if (bringsUntrusted(index, ordinal)) return untrusted(log, ordinal, 'own');
  const own = index.trustOf(ordinal);
  if (own === 'untrusted') return tagged(log, graph, ordinal);
  if (own === 'trusted') return { level: own, source: null, via: 'own' };
  const found = holdsModelContent(log.index, graph, ordinal) ? await untagged(log, graph, ordinal) : UNMARKED;
  return found === UNMARKED && isOfV2(log, ordinal) ? UNSTATED : found;
}

/** The event says it is untrusted; the question is where that came from. */
async function tagged(log: LoadedLog, graph: CausalGraph | null, ordinal: number): Promise<TrustAnswer> {
  const cause = graph === null ? -1 : taintSource(log.index, graph, ordinal);
  if (cause >= 0) return untrusted(log, cause, 'cause');
  const before = untrustedAtNode(log, ordinal);
  if (before >= 0) return untrusted(log, before, 'node');
  return { level: 'untrusted', source: null, via: 'own' };
}

/** The event says nothing, and the content of its node may have reached it. */
async function untagged(log: LoadedLog, graph: CausalGraph | null, ordinal: number): Promise<TrustAnswer> {
  const { node, run } = log.index.columns;
  const within = (row: number): boolean =>
    node[ordinal] !== 0 && node[row] === node[ordinal] && run[row] === run[ordinal];
  const cause = graph === null ? -1 : taintSource(log.index, graph, ordinal, { within });
  if (cause >= 0) return untrusted(log, cause, 'cause');
  const before = untrustedAtNode(log, ordinal);
  return before >= 0 ? untrusted(log, before, 'node') : UNMARKED;
}

/**
 * The latest event that brought content from outside to the node since it started, else the first untrusted one; -1
 * for none.
 */
function untrustedAtNode(log: LoadedLog, ordinal: number): number {
  const { index } = log;
  const { node, type } = index.columns;
  if (node[ordinal] === 0) return -1;
  const started = index.types.find('node.started');
  let first = -1;
  for (const row of rowsBefore(log, ordinal, MAX_BACK)) {
    if (node[row] !== node[ordinal]) continue;
    if (type[row] === started) break;
    if (bringsUntrusted(index, row)) return row;
    if (isUntrusted(index, row)) first = row;
  }
  return first;
}

async function untrusted(
  log: LoadedLog,
  ordinal: number,
  via: NonNullable<TrustAnswer['via']>,
): Promise<TrustAnswer> {
  const { index } = log;
  const source = {
    ordinal,
    sequence: index.sequenceOf(ordinal),
    type: index.typeLabelOf(ordinal),
    name: await sourceName(log, ordinal),
  };
  return { level: 'untrusted', source, via };
}

/** The tool of an event, else its node; null for neither. Reads the event. */
export async function sourceName(log: LoadedLog, ordinal: number): Promise<MaskedText | null> {
  const { nodes, columns } = log.index;
  const document = await new PayloadReader(log, 1).read(ordinal);
  const toolName = new Fields(document?.payload).text('toolName');
  const name = toolName || new Fields({ node: nodes.textOf(columns.node[ordinal] as number) }).text('node');
  return name === '' ? null : masker.text(name);
}
