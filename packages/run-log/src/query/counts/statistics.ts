/** What happened how often, and what it took: sums over the events of a log, by type and by node. */
import {
  addDecimals,
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatSequence,
  formatShare,
  formatSinceStart,
  type MaskedText,
} from '@openwop-inspector/base';
import {
  type Block,
  blank,
  counts,
  dim,
  type Line,
  labelled,
  line,
  rest,
  strong,
  type Text,
  tableOf,
} from '@openwop-inspector/base/document';
import type { EventAct } from '@openwop-inspector/events';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { causeDepths, effectsFirst, parentOf } from '../../graph/child-index.ts';
import type { Interner } from '../../index/interner.ts';
import { addRow, type Bits, noRows } from '../filter/bits.ts';
import {
  type CriticalPath,
  PATH_WORDS,
  type PathStep,
  pathLinkText,
  pathShareText,
} from '../lanes/critical-path.ts';
import { countIn, useIn } from '../lanes/span-use.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { eachEvent } from '../rows/event-bytes.ts';
import type { EventRow } from '../rows/event-rows.ts';
import { actsByRow, allRows, failedRows, NODE_ENDS, RUN_ENDS, spansOf } from '../rows/rows.ts';

type Weight = 'durationMs' | 'tokens' | 'costUsd';
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Sums over some events. */
export interface EventFigures {
  readonly events: number;
  readonly bytes: number;
  readonly failures: number;
  /** Of a type: of what its events ended, by `durationMs` or by their times. Of a node and of all: executions of nodes. */
  readonly durationMs: number;
  /** As `provider.usage` reports it: once for each call of a provider. */
  readonly tokens: number;
  /** As hosts estimate it, of the calls that are reported in dollars. */
  readonly costUsd: number;
}

export interface NamedFigures extends EventFigures {
  readonly name: MaskedText;
}

/** What happened how often, the most frequent first. */
export type LogStatistics = ReturnType<Sums['result']>;

/**
 * Sums over the events of `rows`, or over all. Reads the events that end something or tell of use, front to back. Null
 * when it was stopped. O(events), and O(bytes) of those that are read. Rejects with a `SourceError`.
 */
export async function logStatistics(
  changing: LoadedLog,
  rows: Int32Array | null,
  isCancelled: () => boolean,
) {
  const log = standing(changing);
  const sums = new Sums(log, rows === null);
  const read = noRows(log.index.columns.length);
  const count = rows?.length ?? log.order.length;
  for (let i = 0; i < count; i++)
    sums.take(rows === null ? log.order.ordinalAt(i) : (rows[i] as number), read);
  return (await sums.readAll(read, isCancelled)) ? sums.result() : null;
}

class Sums {
  private readonly log: LoadedLog;
  private readonly all = noFigures();
  private readonly types: Mutable<EventFigures>[] = [];
  private readonly nodes: Mutable<EventFigures>[] = [];
  private readonly actOf: (row: number) => EventAct | undefined;
  private readonly isFailed: (row: number) => boolean;
  /** By ordinal; null when the causes are not requested. */
  private readonly weights: Record<Weight, Float64Array> | null;

  constructor(log: LoadedLog, isWhole: boolean) {
    this.log = log;
    this.isFailed = failedRows(log);
    this.actOf = actsByRow(log);
    const size = log.graph?.base ?? 0;
    const weights = (): Float64Array => new Float64Array(size);
    const isWeighed = isWhole && size > 0;
    this.weights = isWeighed ? { durationMs: weights(), tokens: weights(), costUsd: weights() } : null;
  }

  /** Counts a row, and notes it when it has to be read. */
  take(row: number, read: Bits): void {
    const bytes = this.log.index.columns.byteLength[row] as number;
    const failures = this.isFailed(row) ? 1 : 0;
    for (const figures of this.of(row)) {
      figures.events++;
      figures.bytes += bytes;
      figures.failures += failures;
    }
    const act = this.actOf(row);
    if (act === 'usage' || act === 'toolReturned' || NODE_ENDS.has(act) || RUN_ENDS.has(act))
      addRow(read, row);
  }

  private of(row: number): readonly Mutable<EventFigures>[] {
    const { type, node } = this.log.index.columns;
    const [ofType, ofNode] = [type[row] as number, node[row] as number];
    this.types[ofType] ??= noFigures();
    this.nodes[ofNode] ??= noFigures();
    return [this.all, this.types[ofType], this.nodes[ofNode]];
  }

  readAll(read: Bits, isCancelled: () => boolean): Promise<boolean> {
    const spans = spansOf(this.log);
    return eachEvent(
      this.log,
      read,
      ({ row, document }) => this.addRead(row, document?.payload, spans.of(row)),
      isCancelled,
    );
  }

