/** Where untrusted content came from, by the columns and the causal graph alone (envelope 2.1, security S-16). */
import { type MaskedText, masker, storedIn } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { parentOf } from '../../graph/child-index.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LogIndex } from '../../index/log-index.ts';
import { isOfV2 } from '../event-names.ts';
import { isLoaded, type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { allRows, ofItsNode, rowsBefore } from '../rows/rows.ts';

/** Causes walked up from one event. */
const MAX_STEPS = 2_000;

/** Content that is untrusted whatever its event says: results of tools, and what was heard. */
export const BRINGS_UNTRUSTED = /^(?:agent\.toolReturned$|voice\.)/;

/** Types whose content a model wrote, or that put it before the user. */
const MODEL_CONTENT =
  /^(?:output\.chunk|ai\.message\.chunk|agent\.(?:reasoned|reasoning\.delta|decided)|ui\.a2ui-surface|(?:interrupt|clarification|approval)\.requested|artifact\.created|conversation\.exchanged)$/;

/** True for an event of a type that brings content from outside. O(1). */
export const bringsUntrusted = ({ columns, types }: LogIndex, row: number): boolean =>
  types.fits(columns.type[row] as number, BRINGS_UNTRUSTED);

/** True for an event that says it is untrusted, or is by its type. O(1). */
export const isUntrusted = (index: LogIndex, row: number): boolean =>
  index.columns.has(row, FLAG.untrusted) || bringsUntrusted(index, row);

/** True for an event that holds what a model wrote, or puts it before the user. */
export function holdsModelContent(index: LogIndex, graph: CausalGraph | null, row: number): boolean {
  const isOfEnvelope = index.columns.has(row, FLAG.aboutEnvelope) || graph?.rule[row] === RULE.correlationId;
  return isOfEnvelope || index.types.fits(index.columns.type[row] as number, MODEL_CONTENT);
}

/**
 * The event by which untrusted content reached an event: the nearest of its causes that brought content from outside,
 * else the topmost of the untrusted causes that follow one another from the nearest one on. -1 when there is none. Causes
 * are followed only over events that `within` holds for.
 */
function taintSource(
  index: LogIndex,
  graph: CausalGraph,
  row: number,
  within: (row: number) => boolean = () => true,
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

/** The source of the taint for a row of the list: only of events that say they are untrusted. At most 2,000 steps. */
export function taintFrom(log: LoadedLog, ordinal: number) {
  const { index, graph } = log;
  if (graph === null || index.trustOf(ordinal) !== 'untrusted' || bringsUntrusted(index, ordinal))
    return null;
  const source = taintSource(index, graph, ordinal);
  return source < 0 ? null : { ordinal: source, sequence: index.sequenceOf(source) };
}

const UNSETTLED = -3;
const OPEN = -2;
const NONE = -1;
/** Bits of a row that untrusted content reached. */
const BY_NODE = 1;
const CERTAIN = 2;

/**
 * How the content came from the event before: along the recorded cause, or because it comes later in the same
 * execution of a node.
 */
export type TaintEdge = 'cause' | 'node';

/**
 * For each event the event before it on the way of untrusted content. 13 bytes an event; O(events).
 *
 * An event that brings content from outside begins a way. One that says it is untrusted follows from its nearest
 * untrusted cause, else from what came into its node before; one that says nothing follows from its cause as well, and
 * then it is not certain that content came along, unless it holds what the model wrote in the same node. What says it
 * is trusted ends the way.
 */
export class TaintMap {
  private readonly from: Int32Array;
  private readonly bits: Uint8Array;
  private readonly source: Int32Array;
  private readonly depth: Int32Array;
  private readonly log: LoadedLog;

  constructor(log: LoadedLog) {
    this.log = log;
    const { length } = log.index.columns;
    this.from = new Int32Array(length).fill(UNSETTLED);
    this.bits = new Uint8Array(length);
    this.source = new Int32Array(length).fill(NONE);
    this.depth = new Int32Array(length);
    const rows = allRows(log);
    const latest = nodeSources(log, rows);
    for (const row of rows) this.settle(row, latest);
  }

  isReached(row: number): boolean {
    return (this.from[row] as number) >= 0;
  }

  /** The event by which what reached this one came in; -1 for an event that nothing untrusted reached. */
  sourceOf(row: number): number {
    return this.source[row] as number;
  }

  /** Events before it on the way. */
  depthOf(row: number): number {
    return this.depth[row] as number;
  }

  /** The event before it on the way; -1 for a source, and for an event that nothing untrusted reached. */
  before(row: number): number {
    const from = this.from[row] as number;
    return from === row ? NONE : from;
  }

  via(row: number): TaintEdge | null {
    return this.before(row) < 0 ? null : ((this.bits[row] as number) & BY_NODE) !== 0 ? 'node' : 'cause';
  }

  /** False where an event on the way says nothing, so that content may not have come along. */
  isCertain(row: number): boolean {
    return ((this.bits[row] as number) & CERTAIN) !== 0;
  }

  /** Settles a row after those that it may follow from, however long their chain; of a circle one link is left out. */
  private settle(first: number, latest: Int32Array): void {
    const open = [first];
    for (let row = open.at(-1); row !== undefined; row = open.at(-1)) {
      const inNode = latest[row] as number;
      const cause = this.causeOf(row);
      if (this.from[row] === UNSETTLED) {
        this.from[row] = OPEN;
        for (const before of [cause, inNode])
          if (before >= 0 && this.from[before] === UNSETTLED) open.push(before);
        continue;
      }
      open.pop();
      if (this.from[row] === OPEN) this.decide(row, cause, inNode);
    }
  }

  private decide(row: number, cause: number, inNode: number): void {
    const { index, graph } = this.log;
    const byCause = cause >= 0 && this.isReached(cause);
    const byNode = inNode >= 0 && this.isReached(inNode);
    const trust = index.trustOf(row);
    if (bringsUntrusted(index, row)) this.put(row, row, CERTAIN);
    else if (trust === 'trusted') this.put(row, NONE, 0);
    else if (trust === 'untrusted') {
      if (byCause) this.put(row, cause, CERTAIN);
      else if (byNode) this.put(row, inNode, CERTAIN | BY_NODE);
      else this.put(row, row, CERTAIN);
    } else {
      const ofModel = holdsModelContent(index, graph, row);
      const certainty = (this.bits[cause] as number) & CERTAIN;
      if (byCause) this.put(row, cause, ofModel && this.isOneNode(row, cause) ? certainty : 0);
      else if (ofModel && byNode) this.put(row, inNode, BY_NODE);
      else this.put(row, NONE, 0);
    }
  }

  private put(row: number, from: number, bits: number): void {
    this.from[row] = from;
    this.bits[row] = bits;
    if (from < 0) return;
    this.source[row] = from === row ? row : (this.source[from] as number);
    this.depth[row] = from === row ? 0 : (this.depth[from] as number) + 1;
  }

  private isOneNode(a: number, b: number): boolean {
    const { node, run } = this.log.index.columns;
    return node[a] !== 0 && node[a] === node[b] && run[a] === run[b];
  }

  /** The event above, over an envelope between; -1 for none. */
  private causeOf(row: number): number {
    const { graph } = this.log;
    if (graph === null) return NONE;
    const above = parentOf(graph, row);
    const cause = above >= graph.base ? parentOf(graph, above) : above;
    return cause === row || cause >= graph.base ? NONE : cause;
  }
}

const known = new WeakMap<LoadedLog['order'], TaintMap>();

/** The map of a log, which is cached as long as its order is. */
export const taintMap = (log: LoadedLog): TaintMap => storedIn(known, log.order, () => new TaintMap(log));

/**
 * By row, of rows in display order: what came into the present execution of its node before it, the latest that brought
 * content first; -1 for nothing.
 */
function nodeSources({ index }: LoadedLog, rows: Int32Array): Int32Array {
  const { node, run, type, length } = index.columns;
  const started = index.types.find('node.started');
  const sources = new Int32Array(length).fill(NONE);
  const latest = new Map<number, number>();
  let present = NONE;
  for (const row of rows) {
    // The events of one run stand together.
    if (run[row] !== present) latest.clear();
    present = run[row] as number;
    const at = node[row] as number;
    if (at === 0) continue;
    const before = latest.get(at) ?? NONE;
    if (type[row] === started) latest.delete(at);
    else sources[row] = before;
    const isSource = bringsUntrusted(index, row) || (before < 0 && isUntrusted(index, row));
    if (type[row] !== started && isSource) latest.set(at, row);
  }
  return sources;
}

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
  const { node, run } = index.columns;
  if (!isLoaded(log, ordinal)) return UNMARKED;
  // Nothing in AGH Network v0 makes content trusted (agh 10).
  if (index.messages.of(ordinal) !== null) return { level: 'untrusted', source: null, via: 'own' };
  if (bringsUntrusted(index, ordinal)) return untrusted(log, ordinal, 'own');
  const own = index.trustOf(ordinal);
  // It says it is untrusted; the question is where that came from.
  if (own === 'untrusted')
    return (await cameBy(log, ordinal)) ?? { level: 'untrusted', source: null, via: 'own' };
  if (own === 'trusted') return { level: own, source: null, via: 'own' };
  // It says nothing, and the content of its node may have reached it.
  const isAtNode = (row: number): boolean =>
    node[ordinal] !== 0 && node[row] === node[ordinal] && run[row] === run[ordinal];
  const found = holdsModelContent(index, graph, ordinal) ? await cameBy(log, ordinal, isAtNode) : null;
  return found ?? (isOfV2(log, ordinal) ? UNSTATED : UNMARKED);
}

/** The cause that untrusted content came by, else the event of the node before; null for neither. */
async function cameBy(log: LoadedLog, ordinal: number, within?: (row: number) => boolean) {
  const cause = log.graph === null ? -1 : taintSource(log.index, log.graph, ordinal, within);
  if (cause >= 0) return untrusted(log, cause, 'cause');
  const before = untrustedAtNode(log, ordinal);
  return before >= 0 ? untrusted(log, before, 'node') : null;
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
  for (const row of ofItsNode(log, ordinal, rowsBefore(log, ordinal, MAX_BACK))) {
    if (type[row] === started) break;
    if (bringsUntrusted(index, row)) return row;
    if (isUntrusted(index, row)) first = row;
  }
  return first;
}

async function untrusted(log: LoadedLog, ordinal: number, via: TrustAnswer['via']): Promise<TrustAnswer> {
  const { index } = log;
  const [sequence, type] = [index.sequenceOf(ordinal), index.typeLabelOf(ordinal)];
  return {
    level: 'untrusted',
    source: { ordinal, sequence, type, name: await sourceName(log, ordinal) },
    via,
  };
}

/** The tool of an event, else its node; null for neither. Reads the event. */
export async function sourceName(log: LoadedLog, ordinal: number): Promise<MaskedText | null> {
  const { nodes, columns } = log.index;
  const document = await new PayloadReader(log, 1).read(ordinal);
  const toolName = new Fields(document?.payload).text('toolName');
  const name = toolName || new Fields({ node: nodes.textOf(columns.node[ordinal] as number) }).text('node');
  return name === '' ? null : masker.text(name);
}
