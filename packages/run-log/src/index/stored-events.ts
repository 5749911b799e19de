import { isRecord } from '@openwop-inspector/base';
import type { EventColumns } from './event-columns.ts';
import { readEventDocument } from './event-document.ts';

const decoder = new TextDecoder();

/** When an event of a type is stored: always, and its node then waits for an answer; or where its node ended a wait. */
const ALWAYS = 1;
const ASKS = 2;
const ENDS = 4;
/** It may have recorded its envelope whole, see `LogIndex.takeSurface`. */
export const OF_SURFACE = 8;

/** Types whose last part names a surface: hosts have types of their own for a surface that they recorded. */
export const SURFACE_TYPE = /a2ui-surface[^.]*$/;

/**
 * Types of which a run has a few: by which its state is displayed, how it began and why it failed; and whose payloads the
 * rules between events, and those of approvals, ask about.
 */
const STORED_TYPES: ReadonlyMap<string, number> = new Map([
  ['run.started', ALWAYS],
  ['run.failed', ALWAYS],
  ['node.failed', ALWAYS | ENDS],
  ['node.completed', ENDS],
  ['node.cancelled', ENDS],
  ['node.skipped', ENDS],
  ['envelope.retry.attempted', ALWAYS],
  ['envelope.retry.exhausted', ALWAYS],
  ['envelope.truncated', ALWAYS],
  ['cap.breached', ALWAYS],
  ['approval.requested', ALWAYS | ASKS],
  ['interrupt.requested', ALWAYS | ASKS],
  ['node.suspended', ALWAYS | ASKS],
  ['clarification.requested', ALWAYS],
  ['approval.received', ALWAYS | ASKS],
  ['approval.granted', ALWAYS | ASKS],
  ['approval.rejected', ALWAYS | ASKS],
  ['approval.overridden', ALWAYS | ASKS],
  ['interrupt.resolved', ALWAYS | ASKS],
  ['node.interrupt.resolved', ALWAYS | ASKS],
  ['node.resumed', ALWAYS | ASKS],
]);
/** Bytes of an event, and of all of them: what is larger or comes later is read when it is wanted. */
const MAX_EVENT = 64 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Events that are wanted as soon as a log is read, stored while their bytes are at hand. They lie all over a source, where
 * each takes a read, or a request, of its own.
 */
export class StoredEvents {
  private readonly byRow = new Map<number, StoredEvent>();
  /** Nodes that may wait for an answer, by run and node. */
  private readonly waiting = new Set<number>();
  private bytes = 0;

  /** When events of a type are stored, for `keep`; 0 for never. */
  wants(type: string): number {
    return SURFACE_TYPE.test(type) ? ALWAYS | OF_SURFACE : (STORED_TYPES.get(type) ?? 0);
  }

  /**
   * Keeps a copy of the event of a row, if it is one that is wanted (`when`) and there is room; `payload` and `payloadEnd`
   * are places in it, 0 where they are not known. O(bytes).
   */
  keep(
    columns: EventColumns,
    row: number,
    when: number,
    bytes: Uint8Array,
    payload: number,
    payloadEnd: number,
  ): void {
    const waits = columns.nodeKey(row);
    const endsWait = (when & ENDS) !== 0 && this.waiting.delete(waits);
    if ((when & ALWAYS) === 0 && !endsWait) return;
    if ((when & ASKS) !== 0) this.waiting.add(waits);
    if (bytes.length > MAX_EVENT || this.bytes + bytes.length > MAX_BYTES) return;
    this.bytes += bytes.length;
    const offset = columns.offset[row] as number;
    this.byRow.set(row, { offset, bytes: bytes.slice(), payload, payloadEnd });
  }

  /**
   * The bytes of the event of a row; do not write to them. Undefined when they are not stored, or when the row is that of an
   * event at another place by now, as of a log that grows and repeats an event.
   */
  bytesOf(row: number, offset: number): Uint8Array | undefined {
    return this.eventOf(row, offset)?.bytes;
  }

  /** The members of the payload of such an event; null for a payload that is no object. O(bytes). */
  payloadOf(row: number, offset: number): Record<string, unknown> | null | undefined {
    const stored = this.eventOf(row, offset);
    if (stored === undefined) return undefined;
    const { bytes, payload, payloadEnd } = stored;
    const value =
      payload === 0
        ? readEventDocument(bytes)?.payload
        : JSON.parse(decoder.decode(bytes.subarray(payload, payloadEnd)));
    return isRecord(value) ? value : null;
  }

  private eventOf(row: number, offset: number): StoredEvent | undefined {
    const stored = this.byRow.get(row);
    return stored?.offset === offset ? stored : undefined;
  }
}

interface StoredEvent {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly payload: number;
  readonly payloadEnd: number;
}