  private addRead(row: number, payload: unknown, spanMs: number): void {
    const act = this.actOf(row);
    if (act === 'usage') {
      const use = useIn(payload);
      const [cost, tokens] = [use.costUsd ?? 0, use.tokens ?? 0];
      for (const figures of this.of(row)) {
        figures.tokens += tokens;
        figures.costUsd = addDecimals(figures.costUsd, cost);
      }
      if (this.weights !== null) {
        this.weights.tokens[row] = tokens;
        this.weights.costUsd[row] = cost;
      }
      return;
    }
    const tookMs = countIn(payload, 'durationMs') ?? spanMs;
    if (Number.isNaN(tookMs)) return;
    const [all, ofType, ofNode] = this.of(row);
    if (ofType !== undefined) ofType.durationMs = addDecimals(ofType.durationMs, tookMs);
    // A call lies inside the execution of its node, and executions inside their run.
    if (!NODE_ENDS.has(act)) return;
    if (this.weights !== null) this.weights.durationMs[row] = tookMs;
    for (const figures of [all, ofNode])
      if (figures !== undefined) figures.durationMs = addDecimals(figures.durationMs, tookMs);
  }

  private heaviest(graph: CausalGraph | null) {
    const { log, weights } = this;
    if (weights === null || graph === null) return null;
    const nodes = effectsFirst(graph);
    return {
      durationMs: heaviestOf(log, graph, nodes, weights.durationMs),
      tokens: heaviestOf(log, graph, nodes, weights.tokens),
      costUsd: heaviestOf(log, graph, nodes, weights.costUsd),
    };
  }

  result() {
    const { index, graph } = this.log;
    const ofNodes = this.nodes.map((figures, id) => (id === 0 ? noFigures() : figures));
    const { types, nodes } = index;
    const all: EventFigures = this.all;
    return {
      all,
      /**
       * Where time, tokens and cost come from: the heaviest causes, at most ten each. Null where the causes are not known, and
       * for sums over some events alone.
       */
      heaviest: this.heaviest(graph),
      /** The end of the longest chain of causes; null without any. */
      longestChain: this.weights === null || graph === null ? null : longestChainOf(this.log, graph),
      types: named(this.types, types),
      /** By nodeId, over all runs; what belongs to no node is in the sums of all and of its types. */
      nodes: named(ofNodes, nodes),
    };
  }
}

function noFigures(): Mutable<EventFigures> {
  return { events: 0, bytes: 0, failures: 0, durationMs: 0, tokens: 0, costUsd: 0 };
}

/** Those with events, the most frequent first, alike ones by first appearance. */
function named(figures: readonly (EventFigures | undefined)[], names: Interner): readonly NamedFigures[] {
  const out: NamedFigures[] = [];
  figures.forEach((one, id) => {
    if (one !== undefined && one.events > 0) out.push({ name: names.labelOf(id), ...one });
  });
  return out.sort((a, b) => b.events - a.events);
}

/** Events that are reported. */
const MAX_REPORTED = 10;

/** An event, and what lies in it and in all its effects: ms in nodes, tokens or dollars. */
export interface HeavyEvent {
  readonly ordinal: number;
  readonly weight: number;
}

/**
 * The events with the most weight in themselves and in all their effects, the heaviest first. Of events that led to the
 * same weight through one another the last is reported, where it lies or divides. `own` are weights by ordinal. O(nodes).
 */
function heaviestOf(log: LoadedLog, graph: CausalGraph, nodes: Int32Array, own: Float64Array) {
  const total = graph.base + graph.envelopes.length;
  const sums = new Float64Array(total);
  // The most that comes of one effect; an envelope is between events and is none itself.
  const most = new Float64Array(total);
  sums.set(own.subarray(0, graph.base));
  for (const node of nodes) {
    const parent = parentOf(graph, node);
    if (parent < 0) continue;
    sums[parent] = addDecimals(sums[parent] as number, sums[node] as number);
    const single = (node < graph.base ? sums[node] : most[node]) as number;
    most[parent] = Math.max(most[parent] as number, single);
  }
  const found: HeavyEvent[] = [];
  for (const ordinal of allRows(log)) {
    const weight = sums[ordinal] as number;
    if (weight > (most[ordinal] as number)) found.push({ ordinal, weight });
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, MAX_REPORTED);
}

/** The end of the longest chain of causes, and how many steps lead to it; null in a log without causes. O(nodes). */
function longestChainOf(log: LoadedLog, graph: CausalGraph) {
  const steps = causeDepths(graph);
  let longest = { ordinal: -1, steps: 0 };
  for (const ordinal of allRows(log)) {
    const own = steps[ordinal] as number;
    if (own > longest.steps) longest = { ordinal, steps: own };
  }
  return longest.steps === 0 ? null : longest;
}

/** The events that the sums and the path name, by ordinal. */
export type NamedEvents = ReadonlyMap<number, EventRow>;

