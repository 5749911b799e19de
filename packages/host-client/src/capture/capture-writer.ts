import type { CaptureSink, Clock } from '../live/live-run.ts';

/** Beyond so many bytes that are not written yet, whoever brings more has to wait. */
const HIGH_WATER = 4 * 1024 * 1024;
/** One write is not much larger. */
const WRITE_BYTES = 1024 * 1024;
const SMALLEST = 64 * 1024;
const LINE_BREAK = 10;

/**
 * Gathers lines for a short while and hands them to the sink in order, one write at a time. Nothing is dropped: a slow
 * sink makes the bringer wait (`drained`). A line becomes bytes once, and most came as such.
 */
export class CaptureWriter {
  private readonly sink: CaptureSink;
  private readonly clock: Clock;
  private readonly waitMs: number;
  private readonly onWritten: () => void;
  private readonly encoder = new TextEncoder();
  /** Lines that wait, up to `used`, and the room of a batch that was written. */
  private batch = new Uint8Array(SMALLEST);
  private used = 0;
  private spare: Uint8Array<ArrayBuffer> | null = null;
  /** Bytes of the batch that is being written. */
  private leaving = 0;
  private isTimed = false;
  private writing: Promise<void> | null = null;
  /** Size of the capture as far as it may be read. */
  bytes = 0;
  /** The sink has failed; what comes now cannot be kept. */
  hasFailed = false;

  constructor(sink: CaptureSink, clock: Clock, waitMs: number, onWritten: () => void) {
    this.sink = sink;
    this.clock = clock;
    this.waitMs = waitMs;
    this.onWritten = onWritten;
  }

  /** Takes a line without its line break. */
  add(line: string): void {
    // A UTF-16 unit takes three bytes at most.
    this.makeRoom(line.length * 3 + 1);
    this.used += this.encoder.encodeInto(line, this.batch.subarray(this.used)).written;
    this.endLine();
  }

  /** Takes a line that is UTF-8 already; copies it. */
  addBytes(line: Uint8Array): void {
    this.makeRoom(line.length + 1);
    this.batch.set(line, this.used);
    this.used += line.length;
    this.endLine();
  }

  private makeRoom(bytes: number): void {
    const needed = this.used + bytes;
    if (needed <= this.batch.length) return;
    const larger = new Uint8Array(Math.max(needed, this.batch.length * 2));
    larger.set(this.batch.subarray(0, this.used));
    this.batch = larger;
  }

  private endLine(): void {
    this.batch[this.used++] = LINE_BREAK;
    if (this.used >= WRITE_BYTES) this.begin();
    else if (!this.isTimed && this.writing === null) {
      this.isTimed = true;
      this.clock.after(this.waitMs, () => {
        this.isTimed = false;
        this.begin();
      });
    }
  }

  /** More is waiting than a write or two takes. What is being written still counts, or a slow sink held nobody back. */
  get isBehind(): boolean {
    return this.used + this.leaving > HIGH_WATER;
  }

  /** Resolves when there is room for more. */
  async drained(): Promise<void> {
    while (this.isBehind && this.writing !== null) await this.writing;
  }

  /** Resolves when all that was added is written, or the sink has failed. */
  async flush(): Promise<void> {
    for (this.begin(); this.writing !== null; this.begin()) await this.writing;
  }

  private begin(): void {
    if (this.writing !== null || this.used === 0) return;
    this.writing = this.writeAll().then(() => {
      this.writing = null;
      // What was added behind the last write would wait for the next line otherwise.
      this.begin();
    });
  }

  private async writeAll(): Promise<void> {
    while (this.used > 0) {
      const { batch, used } = this;
      this.leaving = used;
      this.batch = this.spare ?? new Uint8Array(SMALLEST);
      this.spare = null;
      this.used = 0;
      try {
        if (!this.hasFailed) this.bytes = await this.handOver(batch.subarray(0, used));
      } catch {
        this.hasFailed = true;
      }
      // A batch that had to grow far is not kept for a session that is quiet again.
      if (batch.length <= WRITE_BYTES * 2) this.spare = batch;
      this.leaving = 0;
      this.onWritten();
    }
  }

  private handOver(bytes: Uint8Array): Promise<number> {
    const { sink } = this;
    if (sink.writeBytes !== undefined) return sink.writeBytes(bytes);
    return sink.write(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  }
}
