/** One of two runs, made ready to be aligned: its events as numbers that mean the same on both sides. */

import { literal, type MaskedText } from '@openwop-inspector/base';
import {
  allRows,
  type EventFigures,
  eachEventBytes,
  logStatistics,
  type RunLog,
} from '@openwop-inspector/run-log';
import { EventHasher, type MaskedCounts } from './event-hash.ts';
import type { CompiledRules } from './rules.ts';

/** A log, and the number of the run of it that is compared. */
export interface ComparedRun {
  readonly log: RunLog;
  readonly run: number;
}

/** Numbers that represent the same text, or the same hash, on both sides; from 1. */
export class SharedNumbers<Key> {
  private readonly numbers = new Map<Key, number>();

  of(key: Key): number {
    const cached = this.numbers.get(key);
    if (cached !== undefined) return cached;
    this.numbers.set(key, this.numbers.size + 1);
    return this.numbers.size;
  }
}

/** What both sides are numbered by. */
export class SharedNames {
  readonly types = new SharedNumbers<string>();
  readonly nodes = new SharedNumbers<string>();
  readonly said = new SharedNumbers<number>();
  readonly kinds = new SharedNumbers<number>();
}

/**
 * The events of a run by their **place**: 0 for the first in display order. Types, nodes and what events say are shared
 * numbers. What a host says of a replay (`replay.diverged`) is no part of the run.
 */
export interface RunSide {
  readonly log: RunLog;
  readonly length: number;
  /** Ordinal of each place. */
  readonly rows: Int32Array;
  readonly type: Int32Array;
  /** 0 for an event of no node. */
  readonly node: Int32Array;
  readonly kind: Int32Array;
  /** Same for events that say the same, masked values aside; 0 for one that could not be read. */
  readonly said: Int32Array;
  /** Place of the event that caused it, through envelopes; -1 for none that is known. */
  readonly parent: Int32Array;
  /** Bits a place: 1 when the log says what caused it, 2 when it says that nothing did. */
  readonly causeKnown: Uint8Array;
  /** False when no event of the run names a cause. */
  readonly hasCauses: boolean;
  /** Ordinals of what a host says of the replay. */
  readonly remarks: readonly number[];
  readonly masked: MaskedCounts;
  /** Events whose payload could not be compared. */
  readonly unread: number;
}

export const CAUSE = { unknown: 0, known: 1, none: 2 } as const;

/** Types by which a host reports a divergence (run-events 3.2.4). */
const REMARKS: ReadonlySet<string> = new Set(['replay.diverged', 'replay.divergedAtRefusal']);

/** Bytes of an event at most; a larger one is not compared. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a run; null when it was stopped. O(bytes of its events). Rejects with a `SourceError`. */
export async function readSide(
  { log, run }: ComparedRun,
  shared: SharedNames,
  rules: CompiledRules,
  onRead: (events: number) => boolean,
): Promise<RunSide | null> {
  const { rows, remarks } = rowsOf(log, run);
  const { columns, nodes, types } = log.index;
  const { length } = rows;
  const [said, kind] = [new Int32Array(length), new Int32Array(length)];
  const placeOf = new Int32Array(columns.length).fill(-1);
  rows.forEach((row, place) => {
    placeOf[row] = place;
  });
  const hasher = new EventHasher(rules);
  let [read, unread] = [0, 0];
  let isStopped = false;
  const take = (row: number, bytes: Uint8Array): void => {
    const place = placeOf[row] as number;
    read++;
    if (read % REPORTED === 0) isStopped = onRead(read);
    if (bytes.length > MAX_BYTES || !hasher.take(bytes)) {
      unread++;
      return;
    }
    said[place] = shared.said.of(hasher.said);
    kind[place] = hasher.kind === 0 ? 0 : shared.kinds.of(hasher.kind);
  };
  if (!(await eachEventBytes(log, rows, take, () => isStopped || onRead(read)))) return null;
  return {
    log,
    length,
    rows,
    type: numbersOf(columns.type, rows, (id) => shared.types.of(types.textOf(id))),
    node: numbersOf(columns.node, rows, (id) => (id === 0 ? 0 : shared.nodes.of(nodes.textOf(id)))),
    kind,
    said,
    ...causesOf(log, rows, placeOf),
    remarks,
    masked: hasher.masked,
    unread,
  };
}

/** Events between two reports. */
const REPORTED = 2000;

