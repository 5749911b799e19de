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
