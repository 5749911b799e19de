import type { Known } from '@openwop-inspector/protocol';
import type { AcceptContext, Counters } from './accept-context.ts';
import type { AcceptResult, AcceptWarning, Emission } from './accept-result.ts';

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

/** Compiles a schema given by a user or a host, or says why it cannot be used. Never throws. */
export type SchemaCompiler = (kind: string, schema: unknown) => CompiledSchema;

/** The check of a schema; unknown when the schema cannot be used. */
export type CompiledSchema = Known<ForeignCheck>;

/** The violations of a value; unknown when the check was stopped, as at its time limit. */
export type ForeignCheck = (value: unknown) => Known<readonly ForeignError[]>;

/** One violation as the compiled schema reports it; at most 1,000 are. */
export interface ForeignError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * For `anyOf` and `oneOf`: the violations of each branch in order, with pointers from the same value. Where they are
   * given they do not stand in the list that holds this error; `rawErrors` puts them back as Ajv lists them.
   */
  readonly branches?: readonly (readonly ForeignError[])[] | undefined;
}

/** An acceptor with the memory of a run: counters, what was accepted before, whether its turn was stopped. */
export interface Acceptor {
  /** One result for each envelope of the emission, in order; none for a turn. Never throws, never changes its input. */
  accept(emission: Emission, override?: Partial<AcceptContext>): readonly AcceptResult[];
  readonly counters: Counters;
  /** Warnings that belong to a text rather than to one of its envelopes (`too_many_envelopes`). */
  readonly warnings: readonly AcceptWarning[];
}
