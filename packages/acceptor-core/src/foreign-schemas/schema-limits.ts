/** Bounds for a schema of a user or a host (security S-13). */
export interface ForeignSchemaLimits {
  /** UTF-8 bytes of the schema as JSON without spaces. */
  readonly bytes: number;
  /** Levels of nesting of the JSON text. */
  readonly depth: number;
  /** Keywords in all subschemas together. */
  readonly keywords: number;
  /** `$ref` in all subschemas together. */
  readonly references: number;
  /** UTF-16 units of one `pattern`. */
  readonly patternLength: number;
}

/** The bounds of security S-13, and as many references as are of use. */
export const FOREIGN_SCHEMA_LIMITS: ForeignSchemaLimits = {
  bytes: 256 * 1024,
  depth: 32,
  keywords: 2_000,
  references: 500,
  patternLength: 512,
};

/** Maximum number of reported violations of one value. */
export const MAX_FOREIGN_ERRORS = 1_000;
