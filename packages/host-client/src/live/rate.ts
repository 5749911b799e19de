const BUCKET_MS = 100;
const BUCKETS = 50;
const A_SECOND = 1000 / BUCKET_MS;

/** Events a second, from counts of tenths of a second over the last five seconds. */
export class Rate {
  private readonly counts = new Uint32Array(BUCKETS);
  /** Number of the newest bucket since 1970. */
  private newest = 0;
  private peak = 0;
  /** Sum of the last ten buckets. */
  private thisSecond = 0;

  note(nowMs: number, events = 1): void {
    this.moveTo(nowMs);
    const at = this.newest % BUCKETS;
    this.counts[at] = (this.counts[at] ?? 0) + events;
    this.thisSecond += events;
    this.peak = Math.max(this.peak, this.thisSecond);
  }

  perSecond(nowMs: number): number {
    this.moveTo(nowMs);
    const sum = this.counts.reduce((all, count) => all + count, 0);
    return (sum * 1000) / (BUCKETS * BUCKET_MS);
  }

  get peakPerSecond(): number {
    return this.peak;
  }

  private moveTo(nowMs: number): void {
    const bucket = Math.floor(nowMs / BUCKET_MS);
    if (bucket <= this.newest) return;
    for (let i = Math.max(this.newest + 1, bucket - BUCKETS + 1); i <= bucket; i++)
      this.counts[i % BUCKETS] = 0;
    this.newest = bucket;
    this.thisSecond = this.lastSecond();
  }

  private lastSecond(): number {
    let sum = 0;
    for (let i = 0; i < A_SECOND; i++) sum += this.counts[(this.newest - i + BUCKETS) % BUCKETS] ?? 0;
    return sum;
  }
}
