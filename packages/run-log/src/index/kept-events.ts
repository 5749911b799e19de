/** Types of which every run has a few, and by which its state is told: how it began and why it failed. */
const KEPT_TYPES: ReadonlySet<string> = new Set([
  'run.started',
  'run.failed',
  'node.failed',
  'envelope.retry.exhausted',
]);
/** Bytes of an event, and of all of them: what is larger or comes later is read when it is wanted. */
const MAX_EVENT = 64 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Events that are wanted as soon as a log is read, kept while their bytes are at hand. They lie all over a source, where
 * each takes a read, or a request, of its own.
 */
export class KeptEvents {
  private readonly byRow = new Map<number, KeptEvent>();
  private bytes = 0;

  /** True for a type of which events are kept. */
  wants(type: string): boolean {
    return KEPT_TYPES.has(type);
  }

  /** Keeps a copy of the event of a row, which stands at a place of its source, while there is room. */
  keep(row: number, offset: number, bytes: Uint8Array): void {
    if (bytes.length > MAX_EVENT || this.bytes + bytes.length > MAX_BYTES) return;
    this.bytes += bytes.length;
    this.byRow.set(row, { offset, bytes: bytes.slice() });
  }

  /**
   * The bytes of the event of a row; do not write to them. Undefined when they are not kept, or when the row is that of an
   * event at another place by now, as of a log that grows and tells an event again.
   */
  bytesOf(row: number, offset: number): Uint8Array | undefined {
    const kept = this.byRow.get(row);
    return kept?.offset === offset ? kept.bytes : undefined;
  }
}

interface KeptEvent {
  readonly offset: number;
  readonly bytes: Uint8Array;
}
