import { isRecord } from '@openwop-inspector/base';
import type { LintDraft, LintFinding, LintLevel, LintTier } from './lint-finding.ts';
import { LINT_RULES, type LintRule } from './lint-rules.ts';
import { recursionRule } from './recursion-rule.ts';
import { limitMet } from './schema-limits.ts';
import { schemaPlaces } from './schema-places.ts';
import { orderingRules, tierRules } from './tier-rules.ts';
import { variantRules } from './variant-rules.ts';
import { vendorsAffected } from './vendor-table.ts';

export interface LintSchemaOptions {
  /** `strict` unless given. `off` answers nothing. */
  readonly tier?: LintTier | undefined;
  /** True for the schemas of the protocol, which fail the subset on purpose: everything is information then. */
  readonly specOwned?: boolean | undefined;
}

/** More findings than a person reads; the rest is left out and said so. */
const MAX_FINDINGS = 500;

/**
 * Lints a payload schema against the variant rules D1 to D8 and the Tier-1 subset T1 to T11 (acceptor 11), for any
 * value. Nothing is compiled and nothing is fetched. Findings come in the order of the document, at most 500.
 *
 * A schema beyond `SCHEMA_LIMITS` is not linted: one `schema_limit`, an error in every tier, names the place. What is no object at all is a T1.
 * Never throws. Time grows with the size of the schema, which the limits bound.
 */
export function lintSchema(schema: unknown, options: LintSchemaOptions = {}): readonly LintFinding[] {
  const { tier = 'strict', specOwned = false } = options;
  if (tier === 'off') return [];
  const drafts = draftsOf(schema);
  return drafts.map((draft) => findingOf(draft, levelOf(draft.rule, tier, specOwned)));
}

function draftsOf(schema: unknown): readonly LintDraft[] {
  const limit = limitMet(schema);
  if (limit !== null) return [{ rule: 'schema_limit', place: 0, ...limit }];
  if (!isRecord(schema)) {
    return [{ rule: 'T1', place: 0, pointer: '', message: 'This is not a schema of an object.' }];
  }
  const map = schemaPlaces(schema);
  const tier = tierRules(map);
  const all = [...variantRules(map, tier), ...tier, ...recursionRule(map), ...orderingRules(map)];
  return bounded(all.sort((a, b) => a.place - b.place));
}

function bounded(drafts: readonly LintDraft[]): readonly LintDraft[] {
  if (drafts.length <= MAX_FINDINGS) return drafts;
  const message = `${drafts.length - MAX_FINDINGS} more findings are left out.`;
  return [...drafts.slice(0, MAX_FINDINGS), { rule: 'schema_limit', place: 0, pointer: '', message }];
}

/** Rules that never are errors (vectors FORMAT 6). */
const WARNINGS: ReadonlySet<LintRule> = new Set<LintRule>(['D6', 'D7', 'T10']);

function levelOf(rule: LintRule, tier: 'strict' | 'warn', specOwned: boolean): LintLevel {
  // What was not linted may break any rule: no tier makes that less.
  if (rule === 'schema_limit') return 'error';
  if (specOwned || rule === 'T11') return 'info';
  return tier === 'warn' || WARNINGS.has(rule) ? 'warning' : 'error';
}

function findingOf(draft: LintDraft, level: LintLevel): LintFinding {
  const { why, clause } = LINT_RULES[draft.rule];
  const vendors = draft.feature === undefined ? [] : vendorsAffected(draft.feature);
  return { rule: draft.rule, level, pointer: draft.pointer, message: draft.message, why, vendors, clause };
}
