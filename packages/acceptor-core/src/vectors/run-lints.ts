/** Vectors with `lint` and `discovery` (vectors FORMAT 6). */
import { isRecord } from '@openwop-inspector/base';
import { lintDiscovery } from '../lint/lint-discovery.ts';
import type { LintTier } from '../lint/lint-finding.ts';
import { lintSchema } from '../lint/lint-schema.ts';
import { compareKeys } from './compare-keys.ts';
import type { Vector } from './read-vectors.ts';
import type { VectorAnswer } from './run-vector.ts';

const TIERS: readonly LintTier[] = ['strict', 'warn', 'off'];

/** Lints the schema of a vector. */
export function runLint(vector: Vector): VectorAnswer {
  const input = isRecord(vector.input) ? vector.input : {};
  const tier = TIERS.find((one) => one === input.tier);
  const findings = lintSchema(input.schema, { tier, specOwned: input.specOwned === true });
  return compareKeys({ findings }, vector.expect);
}

/** Lints the discovery document of a vector. */
export function runDiscovery(vector: Vector): VectorAnswer {
  return compareKeys({ findings: lintDiscovery(vector.input) }, vector.expect);
}
