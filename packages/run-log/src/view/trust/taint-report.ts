/** Untrusted content of a log: where it came in, the ways it took, and what it reached. */
import type { EventRow } from '../../answers.ts';
import type {
  ReachedKind,
  ReachedPlace,
  TaintFlow,
  TaintOfEvent,
  TaintOfLog,
  TaintStep,
} from '../../taint-answers.ts';
import { eventRows } from '../event-rows.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../read-payload.ts';
import { judgeReached, reachedKind } from './reached.ts';
import { isUntrusted } from './taint.ts';
import { TaintMap } from './taint-map.ts';

/** Steps of a way that are told: the source and its end. */
const WAY_STEPS = 24;
/** Payloads that are read to judge what was reached. */
const MAX_JUDGED = 20_000;

export interface TaintLimits {
  /** Sources that are told. */
  readonly flows: number;
  /** Places that are told of each. */
  readonly reached: number;
}

interface Reached {
  readonly row: number;
  readonly kind: ReachedKind;
}

interface Gathered {
  readonly source: number;
  marked: number;
  unmarked: number;
  readonly reached: Reached[];
}

/** Every source of a log with what it reached. Rejects with a `SourceError`. O(events), and reads what is told. */
export async function taintOfLog(given: LoadedLog, limits: TaintLimits): Promise<TaintOfLog> {
  const log = standing(given);
  const map = mapOf(log);
  const gathered = gather(log, map);
  const teller = new Teller(log, map);
  const flows: TaintFlow[] = [];
  const sources = [...gathered.values()];
  let deviating = 0;
  for (const one of sources.sort((a, b) => b.reached.length - a.reached.length)) {
    const isTold = flows.length < limits.flows;
    if (!isTold && one.reached.length === 0) break;
    const places = await teller.placesOf(one.reached, isTold ? limits.reached : 0);
    deviating += places.deviating;
    if (!isTold) continue;
    const [source] = await eventRows(log, [one.source]);
    const { marked, unmarked } = one;
    if (source !== undefined)
      flows.push({ source, marked, unmarked, reached: places.told, reachedTotal: places.total });
  }
  return { flows, sources: sources.length, deviating, hasCauses: (log.graph?.withCause ?? 0) > 0 };
}

/** How untrusted content came to an event, and what it reached from there. Null for no event of the log. O(events). */
export async function taintOfEvent(
  given: LoadedLog,
  ordinal: number,
  limit: number,
): Promise<TaintOfEvent | null> {
  const log = standing(given);
  const [row] = log.order.indexOf(ordinal) < 0 ? [] : await eventRows(log, [ordinal]);
  if (row === undefined) return null;
  const map = mapOf(log);
  const teller = new Teller(log, map);
  if (!map.isReached(ordinal))
    return { row, way: [], leftOut: 0, isCertain: true, reached: [], reachedTotal: 0 };
  const places = await teller.placesOf(reachedBy(log, map, ordinal), limit);
  const way = await teller.wayTo(ordinal);
  return {
    row,
    ...way,
    isCertain: map.isCertain(ordinal),
    reached: places.told,
    reachedTotal: places.total,
  };
}

const known = new WeakMap<LoadedLog['order'], TaintMap>();

/** The map of a log, which is kept as long as its order is. */
function mapOf(log: LoadedLog): TaintMap {
  let map = known.get(log.order);
  if (map === undefined) {
    map = new TaintMap(log);
    known.set(log.order, map);
  }
  return map;
}

function gather(log: LoadedLog, map: TaintMap): ReadonlyMap<number, Gathered> {
  const { index, order } = log;
  const bySource = new Map<number, Gathered>();
  for (let at = 0; at < order.length; at++) {
    const row = order.ordinalAt(at);
    if (!map.isReached(row)) continue;
    const source = map.sourceOf(row);
    let one = bySource.get(source);
    if (one === undefined) {
      one = { source, marked: 0, unmarked: 0, reached: [] };
      bySource.set(source, one);
    }
    if (row === source) continue;
    if (isUntrusted(index, row)) one.marked++;
    else one.unmarked++;
    const kind = reachedKind(log, row);
    if (kind !== null) one.reached.push({ row, kind });
  }
  return bySource;
}