/** What is known of a log as sums. */
export interface LogSums {
  readonly statistics: LogStatistics;
  /** Of the run that took longest; null of sums over some events alone. */
  readonly path: CriticalPath | null;
  readonly events: NamedEvents;
}

/** Of each weight the heaviest few. */
const HEAVIEST = 3;

/** `limit` rows of each table at most; 0 is written as a dash. */
export function statisticsDocument({ statistics, path, events }: LogSums, limit: number): readonly Block[] {
  const { all, heaviest, longestChain, types, nodes } = statistics;
  const words = [
    formatBytes(all.bytes),
    countOf(all.failures, 'failure'),
    `${formatDuration(all.durationMs)} in nodes`,
    countOf(all.tokens, 'token'),
    `${formatCount(all.costUsd)} USD`,
  ];
  return [
    ...rowsOf('TYPE', types, limit),
    blank,
    ...(nodes.length === 0 ? [] : [...rowsOf('NODE', nodes, limit), blank]),
    ...heaviestLines(heaviest, events),
    ...chainLines(longestChain, events),
    ...(path === null ? [] : [...pathLines(path), blank]),
    line(strong(countOf(all.events, 'event')), dim(`, ${words.join(', ')}`)),
  ];
}

function heaviestLines(heaviest: LogStatistics['heaviest'], events: NamedEvents): readonly Line[] {
  if (heaviest === null) return [];
  const reported = (what: string, heavy: readonly HeavyEvent[], format: (weight: number) => string) =>
    heavy.slice(0, HEAVIEST).map(({ ordinal, weight }, i) => {
      const label = i === 0 ? what : '';
      return labelled(label, format(weight).padEnd(12), ...eventSpans(events.get(ordinal)));
    });
  const lines = [
    ...reported('Time', heaviest.durationMs, formatDuration),
    ...reported('Tokens', heaviest.tokens, formatCount),
    ...reported('USD', heaviest.costUsd, formatCount),
  ];
  return lines.length === 0 ? [] : [line(dim('HEAVIEST, with all they led to')), ...lines, blank];
}

function chainLines(longest: LogStatistics['longestChain'], events: NamedEvents): readonly Line[] {
  if (longest === null) return [];
  const steps = countOf(longest.steps, 'step');
  return [labelled('Longest', `${steps} to  `, ...eventSpans(events.get(longest.ordinal))), blank];
}

function eventSpans(row: EventRow | undefined): readonly Text[] {
  if (row === undefined) return [];
  return [strong(formatSequence(row.sequence)), `  ${row.type}  ${row.nodeId ?? ''}  `, dim(row.runId)];
}

function rowsOf(title: string, figures: readonly NamedFigures[], limit: number): readonly Block[] {
  const orDash = (number: number, format: (number: number) => string): Text =>
    number === 0 ? dim('–') : format(number);
  const left = figures.length - limit;
  return [
    tableOf(figures.slice(0, limit), [
      { title, shrinksTo: 14, max: 48, cell: ({ name }) => name },
      counts('EVENTS', ({ events }) => events),
      { title: 'BYTES', align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
      { title: 'FAILED', align: 'right', cell: ({ failures }) => orDash(failures, formatCount) },
      { title: 'TIME', align: 'right', cell: ({ durationMs }) => orDash(durationMs, formatDuration) },
      { title: 'TOKENS', align: 'right', cell: ({ tokens }) => orDash(tokens, formatCount) },
      { title: 'USD', align: 'right', cell: ({ costUsd }) => orDash(costUsd, formatCount) },
    ]),
    ...rest(left, `and ${formatCount(left)} more; --limit shows them`),
  ];
}

/** Its steps in order of time, then what the time was spent on and how the steps are linked. */
function pathLines(path: CriticalPath): readonly Block[] {
  const { steps, total, runId, startMs, durationMs, ended } = path;
  const left = total - steps.length;
  const took = ({ fromMs, toMs }: PathStep): number => toMs - fromMs;
  const whole = `${formatDuration(durationMs)}${ended ? '' : ' so far'}`;
  return [
    tableOf(steps, [
      { title: 'CRITICAL PATH', shrinksTo: 14, max: 48, cell: ({ kind }) => PATH_WORDS[kind] },
      { title: 'SINCE START', align: 'right', cell: ({ fromMs }) => formatSinceStart(fromMs - startMs) },
      { title: 'TIME', align: 'right', cell: (step) => formatDuration(took(step)) },
      { title: 'SHARE', align: 'right', cell: (step) => formatShare(took(step), durationMs) },
      { title: 'NODE', shrinksTo: 10, max: 32, cell: ({ nodeId }) => nodeId ?? dim('–') },
    ]),
    ...rest(left, `and ${formatCount(left)} shorter ones; --limit shows them`),
    line(strong(whole), dim(` of ${runId}: ${pathShareText(path)}; ${pathLinkText(path)}`)),
  ];
}
