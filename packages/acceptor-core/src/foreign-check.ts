/** The contract between the acceptor and the compiler of schemas of users and hosts. */
import type { GroupedError, Known } from '@openwop-inspector/protocol';

/** Compiles a schema given by a user or a host, or says why it cannot be used. Never throws. */
export type SchemaCompiler = (kind: string, schema: unknown) => CompiledSchema;

/** The check of a schema; unknown when the schema cannot be used. */
export type CompiledSchema = Known<ForeignCheck>;

/**
 * The violations of a value; unknown when the check was stopped, as at its time limit. `onNote` is called for what is
 * decided here otherwise than by a validator that counts in binary floating point, at most 100 times.
 */
export type ForeignCheck = (
  value: unknown,
  onNote?: (note: ForeignNote) => void,
) => Known<readonly ForeignError[]>;

/** A number that is a multiple as decimals, and is not one when doubles are divided (acceptor 3.2). */
export interface ForeignNote {
  /** RFC 6901 pointer from the value. */
  readonly instancePath: string;
  readonly value: number;
  readonly multipleOf: number;
}

/**
 * One violation as the compiled schema reports it; at most 1,000 are. The violations of the branches of `anyOf` and
 * `oneOf`, if given, are not in the list of this error; `rawErrors` puts them back as Ajv lists them.
 */
export type ForeignError = GroupedError;

/** Bounds for a schema of a user or a host (security S-13), and as many references as are of use. */
export const FOREIGN_SCHEMA_LIMITS = {
  /** UTF-8 bytes of the schema as JSON without spaces. */
  bytes: 256 * 1024,
  /** Levels of nesting of the JSON text. */
  depth: 32,
  /** Keywords in all subschemas together. */
  keywords: 2_000,
  /** `$ref` in all subschemas together. */
  references: 500,
  /** UTF-16 units of one `pattern`. */
  patternLength: 512,
} as const;

/** Maximum number of reported violations of one value. */
export const MAX_FOREIGN_ERRORS = 1_000;
