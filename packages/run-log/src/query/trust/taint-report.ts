/** Untrusted content of a log: where it came in, the ways it took, and what it reached. */
import { isRecord, type MaskedText, storedIn, words } from '@openwop-inspector/base';
import { FLAG } from '../../index/event-columns.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { type EventRow, eventRows } from '../rows/event-rows.ts';
import { allRows } from '../rows/rows.ts';
import { isUntrusted, type TaintEdge, type TaintMap, taintMap } from './trust.ts';
import {
  NO_FINDINGS,
  type TaintVerdict,
  type TrustFinding,
  type TrustFindings,
  trustFindings,
} from './trust-findings.ts';

/** What untrusted content reached that acts, or that the user acts on; `lost` is any other event that lost its mark. */
type ReachedKind = 'approval' | 'decision' | 'interrupt' | 'refusal' | 'tool' | 'surface' | 'lost';

const KINDS: ReadonlyMap<string, ReachedKind> = new Map<string, ReachedKind>([
  ['approval.requested', 'approval'],
  ['interrupt.requested', 'interrupt'],
  ['clarification.requested', 'interrupt'],
  ['agent.toolCalled', 'tool'],
  ['ui.a2ui-surface', 'surface'],
]);

/** What happens at a place, in words. */
export const REACHED_WORDS: Readonly<Record<ReachedKind, string>> = {
  approval: 'an approval is requested',
  decision: 'an approval is decided',
  interrupt: 'the user is prompted',
  refusal: 'an envelope is refused',
  tool: 'a tool is called',
  surface: 'a surface is displayed',
  lost: 'the mark is lost',
};

const BLOCKED = 'untrusted_content_blocks_approval';

/** What kind of place an event is where untrusted content acts; null for none of them. O(1). */
function reachedKind({ index }: LoadedLog, row: number, finding?: TrustFinding): ReachedKind | null {
  if (finding?.kind === 'decision') return 'decision';
  const isWarning = ((index.columns.flags[row] as number) & FLAG.envelopeWarning) !== 0;
  return (
    KINDS.get(index.typeOf(row)) ?? (isWarning ? 'refusal' : finding?.verdict === 'deviates' ? 'lost' : null)
  );
}

interface Judged extends Pick<TrustFinding, 'verdict' | 'why'> {
  /** The clause that the verdict goes by. */
  readonly clause: MaskedText;
}

const APPROVAL = words`acceptor S11`;
const TRUST = words`acceptor 7`;
const FRAME = words`security S-16`;
const FRAMED = words`it says that it is untrusted, so that it is framed as such`;
const UNSTATED = words`it does not say whether it is trusted; contentTrust would say`;
const BLOCKS: Judged = {
  verdict: 'agrees',
  clause: TRUST,
  why: words`by untrusted_content_blocks_approval, as it has to be`,
};
const CALLED: Judged = {
  verdict: 'unknown',
  clause: words`security mcp-server-untrusted-args`,
  why: words`that its arguments were checked against the tool's schema is not recorded`,
};

/**
 * What the protocol asks of a place, compared with what was recorded; null for a refusal of another reason. What is put
 * before the user has to say that it is untrusted.
 */
async function judgeReached({ row, kind, finding }: Reached, reader: PayloadReader): Promise<Judged | null> {
  if (finding !== undefined) {
    const { verdict, why } = finding;
    return { verdict, why, clause: finding.kind === 'decision' ? APPROVAL : TRUST };
  }
  if (kind === 'refusal') return (await isBlocked(row, reader)) ? BLOCKS : null;
  if (kind === 'tool') return CALLED;
  const clause = kind === 'surface' ? FRAME : TRUST;
  const isMarked = isUntrusted(reader.log.index, row);
  return isMarked
    ? { verdict: 'agrees', clause, why: FRAMED }
    : { verdict: 'unknown', clause, why: UNSTATED };
}

async function isBlocked(row: number, reader: PayloadReader): Promise<boolean> {
  const payload = await reader.fields(row);
  const fields = payload.value('fields');
  const reported = isRecord(fields) ? [fields.reason, fields.code] : [];
  return [...reported, payload.value('reason'), payload.value('code')].includes(BLOCKED);
}

/** Steps of a way that are listed: the source and its end. */
const WAY_STEPS = 24;
/** Payloads that are read to judge what was reached. */
const MAX_JUDGED = 20_000;

/** Findings that follow each other on one way: an answer, by what lost its mark. */
const MAX_ADDED = 8;

interface TaintLimits {
  /** Sources that are listed. */
  readonly flows: number;
  /** Places that are listed of each. */
  readonly reached: number;
}

interface Reached {
  readonly row: number;
  readonly kind: ReachedKind;
  readonly finding: TrustFinding | undefined;
}

interface Gathered {
  readonly source: number;
  marked: number;
  unmarked: number;
  readonly reached: Reached[];
}

/** An event on the way of untrusted content. */
export interface TaintStep {
  readonly row: EventRow;
  /** Null for the event by which it came in. */
  readonly via: TaintEdge | null;
  /** False for an event that does not say that it is untrusted. */
  readonly isMarked: boolean;
}

