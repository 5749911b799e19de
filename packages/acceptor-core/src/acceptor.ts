import type { AcceptContext, Counters } from './accept-context.ts';
import type { AcceptWarning } from './accept-parts.ts';
import type { AcceptResult, Emission } from './accept-result.ts';
import type { SchemaCompiler } from './foreign-check.ts';

/** What the acceptor borrows from its surroundings. */
export interface AcceptorParts {
  /** Compiles a schema of a user or a host. Without it the check of a kind that has one is `stopped`. */
  readonly compile?: SchemaCompiler | undefined;
  /** Microseconds of a steady clock, for the times of the trace; without it they are 0. */
  readonly micros?: (() => number) | undefined;
  /** False leaves `trace` empty, which is faster. True unless given. */
  readonly trace?: boolean | undefined;
  /** Evaluates the steps after the deciding one and adds them to the trace as hypothetical. False unless given. */
  readonly whatIf?: boolean | undefined;
}

/** An acceptor with the memory of a run: counters, what was accepted before, whether its turn was stopped. */
export interface Acceptor {
  /** One result for each envelope of the emission, in order; none for a turn. Never throws, never changes its input. */
  accept(emission: Emission, override?: Partial<AcceptContext>): readonly AcceptResult[];
  readonly counters: Counters;
  /** Warnings that belong to a text rather than to one of its envelopes (`too_many_envelopes`). */
  readonly warnings: readonly AcceptWarning[];
}
