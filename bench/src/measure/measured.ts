/** Times of one audit in ms. */
export interface AuditTimes {
  readonly envelopes: number;
  readonly loadMs: number;
  /** The rules of the log, which are part of its checks. */
  readonly rulesMs: number;
  /** Of the log that is open and checked. */
  readonly auditMs: number;
  /** The acceptor alone on the same envelopes. */
  readonly ownMs: number;
}

/** What a measurement did, before its memory is known. */
export interface Work {
  /** Time of the work in ms, when the measurement knows better than the clock around it. */
  readonly ms?: number;
  /** Highest resident memory at the end of the work in bytes, when something came after it. */
  readonly peakBytes?: number;
  readonly events: number;
  readonly firstRowsMs?: number;
  readonly edges?: number;
  readonly refreshes?: number;
  readonly audit?: AuditTimes;
}

/** Highest resident memory of this process so far, in bytes. */
export function peakMemoryHere(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** What one measurement in one process of its own found. */
export interface Measured {
  /** Wall time of the work, without the start of the process. Ms. */
  readonly ms: number;
  /** Processor time of the whole process in ms, its start and other threads included; steadier than `ms` on a busy machine. */
  readonly cpuMs?: number;
  /** Highest resident memory of the process, in bytes; null when it was not our process. */
  readonly peakBytes: number | null;
  /** Events read, so that a fast measurement that read nothing is noticed. */
  readonly events: number;
  /** Time until the first rows could be shown, in ms. Only the engine has it. */
  readonly firstRowsMs?: number;
  /** Edges of the causal graph. Only the engine has it. */
  readonly edges?: number;
  /** How often a log that grew was shown anew. Only a live session has it. */
  readonly refreshes?: number;
  /** Only an audit has them. */
  readonly audit?: AuditTimes;
}

/** Middle of the values; the mean of the two middle ones when their number is even. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The smallest value that at least `share` of all values do not exceed (nearest rank). NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The greatest value; 0 for none. */
export function greatest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
