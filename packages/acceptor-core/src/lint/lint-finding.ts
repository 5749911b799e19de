import type { LintRule } from './lint-rules.ts';
import type { VendorEffect, VendorFeature } from './vendor-table.ts';

export type LintLevel = 'error' | 'warning' | 'info';

/** `envelopes.tierOneSubsetCompliance` of a host (envelope 9): errors, warnings, or nothing at all. */
export type LintTier = 'strict' | 'warn' | 'off';

/** One thing that a schema lint has to say. */
export interface LintFinding {
  readonly rule: LintRule;
  readonly level: LintLevel;
  /** RFC 6901 pointer from the root of the schema; vectors FORMAT 6 says which place a rule points at. */
  readonly pointer: string;
  /** What is wrong here, one sentence. Names of the schema are quoted and shortened. */
  readonly message: string;
  /** Why the rule exists. One sentence. */
  readonly why: string;
  /** Vendors for which it matters, with what they do; empty when the vendor table has no row for it. */
  readonly vendors: readonly VendorEffect[];
  readonly clause: string;
}

/** A finding before its level is known. */
export interface LintDraft {
  readonly rule: LintRule;
  /** Index of the place it was found at. */
  readonly place: number;
  readonly pointer: string;
  readonly message: string;
  readonly feature?: VendorFeature;
}
