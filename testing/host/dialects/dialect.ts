import type { HostedRun, LogDialect } from '../runs/hosted-run.ts';
import type { OpenInterrupt, StoredEvent } from '../runs/script.ts';

export const DIALECT_NAMES = ['reference', 'in-memory', 'sqlite', 'postgres', 'python', 'app', 'v2'] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

/** A JSON object that is about to be sent. */
export type HostJson = Record<string, unknown>;

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A parameter that was read, or the answer that refuses it. */
export type Reading<T> = { readonly value: T } | Answer;

/** What a stretch of the log is answered with. */
export interface Page {
  readonly run: HostedRun;
  readonly events: readonly StoredEvent[];
  /** What the host says about the end; a fault can make it lie. */
  readonly saysTerminal: boolean;
}

/**
 * How one kind of host speaks: every difference that bundles-and-transport.md and run-events.md section 5 name, as
 * data where it can be. The log is stored in one form; a dialect decides what each channel sends of it.
 */
export interface Dialect extends LogDialect {
  readonly name: DialectName;
  /** Of the protocol. A host of v2 has its paths at the bare origin. */
  readonly major: 1 | 2;
  readonly events: { json(event: StoredEvent): HostJson; stream(event: StoredEvent): HostJson };
  snapshot(run: HostedRun, origin: string): HostJson;
  /** Null: there is none. `maxEvents` null: all. */
  readonly bundle: ((run: HostedRun, maxEvents: number | null) => HostJson) | null;
  readonly poll: {
    /** Events with a sequence above this are wanted; null for all. */
    cursor(query: URLSearchParams): Reading<number | null>;
    limit(query: URLSearchParams): number;
    /** How long a poll without news waits for some; 0: it is answered at once. */
    waitMs(query: URLSearchParams): number;
    answer(page: Page): HostJson;
  };
  readonly stream: {
    /** What `Accept` without `text/event-stream` gives. */
    readonly otherwise: 'always-json' | 'json-when-requested';
    /** When the head of the answer is sent: hosts that never flush it keep a client waiting until there is an event. */
    readonly head: 'at-once' | 'with-first-byte';
    readonly openComment: string | null;
    readonly heartbeat: { readonly comment: string; readonly everyMs: number } | null;
    /** `id`, `event` and `data` in chunks of their own. */
    readonly isWrittenInParts: boolean;
    readonly hasDeltas: boolean;
    cursor(lastEventId: string | null): Reading<number | null>;
    /** Which events a mode lets through. */
    mode(query: URLSearchParams): Reading<(type: string) => boolean>;
  };
  readonly interrupts: {
    /** Clarifications are answered by an object keyed by question id (a list gets 422), by a list, or by anything. */
    readonly answers: 'object' | 'list' | 'anything';
    readonly hasTokenGet: boolean;
    readonly hasList: boolean;
    readonly resolvedByNode: 404 | 409;
    answered(
      run: HostedRun,
      interrupt: OpenInterrupt,
      outcome: string | null,
      statusBefore: string,
    ): HostJson;
  };
  readonly actions: {
    readonly fork: 'full' | 'replay-from-0' | 'none';
    readonly pause: 'yes' | 'not-provided' | 'unknown-path';
    readonly cancel: { readonly status: 200 | 202; readonly says: 'cancelling' | 'cancelled' };
    /** Codes of a request that the status of the run forbids. */
    readonly conflict: { readonly cancel: string; readonly pause: string };
    readonly annotations: boolean;
    readonly runList: boolean;
  };
  readonly unauthenticated: string;
  /** Name of the media route: `/v1/host/<name>/assets/…`. */
  readonly hostName: string;
}