/** Places that were reached by way of one event, itself too. O(events). */
function reachedBy(log: LoadedLog, map: TaintMap, ordinal: number): readonly Reached[] {
  const { index, order } = log;
  // 0 not known, 1 by way of the event, 2 not.
  const known = new Uint8Array(index.columns.length);
  known[ordinal] = 1;
  const found: Reached[] = [];
  for (let at = 0; at < order.length; at++) {
    const row = order.ordinalAt(at);
    if (!map.isReached(row)) continue;
    const way: number[] = [];
    let node = row;
    while (node >= 0 && known[node] === 0) {
      way.push(node);
      node = map.before(node);
    }
    const isBelow = node >= 0 && known[node] === 1;
    for (const one of way) known[one] = isBelow ? 1 : 2;
    if (known[row] !== 1) continue;
    const kind = reachedKind(log, row);
    if (kind !== null) found.push({ row, kind });
  }
  return found;
}

/** Rows and verdicts of what is told. */
class Teller {
  private readonly log: LoadedLog;
  private readonly map: TaintMap;
  private readonly reader: PayloadReader;

  constructor(log: LoadedLog, map: TaintMap) {
    this.log = log;
    this.map = map;
    this.reader = new PayloadReader(log, MAX_JUDGED);
  }

  async placesOf(
    reached: readonly Reached[],
    limit: number,
  ): Promise<{ readonly told: readonly ReachedPlace[]; readonly total: number; readonly deviating: number }> {
    const judged: {
      readonly one: Reached;
      readonly judged: Pick<ReachedPlace, 'verdict' | 'clause' | 'why'>;
    }[] = [];
    /** What decided the approvals so far: one answer may be recorded by two events. */
    const deciders = new Set<number>();
    for (const one of reached) {
      if (one.kind === 'decision' && this.isToldTwice(one.row, deciders)) continue;
      const verdict = await judgeReached(this.log, one.row, one.kind, this.reader);
      if (verdict !== null) judged.push({ one, judged: verdict });
    }
    const isBad = (at: (typeof judged)[number]): boolean => at.judged.verdict === 'deviates';
    const inTurn = [...judged.filter(isBad), ...judged.filter((at) => !isBad(at))];
    const told: ReachedPlace[] = [];
    for (const { one, judged: verdict } of inTurn.slice(0, limit)) {
      const way = await this.wayTo(one.row);
      told.push({ kind: one.kind, ...way, isCertain: this.map.isCertain(one.row), ...verdict });
    }
    return { told, total: judged.length, deviating: judged.filter(isBad).length };
  }

  /** An approval that was received is told again when its interrupt ends: with the same cause, or caused by it. */
  private isToldTwice(row: number, deciders: Set<number>): boolean {
    const { graph, index } = this.log;
    const decider = graph?.parent[row] ?? -1;
    const isHeld = decider >= 0 && deciders.has(decider);
    deciders.add(decider);
    if (!index.typeOf(row).endsWith('interrupt.resolved')) return false;
    const isOfAnswer =
      decider >= 0 && decider < index.columns.length && index.typeOf(decider) === 'approval.received';
    return isHeld || isOfAnswer;
  }

  /** From the source to an event. */
  async wayTo(row: number): Promise<{ readonly way: readonly TaintStep[]; readonly leftOut: number }> {
    const shown: number[] = [];
    for (let at = row; at >= 0 && shown.length < WAY_STEPS; at = this.map.before(at)) shown.push(at);
    const leftOut = this.map.depthOf(row) + 1 - shown.length;
    // The source is told in any case.
    if (leftOut > 0) shown[shown.length - 1] = this.map.sourceOf(row);
    shown.reverse();
    const rows = await eventRows(this.log, shown);
    return { way: rows.map((one, at) => this.step(one, shown[at] as number)), leftOut };
  }

  private step(row: EventRow, ordinal: number): TaintStep {
    return { row, via: this.map.via(ordinal), isMarked: isUntrusted(this.log.index, ordinal) };
  }
}
