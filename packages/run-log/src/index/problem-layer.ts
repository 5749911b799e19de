import { storedIn } from '@openwop-inspector/base';
import { type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';

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

export const RANK: Record<Severity, number> = { note: 1, warning: 2, error: 3 };

/** Problems that were found by one kind of check. */
export class ProblemLayer {
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
    if (ordinal >= this.worst.length) {
      const wider = new Uint8Array(Math.max(1024, this.worst.length * 2, ordinal + 1));
      wider.set(this.worst);
      this.worst = wider;
    }
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
    for (const [code, { count, listed }] of this.byCode) layer.addUnlisted(code, count - listed.length);
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

  private addUnlisted(code: ProblemCode, count: number): void {
    this.groupOf(code).count += count;
    this.counts[problemInfo(code).severity] += count;
  }
}