/** A place that untrusted content reached, or may have reached. */
export interface ReachedPlace extends Judged {
  readonly kind: ReachedKind;
  /** From the event by which it came in to this one; events in between are left out of a long way. */
  readonly way: readonly TaintStep[];
  /** Events of the way that are left out. */
  readonly leftOut: number;
  /** False where an event on the way says nothing of its trust, so that content may not have come along. */
  readonly isCertain: boolean;
}

/** What one event brought in. */
export interface TaintFlow {
  readonly source: EventRow;
  /** Events after it that say they are untrusted, and others that it led to. */
  readonly marked: number;
  readonly unmarked: number;
  /** Deviations first, then as recorded; not all of many. */
  readonly reached: readonly ReachedPlace[];
  readonly reachedTotal: number;
}

export type TaintOfLog = Awaited<ReturnType<typeof taintOfLog>>;

export type TaintOfEvent = NonNullable<Awaited<ReturnType<typeof taintOfEvent>>>;

/** Every source of a log with what it reached. Rejects with a `SourceError`. O(events), and reads what is listed. */
export async function taintOfLog(given: LoadedLog, limits: TaintLimits) {
  const log = standing(given);
  const ways = new Ways(log, await findingsOf(log));
  const { bySource, unreached } = gather(log, ways);
  const flows: TaintFlow[] = [];
  const sources = [...bySource.values()];
  const counts = { deviating: 0, unknown: 0 };
  for (const one of sources.sort((a, b) => b.reached.length - a.reached.length)) {
    const isReported = flows.length < limits.flows;
    if (!isReported && one.reached.length === 0) break;
    const places = await ways.placesOf(one.reached, isReported ? limits.reached : 0);
    counts.deviating += places.deviating;
    counts.unknown += places.unknown;
    if (!isReported) continue;
    const [source] = await eventRows(log, [one.source]);
    const { marked, unmarked } = one;
    if (source !== undefined)
      flows.push({ source, marked, unmarked, reached: places.listed, reachedTotal: places.total });
  }
  const others = await ways.placesOf(unreached, limits.reached);
  return {
    /** Those that reached something first; not all of many. */
    flows,
    /** Events that brought untrusted content in. */
    sources: sources.length,
    /** Answers to approvals that no recorded way of untrusted content leads to; not all of many. */
    unreached: others.listed,
    unreachedTotal: others.total,
    /** Places of each verdict, of all sources and of none. */
    deviating: counts.deviating + others.deviating,
    unknown: counts.unknown + others.unknown,
    hasCauses: (log.graph?.withCause ?? 0) > 0,
  };
}

/** The answers to approvals and the deviations of a log, by the sequences of their events. */
export const judgedPlaces = ({ flows, unreached }: TaintOfLog) =>
  [...flows.flatMap(({ reached }) => reached), ...unreached]
    .filter(({ kind, verdict }) => kind === 'decision' || verdict === 'deviates')
    .map(({ kind, verdict, way }) => ({ kind, verdict, sequence: way.at(-1)?.row.sequence ?? null }))
    .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));

/** How untrusted content came to an event, and what it reached from there. Null for no event of the log. O(events). */
export async function taintOfEvent(given: LoadedLog, ordinal: number, limit: number) {
  const log = standing(given);
  const [row] = log.order.indexOf(ordinal) < 0 ? [] : await eventRows(log, [ordinal]);
  if (row === undefined) return null;
  const ways = new Ways(log, await findingsOf(log));
  const isReached = ways.end(ordinal) >= 0;
  const reached = isReached ? reachedBy(log, ways, ordinal) : ways.alone(ordinal);
  const places = await ways.placesOf(reached, limit);
  const listed: readonly ReachedPlace[] = places.listed;
  const { way, leftOut } = isReached ? await ways.wayTo(ordinal) : { way: [], leftOut: 0 };
  return {
    row,
    /** From where it came in to the event; empty for an event that nothing untrusted reached. */
    way,
    leftOut,
    isCertain: ways.isCertain(ordinal),
    /** What was reached by way of this event, itself too. */
    reached: listed,
    reachedTotal: places.total,
  };
}

/** Nobody stops it. */
const findingsOf = async (log: LoadedLog): Promise<TrustFindings> =>
  (await trustFindings(log)) ?? NO_FINDINGS;

/** The ways of untrusted content, with those that a finding of trust adds: to an answer, and to what lost its mark. */
class Ways {
  readonly map: TaintMap;
  private readonly log: LoadedLog;
  private readonly findings: TrustFindings;
  private readonly reader: PayloadReader;

  constructor(log: LoadedLog, findings: TrustFindings) {
    this.log = log;
    this.map = taintMap(log);
    this.findings = findings;
    this.reader = new PayloadReader(log, MAX_JUDGED);
  }

  findingOf(row: number): TrustFinding | undefined {
    return this.findings.byRow.get(row);
  }

