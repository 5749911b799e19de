/** How far content may be believed (run-events.md section 1). Absent on an event means trusted. */
export type ContentTrust = 'trusted' | 'untrusted';

/** A run event as we write it: RunEventDoc of run-events.md section 1, keys in the order a host records them. */
export interface EventDoc {
  readonly eventId: string;
  readonly runId: string;
  /** Contiguous inside one run. */
  readonly sequence: number;
  readonly type: string;
  readonly nodeId?: string | undefined;
  readonly payload: unknown;
  /** RFC 3339 in UTC, milliseconds. */
  readonly timestamp: string;
  readonly causationId?: string | undefined;
  readonly contentTrust?: ContentTrust | undefined;
}

/** Takes events one by one, in the order they happened. */
export type EventSink = (event: EventDoc) => void;

/** The wall clock of a made-up host, shared by a run and its child runs. Milliseconds since the epoch. */
export class Clock {
  #now: number;
  readonly startMs: number;

  constructor(startMs: number) {
    this.#now = startMs;
    this.startMs = startMs;
  }

  get nowMs(): number {
    return this.#now;
  }

  /** Milliseconds since the clock was made. */
  get elapsedMs(): number {
    return this.#now - this.startMs;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  iso(): string {
    return new Date(this.#now).toISOString();
  }
}

/** What an event says next to its type. */
interface EventParts {
  readonly nodeId?: string | undefined;
  readonly payload: unknown;
  /** An eventId, or the correlationId of the envelope that led to the event. */
  readonly cause?: string | undefined;
  readonly trust?: ContentTrust | undefined;
  /** Time that passes before the event, in ms. */
  readonly afterMs?: number | undefined;
}

/** How a recorder names and numbers. */
interface RecorderOptions {
  readonly runId: string;
  readonly clock: Clock;
  readonly sink: EventSink;
  readonly nextEventId: () => string;
  /** Writes keys in the order of a live capture, where `sequence` comes last. */
  readonly liveKeyOrder: boolean;
}

/** Numbers, names and dates the events of one run. It knows the frame of an event and nothing of its payload. */
export class RunRecorder {
  readonly runId: string;
  readonly clock: Clock;
  readonly #options: RecorderOptions;
  #sequence = 0;

  constructor(options: RecorderOptions) {
    this.runId = options.runId;
    this.clock = options.clock;
    this.#options = options;
  }

  /** Records one event and returns its eventId. An event has no members without a value. */
  record(type: string, parts: EventParts): string {
    if (parts.afterMs !== undefined) this.clock.advance(parts.afterMs);
    const sequence = this.#sequence;
    this.#sequence += 1;
    const eventId = this.#options.nextEventId();
    const frame = { eventId, runId: this.runId };
    const tail = {
      type,
      ...(parts.nodeId === undefined ? undefined : { nodeId: parts.nodeId }),
      payload: parts.payload,
      timestamp: this.clock.iso(),
      ...(parts.cause === undefined ? undefined : { causationId: parts.cause }),
      ...(parts.trust === undefined ? undefined : { contentTrust: parts.trust }),
    };
    const event: EventDoc = this.#options.liveKeyOrder
      ? { ...frame, ...tail, sequence }
      : { ...frame, sequence, ...tail };
    this.#options.sink(event);
    return eventId;
  }
}
