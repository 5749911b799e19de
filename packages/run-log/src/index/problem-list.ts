import { addTo, storedIn } from '@openwop-inspector/base';
import { type Problem, type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';
import { wider } from './event-columns.ts';

/**
 * What a problem was found by: reading the source; the checks of structure, which are made again whenever a log has
 * grown; the checks of payloads; what these tolerate, which is counted again as well; the rules between events of one run;
 * and those about the log as a whole.
 */
export type ProblemSource = 'reading' | 'structure' | 'payloads' | 'tolerated' | 'rules' | 'whole';

const SOURCES: readonly ProblemSource[] = ['reading', 'structure', 'payloads', 'tolerated', 'rules', 'whole'];
const SEVERITIES: readonly (Severity | null)[] = [null, 'note', 'warning', 'error'];

/** All problems of a source, grouped by code. Memory is bounded by `LISTED_PER_CODE` for each code. */
export class ProblemList implements ListedProblems {
  private layers = SOURCES.map(() => new ProblemLayer());
  private current = 0;

  add(entry: ProblemEntry): void {
    this.layers[this.current]?.add(entry);
  }

  /** True while another problem of a code would be listed; beyond, it is counted, and nobody reads its words. */
  lists(code: ProblemCode): boolean {
    return (this.layers[this.current]?.listed(code).length ?? 0) < LISTED_PER_CODE;
  }

  /** Notes what `find` adds as found by `source`. `find` must not wait for anything. */
  foundBy(source: ProblemSource, find: () => void): void {
    const before = this.current;
    this.current = SOURCES.indexOf(source);
    try {
      find();
    } finally {
      this.current = before;
    }
  }

  /** Number of the problems listed so far by the reading of sources. */
  get readSoFar(): number {
    return this.layers[0]?.entries.length ?? 0;
  }

  /** Forgets the problems of reading from number `from` on, and what was counted and not listed. */
  forgetRead(from: number): void {
    const [reading, ...others] = this.layers;
    if (reading !== undefined && reading.entries.length > from)
      this.layers = [reading.first(from), ...others];
  }

  /** Bytes of the problems of reading from number `from` on that have a place and no line. */
  unlined(from: number): readonly number[] {
    return (this.layers[0]?.entries.slice(from) ?? []).flatMap(({ byteOffset, line }) =>
      byteOffset === undefined || (line ?? 0) > 0 ? [] : [byteOffset],
    );
  }

  /** Gives those problems the lines of their bytes. */
  placeLines(from: number, lines: ReadonlyMap<number, number>): void {
    const entries = this.layers[0]?.entries ?? [];
    for (let i = from; i < entries.length; i++) {
      const entry = entries[i] as ProblemEntry;
      const line = lines.get(entry.byteOffset ?? -1);
      if (line !== undefined && (entry.line ?? 0) === 0) entries[i] = { ...entry, line };
    }
  }

  /** As `foundBy`, in place of what was found by `source` before. */
  replaceFound(source: ProblemSource, find: () => void): void {
    this.layers[SOURCES.indexOf(source)] = new ProblemLayer();
    this.foundBy(source, find);
  }

  /** Forgets what the checks of payloads found about some events, which are to be checked again. */
  forgetPayloads(ordinals: ReadonlySet<number>): void {
    const at = SOURCES.indexOf('payloads');
    const layer = this.layers[at];
    if (layer !== undefined) this.layers[at] = layer.without(ordinals);
  }

  /** Sorts what was found by `source` by the places of its events; what belongs to the file comes first. */
  sort(source: ProblemSource, placeOf: (ordinal: number) => number): void {
    this.layers[SOURCES.indexOf(source)]?.sort(placeOf);
  }

  /** Worst severity among an event's problems. */
  severityOf(ordinal: number): Severity | null {
    let worst = 0;
    for (const layer of this.layers) worst = Math.max(worst, layer.worstOf(ordinal));
    return SEVERITIES[worst] ?? null;
  }

  get counts(): { readonly error: number; readonly warning: number; readonly note: number } {
    const sum = { error: 0, warning: 0, note: 0 };
    for (const { counts } of this.layers) {
      sum.error += counts.error;
      sum.warning += counts.warning;
      sum.note += counts.note;
    }
    return sum;
  }

  get size(): number {
    return this.layers.reduce((sum, layer) => sum + layer.entries.length, 0);
  }

  list(code?: ProblemCode): readonly NumberedProblem[] {
    return this.layers.flatMap((layer, at) => {
      const places = code === undefined ? [...layer.entries.keys()] : layer.listed(code);
      return places.map((place) => ({
        id: place * SOURCES.length + at,
        entry: layer.entries[place] as ProblemEntry,
      }));
    });
  }

  has(code: ProblemCode): boolean {
    return this.layers.some((layer) => layer.countOf(code) > 0);
  }

  groups(): readonly CodeCount[] {
    const codes = new Set(this.layers.flatMap((layer) => layer.codes()));
    return [...codes]
      .map((code) => ({
        code,
        severity: problemInfo(code).severity,
        count: this.layers.reduce((sum, layer) => sum + layer.countOf(code), 0),
      }))
      .sort(inReportOrder);
  }
}

/** A problem as the contract prints it, with the ids of its event when there is one. */
export function toProblem(
  entry: ProblemEntry,
  ids: { sequence: number | null; eventId: string } | null,
): Problem {
  const { code, message, pointer, byteOffset, line = 0, step, reason_code } = entry;
  const { severity, clause } = problemInfo(code);
  return {
    code,
    severity,
    message,
    ...(ids !== null && ids.sequence !== null && { sequence: ids.sequence }),
    ...(ids !== null && { eventId: ids.eventId }),
    ...(pointer !== undefined && { pointer }),
    ...(byteOffset !== undefined && { byteOffset }),
    ...(line > 0 && { line }),
    ...(step !== undefined && { step }),
    ...(reason_code !== undefined && { reason_code }),
    clause,
  };
}

/** A listed problem with its number, which stays the same until the checks that found it are made again. */
export interface NumberedProblem {
  readonly id: number;
  readonly entry: ProblemEntry;
}

/** Problems of one code, counted. */
interface CodeCount {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly count: number;
}

/** Problems as answers ask for them: those of a whole log, or of one of its runs. */
export interface ListedProblems {
  readonly counts: { readonly error: number; readonly warning: number; readonly note: number };
  /** Codes with their counts, worst severity first, then most frequent first. */
  groups(): readonly CodeCount[];
  /** Listed problems with their numbers; of one code when given. */
  list(code?: ProblemCode): readonly NumberedProblem[];
}

/** Worst severity first, then most frequent first. */
function inReportOrder(a: CodeCount, b: CodeCount): number {
  return RANK[b.severity] - RANK[a.severity] || b.count - a.count || (a.code < b.code ? -1 : 1);
}

/**
 * The listed problems of some events. What was counted and not listed belongs to no event any more and is left out, and
 * so is what belongs to the file. O(listed problems) once.
 */
export class ProblemsOfEvents implements ListedProblems {
  readonly counts = { error: 0, warning: 0, note: 0 };
  private readonly byCode = new Map<ProblemCode, NumberedProblem[]>();

  constructor(all: ListedProblems, has: (ordinal: number) => boolean) {
    for (const problem of all.list()) {
      const { code, ordinal } = problem.entry;
      if (ordinal === null || !has(ordinal)) continue;
      this.counts[problemInfo(code).severity]++;
      addTo(this.byCode, code, problem);
    }
  }

  groups(): readonly CodeCount[] {
    return [...this.byCode]
      .map(([code, { length }]) => ({ code, severity: problemInfo(code).severity, count: length }))
      .sort(inReportOrder);
  }

  list(code?: ProblemCode): readonly NumberedProblem[] {
    return code === undefined ? [...this.byCode.values()].flat() : (this.byCode.get(code) ?? []);
  }
}

/** A problem as the engine keeps it; the event's own ids are added when somebody asks. */
export interface ProblemEntry {
  readonly code: ProblemCode;
  readonly message: string;
  /** The event it belongs to; null for a problem of the file or of a run. */
  readonly ordinal: number | null;
  readonly pointer?: string;
  readonly byteOffset?: number;
  readonly line?: number;
  /** Of a message: the step that decided, and the reason (agh 2, 4). */
  readonly step?: string;
  readonly reason_code?: string;
}

/** More of one code than this are counted and not listed. */
export const LISTED_PER_CODE = 10_000;

const RANK: Record<Severity, number> = { note: 1, warning: 2, error: 3 };

/** Problems that were found by one kind of check. */
class ProblemLayer {
  readonly entries: ProblemEntry[] = [];
  readonly counts = { error: 0, warning: 0, note: 0 };
  private readonly byCode = new Map<ProblemCode, { listed: number[]; count: number }>();
  /** Worst severity by ordinal, as a rank. */
  private worst = new Uint8Array(0);

  add(entry: ProblemEntry): void {
    const group = this.groupOf(entry.code);
    group.count++;
    const { severity } = problemInfo(entry.code);
    this.counts[severity]++;
    if (entry.ordinal !== null) this.mark(entry.ordinal, RANK[severity]);
    if (group.listed.length >= LISTED_PER_CODE) return;
    group.listed.push(this.entries.length);
    this.entries.push(entry);
  }

  private groupOf(code: ProblemCode): { readonly listed: number[]; count: number } {
    return storedIn(this.byCode, code, () => ({ listed: [], count: 0 }));
  }

  private mark(ordinal: number, rank: number): void {
    if (ordinal >= this.worst.length)
      this.worst = wider(this.worst, new Uint8Array(Math.max(1024, this.worst.length * 2, ordinal + 1)));
    if ((this.worst[ordinal] as number) < rank) this.worst[ordinal] = rank;
  }

  /** Rank of the worst severity among an event's problems, 0 for none. */
  worstOf(ordinal: number): number {
    return this.worst[ordinal] ?? 0;
  }

  codes(): readonly ProblemCode[] {
    return [...this.byCode.keys()];
  }

  countOf(code: ProblemCode): number {
    return this.byCode.get(code)?.count ?? 0;
  }

  /** Places in `entries` of the listed problems of a code. */
  listed(code: ProblemCode): readonly number[] {
    return this.byCode.get(code)?.listed ?? [];
  }

  /** The same without the problems of some events; those that were counted and not listed stay counted. */
  without(ordinals: ReadonlySet<number>): ProblemLayer {
    const isStored = ({ ordinal }: ProblemEntry): boolean => ordinal === null || !ordinals.has(ordinal);
    if (this.entries.every(isStored)) return this;
    const layer = new ProblemLayer();
    for (const entry of this.entries) if (isStored(entry)) layer.add(entry);
    for (const [code, { count, listed }] of this.byCode) {
      layer.groupOf(code).count += count - listed.length;
      layer.counts[problemInfo(code).severity] += count - listed.length;
    }
    return layer;
  }

  sort(placeOf: (ordinal: number) => number): void {
    const keyOf = ({ ordinal }: ProblemEntry): number => (ordinal === null ? -1 : placeOf(ordinal));
    this.entries.sort((a, b) => keyOf(a) - keyOf(b));
    for (const { listed } of this.byCode.values()) listed.length = 0;
    for (const [at, { code }] of this.entries.entries()) this.byCode.get(code)?.listed.push(at);
  }

  /** The same with its first entries alone. */
  first(count: number): ProblemLayer {
    const layer = new ProblemLayer();
    for (const entry of this.entries.slice(0, count)) layer.add(entry);
    return layer;
  }
}
