/** The rules of the capabilities lint: level, and the clause that says so. Their words are where they are found. */
import type { CapabilityFinding } from '../../answers/discovery.ts';

interface Rule {
  readonly level: CapabilityFinding['level'];
  readonly clause: string;
}

const RULES = {
  document_is_no_object: { level: 'error', clause: 'bundles 5.2' },
  required_field_missing: { level: 'error', clause: 'bundles 5.2' },
  protocol_version_pattern: { level: 'note', clause: 'bundles 5.2' },
  protocol_version_major: { level: 'error', clause: 'bundles 5.2' },
  protocol_version_minor: { level: 'note', clause: 'bundles 5.2' },
  protocol_version_unlisted: { level: 'warning', clause: 'bundles 5.2' },
  schema: { level: 'error', clause: 'envelope 9' },
  universal_kind_missing: { level: 'error', clause: 'envelope 4' },
  kind_duplicate: { level: 'warning', clause: 'envelope 9' },
  kind_reserved: { level: 'warning', clause: 'envelope 8' },
  kind_not_namespaced: { level: 'note', clause: 'envelope 8' },
  kind_without_version: { level: 'warning', clause: 'envelope 9' },
  version_without_kind: { level: 'note', clause: 'bundles 5.2' },
  no_envelopes: { level: 'note', clause: 'envelope 9' },
  limits_all_zero: { level: 'warning', clause: 'envelope 9' },
  limit_zero_with_kind: { level: 'warning', clause: 'envelope 9' },
  limits_without_kinds: { level: 'warning', clause: 'envelope 9' },
  supported_not_boolean: { level: 'warning', clause: 'bundles 5.2' },
  level_not_a_word: { level: 'error', clause: 'envelope 9' },
  experimental_capability: { level: 'note', clause: 'bundles 5.2' },
  experimental_until_missing: { level: 'warning', clause: 'bundles 5.2' },
  experimental_until_invalid: { level: 'error', clause: 'bundles 5.2' },
  experimental_over: { level: 'warning', clause: 'bundles 5.2' },
  family_told_twice: { level: 'warning', clause: 'bundles 5.2' },
  stream_not_among_transports: { level: 'warning', clause: 'bundles 5.2' },
  stream_among_transports_only: { level: 'note', clause: 'bundles 5.2' },
  stream_debug_missing: { level: 'warning', clause: 'bundles 6.4' },
  transport_sse_unlisted: { level: 'note', clause: 'bundles 5.2' },
  reliability_events_missing: { level: 'error', clause: 'envelope 9' },
  media_cap_missing: { level: 'note', clause: 'envelope 6' },
  media_cap_zero: { level: 'note', clause: 'envelope 6' },
  media_cap_large: { level: 'warning', clause: 'envelope 6' },
  implementation_missing: { level: 'note', clause: 'bundles 5.2' },
  event_log_schema_old: { level: 'note', clause: 'run-events 1' },
  secret_in_document: { level: 'error', clause: 'security A' },
  debug_bundle_missing: { level: 'warning', clause: 'bundles 5.2' },
} as const satisfies Record<string, Rule>;

export type CapabilityRule = keyof typeof RULES;

/** A finding of a rule. The message names no text of the document but kinds and names of families, cut. */
export function finding(rule: CapabilityRule, pointer: string, message: string): CapabilityFinding {
  return { rule, ...RULES[rule], pointer, message };
}

/** Up to five of many, as words. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => (name.length > 64 ? `${name.slice(0, 63)}…` : name));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
