import { masker, parseAsWritten } from '@openwop-inspector/base';
import type { Fields } from '@openwop-inspector/events';
import { eventDocumentOf } from '../../index/event-document.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { isTooDeep } from '../payload/json-members.ts';
import { PayloadReader, readable } from '../payload/read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';

/** Payloads over this number of bytes are not returned, nor more than this number of bytes in one answer. */
const MAX_PAYLOAD = 1024 * 1024;
const MAX_ALL_PAYLOADS = 8 * 1024 * 1024;

/** Bytes of events that are cached from one answer to the next, as recorded, and of one of them. */
const MAX_STORED = 32 * 1024 * 1024;
const MAX_STORED_EVENT = 512 * 1024;

const decoder = new TextDecoder();

/** Members of a chunk of model text. */
export const OF_CHUNK: ReadonlySet<string> = new Set(['chunk', 'channel', 'isLast']);

/** An event with its payload. */
export type EvidenceEvent = ReturnType<typeof eventOf>;

/** Events that were read for one answer, for others of the same log that is loaded; the oldest make room for new ones. */
export class EvidenceCache {
  private readonly events = new Map<number, { readonly event: EvidenceEvent; readonly bytes: number }>();
  private bytes = 0;
  /** For the answers that come next, by row: bytes of events, members of chunks of model text (`readEvidenceAhead`). */
  readonly ahead = new Map<number, Uint8Array>();
  readonly chunks = new Map<number, Fields>();

  get(ordinal: number): EvidenceEvent | undefined {
    return this.events.get(ordinal)?.event;
  }

  keep(event: EvidenceEvent, bytes: number): void {
    if (bytes > MAX_STORED_EVENT || event.payloadLeftOut || this.events.has(event.ordinal)) return;
    this.bytes += bytes;
    this.events.set(event.ordinal, { event, bytes });
    for (const [oldest, event] of this.events) {
      if (this.bytes <= MAX_STORED) break;
      this.events.delete(oldest);
      this.bytes -= event.bytes;
    }
  }
}

/** Reads the events of one answer: no more than `budget` of them. */
export class EvidenceReader extends PayloadReader {
  private bytesLeft = MAX_ALL_PAYLOADS;
  private readonly cache: EvidenceCache | null;

  constructor(log: LoadedLog, budget: number, cache: EvidenceCache | null = null) {
    super(log, budget);
    this.cache = cache;
  }

  /** An event as recorded, whatever the budget; null when its source is gone. */
  async recorded(ordinal: number): Promise<Uint8Array | null> {
    return this.cache?.ahead.get(ordinal) ?? readable(this.log.read(ordinal));
  }

  /** The members of chunks of model text (`OF_CHUNK`), none where `read` gives null; what was read ahead is not waited for. */
  async chunks(ordinals: readonly number[]): Promise<readonly Fields[]> {
    const known = ordinals.flatMap((ordinal) => this.cache?.chunks.get(ordinal) ?? []);
    if (known.length === ordinals.length) return known;
    return mapSideBySide(ordinals, (ordinal) => this.named(ordinal, OF_CHUNK));
  }

  /** In the order of the ordinals; those that were read for another answer are not waited for. */
  async events(ordinals: readonly number[]): Promise<EvidenceEvent[]> {
    const known: EvidenceEvent[] = [];
    for (const ordinal of ordinals) {
      const event = this.cachedEvent(ordinal);
      if (event === undefined) break;
      known.push(event);
    }
    if (known.length === ordinals.length) return known;
    const rest = ordinals.slice(known.length);
    return known.concat(await mapSideBySide(rest, (ordinal) => this.event(ordinal)));
  }

  async event(ordinal: number): Promise<EvidenceEvent> {
    const known = this.cachedEvent(ordinal);
    if (known !== undefined) return known;
    const bytes = await this.bytes(ordinal, this.cache?.ahead.get(ordinal));
    const event = eventOf(this.log, ordinal, bytes === null ? '' : decoder.decode(bytes), this.bytesLeft);
    if (!event.payloadLeftOut) this.bytesLeft -= this.log.index.columns.byteLength[ordinal] as number;
    this.cache?.keep(event, this.log.index.columns.byteLength[ordinal] as number);
    return event;
  }

  /** An event that was read for another answer: this one hands out no more than it would have. */
  private cachedEvent(ordinal: number): EvidenceEvent | undefined {
    const event = this.cache?.get(ordinal);
    if (event === undefined) return undefined;
    const size = this.log.index.columns.byteLength[ordinal] as number;
    if (size > this.bytesLeft) return { ...event, payload: null, payloadLeftOut: true };
    this.bytesLeft -= size;
    return event;
  }
}

/** What is known of an event: from the columns, and, where it could be read, from its text. */
function eventOf(log: LoadedLog, ordinal: number, text: string, bytesLeft: number) {
  const { index } = log;
  const { recorded, payload } = eventDocumentOf(text, parseAsWritten) ?? { recorded: null, payload: null };
  const size = index.columns.byteLength[ordinal] as number;
  const leftOut = recorded === null || size > MAX_PAYLOAD || size > bytesLeft || isTooDeep(payload);
  const { eventId, timestamp, causationId } = recorded ?? {};
  return {
    ordinal,
    /** Place in display order, by which events of a run can be compared. */
    index: log.order.indexOf(ordinal),
    sequence: index.sequenceOf(ordinal),
    eventId: log.eventIdOf(ordinal, eventId),
    type: index.typeLabelOf(ordinal),
    runId: index.runIdOf(ordinal),
    nodeId: index.nodeIdOf(ordinal),
    timestamp: typeof timestamp === 'string' ? masker.text(timestamp) : null,
    causationId: typeof causationId === 'string' ? index.ids.of(causationId) : null,
    contentTrust: index.trustOf(ordinal),
    /** Masked; null when the event has none. */
    payload: leftOut || payload === undefined ? null : masker.valueIn(text, payload),
    /** True when the payload was too large, unreadable or beyond what one answer reads; `payload` is null then. */
    payloadLeftOut: leftOut,
  };
}