function rowsOf(log: RunLog, run: number) {
  const { columns, types } = log.index;
  const remarkTypes = new Set([...REMARKS].map((type) => types.find(type)).filter((id) => id > 0));
  const isRemark = (row: number): boolean => remarkTypes.has(columns.type[row] as number);
  const own = allRows(log).filter((row) => columns.run[row] === run);
  return { rows: own.filter((row) => !isRemark(row)), remarks: Array.from(own.filter(isRemark)) };
}

/** A column as shared numbers; each text is looked up once. */
function numbersOf(column: Uint32Array, rows: Int32Array, number: (id: number) => number): Int32Array {
  const known: number[] = [];
  return rows.map((row) => {
    const id = column[row] as number;
    known[id] ??= number(id);
    return known[id];
  });
}

function causesOf(
  { graph, index }: RunLog,
  rows: Int32Array,
  placeOf: Int32Array,
): Pick<RunSide, 'parent' | 'causeKnown' | 'hasCauses'> {
  const parent = new Int32Array(rows.length).fill(-1);
  const causeKnown = new Uint8Array(rows.length);
  let hasCauses = false;
  const { causeA, causeB } = index.columns;
  rows.forEach((row, place) => {
    if (causeA[row] === 0 && causeB[row] === 0) {
      causeKnown[place] = CAUSE.none;
      return;
    }
    hasCauses = true;
    let cause = graph?.parent[row] ?? -1;
    // An envelope is between two events.
    if (graph !== null && cause >= graph.base) cause = graph.envelopes[cause - graph.base]?.parent ?? -1;
    const of = cause < 0 ? -1 : (placeOf[cause] ?? -1);
    if (of < 0 || of === place) return;
    parent[place] = of;
    causeKnown[place] = CAUSE.known;
  });
  return { parent, causeKnown, hasCauses };
}

// What the nodes of two runs took: time, tokens, cost, retries, side by side.

/** Figures of one node on both sides; null where the run has no event of it. */
export interface NodeDifference {
  readonly node: MaskedText;
  readonly a: NodeFigures | null;
  readonly b: NodeFigures | null;
}

const RETRIES: ReadonlySet<string> = new Set(['envelope.retry.attempted', 'node.retried']);

/** Null when it was stopped. O(events), and O(bytes) of those that end something or tell of use. */
export async function nodeDifferences(a: RunSide, b: RunSide, isCancelled: () => boolean) {
  const ofA = await figuresOf(a, isCancelled);
  const ofB = ofA === null ? null : await figuresOf(b, isCancelled);
  if (ofA === null || ofB === null) return null;
  const names = new Set([...ofA.nodes.keys(), ...ofB.nodes.keys()]);
  return {
    /** Both runs as a whole. */
    all: { node: literal('all'), a: ofA.all, b: ofB.all },
    /** By node, in the order in which A and then B come to them. */
    nodes: [...names].map((node) => ({
      node,
      a: ofA.nodes.get(node) ?? null,
      b: ofB.nodes.get(node) ?? null,
    })),
  };
}

export type NodeDifferences = NonNullable<Awaited<ReturnType<typeof nodeDifferences>>>;

async function figuresOf({ log, rows }: RunSide, isCancelled: () => boolean) {
  const statistics = await logStatistics(log, rows, isCancelled);
  if (statistics === null) return null;
  const { index } = log;
  const types = new Set([...RETRIES].map((type) => index.types.find(type)));
  const byNode = new Map<MaskedText, number>();
  let all = 0;
  for (const row of rows) {
    if (!types.has(index.columns.type[row] as number)) continue;
    all++;
    const node = index.nodeIdOf(row);
    if (node !== null) byNode.set(node, (byNode.get(node) ?? 0) + 1);
  }
  const known = new Map(statistics.nodes.map((one) => [one.name, figures(one, byNode.get(one.name))]));
  const nodes = new Map<MaskedText, NodeFigures>();
  for (const row of rows) {
    const node = index.nodeIdOf(row);
    const own = node === null || nodes.has(node) ? undefined : known.get(node);
    if (node !== null && own !== undefined) nodes.set(node, own);
    if (nodes.size === known.size) break;
  }
  return { all: figures(statistics.all, all), nodes };
}

/** Sums of one node on one side. `retries` are `envelope.retry.attempted` and `node.retried`. */
export type NodeFigures = Readonly<ReturnType<typeof figures>>;

function figures({ events, failures, durationMs, tokens, costUsd }: EventFigures, retries = 0) {
  return { events, failures, retries, durationMs, tokens, costUsd };
}
