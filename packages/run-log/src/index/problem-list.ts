import { type Problem, type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';
import {
  type CodeCount,
  inReportOrder,
  type ListedProblems,
  type NumberedProblem,
} from './listed-problems.ts';
import { LISTED_PER_CODE, type ProblemEntry, ProblemLayer } from './problem-layer.ts';

export type { NumberedProblem } from './listed-problems.ts';
export { LISTED_PER_CODE, type ProblemEntry } from './problem-layer.ts';

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
  const info = problemInfo(entry.code);
  return {
    code: entry.code,
    severity: info.severity,
    message: entry.message,
    ...(ids !== null && ids.sequence !== null ? { sequence: ids.sequence } : {}),
    ...(ids !== null ? { eventId: ids.eventId } : {}),
    ...(entry.pointer !== undefined ? { pointer: entry.pointer } : {}),
    ...(entry.byteOffset !== undefined ? { byteOffset: entry.byteOffset } : {}),
    ...(entry.line !== undefined && entry.line > 0 ? { line: entry.line } : {}),
    ...(entry.step !== undefined ? { step: entry.step } : {}),
    ...(entry.reason_code !== undefined ? { reason_code: entry.reason_code } : {}),
    clause: info.clause,
  };
}
