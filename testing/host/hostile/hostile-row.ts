import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a client asks a host for. */
export type Question = 'discovery' | 'snapshot' | 'stream' | 'poll' | 'other';

/** One request to answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly runId: string;
  /** How often this was requested before, for this run. */
  readonly times: number;
  /** The stream of this run was sent, or has begun when it has no end: what it says is in the log from then on. */
  readonly isStreamed: boolean;
  /** Where the host itself is, and where a host is that nobody named. */
  readonly origin: string;
  readonly otherOrigin: string;
}

export type Answerer = (exchange: Exchange) => void;

/**
 * How a session with such a host may end.
 * `complete`: the run has ended, and all of it is stored. `incomplete`: it has ended, and nothing says that all of it is
 * stored. `goes-on`: connected, polling, or lost with a next try; the user can leave. `refused`: no session begins, or
 * it ends at once, and the reason is reported.
 */
export type End = 'complete' | 'incomplete' | 'goes-on' | 'refused';

export type Where = 'browser' | 'desktop' | 'tail';

/** One thing that a host can do to whoever asks it. */
export interface HostileRow {
  /** As a sentence: what the host does. */
  readonly name: string;
  /** Answers of its own; what is not here is answered as a sound host does, whose run completes with four events. */
  readonly answers: Partial<Readonly<Record<Question, Answerer>>>;
  /** Ends that are right. */
  readonly ends: readonly End[];
  /** Words that must be reported at the end, in the window and by `tail`. */
  readonly says?: RegExp;
  /** A secret of this row that must be displayed nowhere, besides the host's token. */
  readonly hides?: string;
  /** Is behind TLS with a certificate that nobody vouches for. */
  readonly isSelfSigned?: boolean;
  /** Everywhere unless given. */
  readonly where?: readonly Where[];
}

/** A row, as one line of a table. */
export const row = (
  name: string,
  ends: readonly End[],
  answers: HostileRow['answers'],
  more: Partial<HostileRow> = {},
): HostileRow => ({ name, ends, answers, ...more });
