import { type Problem, type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';

/** A problem as the engine keeps it; the event's own ids are added when somebody asks. */
export interface ProblemEntry {
  readonly code: ProblemCode;
  readonly message: string;
  /** The event it belongs to; null for a problem of the file or of a run. */
  readonly ordinal: number | null;
  readonly pointer?: string;
  readonly byteOffset?: number;
  readonly line?: number;
}

/** More of one code than this are counted and not listed. */
export const LISTED_PER_CODE = 10_000;

const RANK: Record<Severity, number> = { note: 1, warning: 2, error: 3 };
const SEVERITIES: readonly (Severity | null)[] = [null, 'note', 'warning', 'error'];

/** All problems of a source, grouped by code. Memory is bounded by `LISTED_PER_CODE` for each code. */
export class ProblemList {
  private readonly byCode = new Map<ProblemCode, { listed: number[]; count: number }>();
  private readonly entries: ProblemEntry[] = [];
  /** Worst severity by ordinal, as a rank. */
  private worst = new Uint8Array(1024);
  readonly counts = { error: 0, warning: 0, note: 0 };

  add(entry: ProblemEntry): void {
    const group = this.byCode.get(entry.code) ?? { listed: [], count: 0 };
    this.byCode.set(entry.code, group);
    group.count++;
    const { severity } = problemInfo(entry.code);
    this.counts[severity]++;
    if (entry.ordinal !== null) this.mark(entry.ordinal, RANK[severity]);
    if (group.listed.length >= LISTED_PER_CODE) return;
    group.listed.push(this.entries.length);
    this.entries.push(entry);
  }

  private mark(ordinal: number, rank: number): void {
    if (ordinal >= this.worst.length) {
      const wider = new Uint8Array(Math.max(this.worst.length * 2, ordinal + 1));
      wider.set(this.worst);
      this.worst = wider;
    }
    if ((this.worst[ordinal] as number) < rank) this.worst[ordinal] = rank;
  }

  /** Worst severity among an event's problems. */
  severityOf(ordinal: number): Severity | null {
    return SEVERITIES[this.worst[ordinal] ?? 0] ?? null;
  }

  get size(): number {
    return this.entries.length;
  }

  /** Listed entries with their numbers; of one code when given. */
  list(code?: ProblemCode): readonly { readonly id: number; readonly entry: ProblemEntry }[] {
    const ids = code === undefined ? this.entries.keys() : (this.byCode.get(code)?.listed ?? []);
    return [...ids].map((id) => ({ id, entry: this.entries[id] as ProblemEntry }));
  }

  /** Entries of one code, by page. */
  page(
    code: ProblemCode,
    offset: number,
    limit: number,
  ): readonly { readonly id: number; readonly entry: ProblemEntry }[] {
    const ids = this.byCode.get(code)?.listed.slice(offset, offset + limit) ?? [];
    return ids.map((id) => ({ id, entry: this.entries[id] as ProblemEntry }));
  }

  /** A listed entry by its number. */
  at(id: number): ProblemEntry {
    const entry = this.entries[id];
    if (entry === undefined) throw new Error(`there is no problem ${id}`);
    return entry;
  }

  has(code: ProblemCode): boolean {
    return this.byCode.has(code);
  }

  /** Codes with their counts, worst severity first, then most frequent first. */
  groups(): readonly {
    readonly code: ProblemCode;
    readonly severity: Severity;
    readonly count: number;
    readonly listed: number;
  }[] {
    return [...this.byCode]
      .map(([code, group]) => ({
        code,
        severity: problemInfo(code).severity,
        count: group.count,
        listed: group.listed.length,
      }))
      .sort((a, b) => RANK[b.severity] - RANK[a.severity] || b.count - a.count || (a.code < b.code ? -1 : 1));
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
    clause: info.clause,
  };
}