  /** The last event of the map on the way to a row: itself, or what it lost the mark of, or what answered; -1 for no way. */
  end(row: number): number {
    let at = row;
    for (let steps = 0; at >= 0 && steps < MAX_ADDED; steps++) {
      if (this.map.isReached(at)) return at;
      at = this.findingOf(at)?.cause ?? -1;
    }
    return -1;
  }

  /** The event before a row that a way leads to; -1 for a source. */
  before(row: number): number {
    return this.map.isReached(row) ? this.map.before(row) : (this.findingOf(row)?.cause ?? -1);
  }

  via(row: number): TaintEdge | null {
    return this.map.isReached(row) ? this.map.via(row) : this.before(row) < 0 ? null : 'cause';
  }

  /** What no way leads to is certain: only its answer is judged. */
  isCertain(row: number): boolean {
    const end = this.end(row);
    return end < 0 || this.findingOf(row)?.verdict === 'deviates' || this.map.isCertain(end);
  }

  /** Events of the way to a row. */
  private lengthTo(row: number): number {
    const end = this.end(row);
    let added = 0;
    for (let at = row; at !== end; at = this.before(at)) added++;
    return this.map.depthOf(end) + 1 + added;
  }

  /** What happens at a row; nothing for another event, and for one that repeats what another records. */
  placeOf(row: number): Reached | null {
    const finding = this.findingOf(row);
    const kind = this.findings.repeats.has(row) ? null : reachedKind(this.log, row, finding);
    return kind === null ? null : { row, kind, finding };
  }

  /** What happens at a row that no way leads to. */
  alone(row: number): readonly Reached[] {
    const place = this.findingOf(row) === undefined ? null : this.placeOf(row);
    return place === null ? [] : [place];
  }

  /** Verdicts on some places, and the rows of the first of them. */
  async placesOf(reached: readonly Reached[], limit: number) {
    const judged: (Pick<Reached, 'row' | 'kind'> & { readonly judgement: Judged })[] = [];
    for (const one of reached) {
      const judgement = await judgeReached(one, this.reader);
      if (judgement !== null) judged.push({ row: one.row, kind: one.kind, judgement });
    }
    const count = (verdict: TaintVerdict) => judged.filter((at) => at.judgement.verdict === verdict).length;
    const isOther = (one: (typeof judged)[number]) => Number(one.judgement.verdict !== 'deviates');
    const listed: ReachedPlace[] = [];
    for (const { row, kind, judgement } of judged.toSorted((a, b) => isOther(a) - isOther(b)).slice(0, limit))
      listed.push({ kind, ...(await this.wayTo(row)), isCertain: this.isCertain(row), ...judgement });
    return { listed, total: judged.length, deviating: count('deviates'), unknown: count('unknown') };
  }

  /** From the source to an event. */
  async wayTo(row: number) {
    const displayed: number[] = [];
    for (let at = row; at >= 0 && displayed.length < WAY_STEPS; at = this.before(at)) displayed.push(at);
    const end = this.end(row);
    const leftOut = end < 0 ? 0 : this.lengthTo(row) - displayed.length;
    // The source is listed in any case.
    if (leftOut > 0) displayed[displayed.length - 1] = this.map.sourceOf(end);
    displayed.reverse();
    const rows = await eventRows(this.log, displayed);
    const way: readonly TaintStep[] = rows.map((row) => {
      return { row, via: this.via(row.ordinal), isMarked: isUntrusted(this.log.index, row.ordinal) };
    });
    return { way, leftOut };
  }
}

function gather(log: LoadedLog, ways: Ways) {
  const { map } = ways;
  const bySource = new Map<number, Gathered>();
  const unreached: Reached[] = [];
  for (const row of allRows(log)) {
    const end = ways.end(row);
    if (end < 0) {
      unreached.push(...ways.alone(row));
      continue;
    }
    const source = map.sourceOf(end);
    const one = storedIn(bySource, source, () => ({ source, marked: 0, unmarked: 0, reached: [] }));
    const place = ways.placeOf(row);
    // A source that decides is a place as well.
    if (place !== null && (row !== source || place.kind === 'decision')) one.reached.push(place);
    if (row === source || !map.isReached(row)) continue;
    if (isUntrusted(log.index, row)) one.marked++;
    else one.unmarked++;
  }
  return { bySource, unreached };
}

/** Places that were reached by way of one event, itself too. O(events). */
function reachedBy(log: LoadedLog, ways: Ways, ordinal: number): readonly Reached[] {
  // 0 not known, 1 by way of the event, 2 not.
  const known = new Uint8Array(log.index.columns.length);
  known[ordinal] = 1;
  const found: Reached[] = [];
  for (const row of allRows(log)) {
    if (ways.end(row) < 0) continue;
    const way: number[] = [];
    let node = row;
    while (node >= 0 && known[node] === 0) {
      way.push(node);
      node = ways.before(node);
    }
    const isBelow = node >= 0 && known[node] === 1;
    for (const one of way) known[one] = isBelow ? 1 : 2;
    const place = known[row] === 1 ? ways.placeOf(row) : null;
    if (place !== null) found.push(place);
  }
  return found;
}
