import { countAt, isRecord, member, textsAt } from '@openwop-inspector/base';
import { familyOf, UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { CapabilityFinding } from '../../answers/discovery.ts';

const KIND_OF_LIMIT = [
  ['clarificationRounds', 'clarification.request'],
  ['schemaRounds', 'schema.request'],
] as const;

/** The families that the protocol keeps for itself, and what it has defined in them (envelope 8). */
const RESERVED = /^(?:media|ui)\./;
const DEFINED: ReadonlySet<string> = new Set(['media.image', 'media.audio', 'media.file', 'ui.a2ui-surface']);
const NAMESPACED = /^(?:vendor\.[^.]+\.|private\.|x-)/;

/** The catalogue of kinds and their versions (envelope 8 and 9). */
export function kindRules(document: unknown): readonly CapabilityFinding[] {
  const catalogue = familyOf(document, 'supportedEnvelopes');
  const kinds = textsAt({ kinds: catalogue?.value }, 'kinds');
  if (catalogue === undefined || kinds === null) return [];
  const at = catalogue.pointer;
  const listed = new Set(kinds);
  // A host that lists no kind and allows none: one state, reported once.
  const takesNone = limitRules(document).some(({ rule }) => rule === 'no_envelopes');
  const missing = takesNone ? [] : UNIVERSAL_KINDS.filter((kind) => !listed.has(kind));
  const seen = new Set<string>();
  const repeated = kinds.filter((kind) => {
    const isRepeated = seen.has(kind);
    seen.add(kind);
    return isRepeated;
  });
  const reserved = kinds.filter((kind) => RESERVED.test(kind) && !DEFINED.has(kind));
  const isCore = (kind: string) => UNIVERSAL_KINDS.includes(kind) || RESERVED.test(kind);
  const plain = kinds.filter((kind) => !isCore(kind) && !NAMESPACED.test(kind));
  return [
    ...about(missing, 'universal_kind_missing', at, 'Every host takes {some}, but its list leaves that out.'),
    ...about(repeated, 'kind_duplicate', at, 'Listed more than once: {some}.'),
    ...about(reserved, 'kind_reserved', at, "media. and ui. are the protocol's own: {some}."),
    ...about(plain, 'kind_not_namespaced', at, 'Kinds of a host begin with vendor.<host>.: {some}.'),
    ...versionRules(document, listed),
  ];
}

function versionRules(document: unknown, kinds: ReadonlySet<string>): readonly CapabilityFinding[] {
  const versions = familyOf(document, 'schemaVersions');
  if (versions === undefined || !isRecord(versions.value)) return [];
  const { value, pointer } = versions;
  const without = [...kinds].filter((kind) => member(value, kind) === undefined);
  const others = Object.keys(value).filter((kind) => !kinds.has(kind) && !UNIVERSAL_KINDS.includes(kind));
  return [
    ...about(without, 'kind_without_version', pointer, 'No version, so none is checked: {some}.'),
    ...about(others, 'version_without_kind', pointer, 'A version for what is no listed kind: {some}.'),
  ];
}

/** One finding about all the names, in the place of `{some}`; none without names. */
function about(names: readonly string[], rule: CapabilityRule, pointer: string, words: string) {
  const some = someOf([...new Set(names)]);
  const message = words.replace('{some}', () => some);
  return when(names.length > 0, rule, pointer, message);
}

/** Limits that look true and cannot be meant so: 0 is "none allowed", not "not counted" (envelope 9). */
export function limitRules(document: unknown): readonly CapabilityFinding[] {
  const limits = familyOf(document, 'limits');
  const kinds = textsAt({ kinds: familyOf(document, 'supportedEnvelopes')?.value }, 'kinds');
  if (limits === undefined || kinds === null) return [];
  const { value, pointer } = limits;
  const counts = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'].map((name) =>
    countAt(value, name),
  );
  if (counts.every((count) => count === 0)) {
    const none = 'No kind is listed and all limits are 0: this host takes no envelopes.';
    // Meant so without kinds: the example hosts say it in this way.
    if (kinds.length === 0) return [finding('no_envelopes', pointer, none)];
    const message =
      'All limits are 0 although kinds are listed: taken at its word, the first envelope breaks a limit.';
    return [finding('limits_all_zero', pointer, message)];
  }
  if (kinds.length === 0 && counts.some((count) => count !== null)) {
    const message = 'Limits for envelopes, but no kind of envelope is listed.';
    return [finding('limits_without_kinds', pointer, message)];
  }
  const zeros = KIND_OF_LIMIT.filter(([name, kind]) => countAt(value, name) === 0 && kinds.includes(kind));
  return zeros.map(([name, kind]) => {
    const message = `${name} is 0, so that the first ${kind} breaks it, although that kind is listed.`;
    return finding('limit_zero_with_kind', `${pointer}/${name}`, message);
  });
}

// The rules of the capabilities lint: level, and the clause that says so. Their words are where they are found.

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
  record_status_unknown: { level: 'error', clause: 'bundles 12.1' },
  record_until_missing: { level: 'error', clause: 'bundles 12.1' },
  record_supported: { level: 'warning', clause: 'bundles 12.1' },
  debug_bundle_missing: { level: 'warning', clause: 'bundles 5.2' },
} as const satisfies Record<string, Pick<CapabilityFinding, 'level' | 'clause'>>;

type CapabilityRule = keyof typeof RULES;

/** A finding of a rule. The message names no text of the document but kinds and names of families, cut. */
export function finding(rule: CapabilityRule, pointer: string, message: string): CapabilityFinding {
  return { rule, ...RULES[rule], pointer, message };
}

/** The finding of a rule where it is broken. */
export function when(isBroken: boolean, rule: CapabilityRule, pointer: string, message: string) {
  return isBroken ? [finding(rule, pointer, message)] : [];
}

/** Up to five of many, as words. */
export function someOf(names: readonly string[]): string {
  const displayed = names.slice(0, 5).map((name) => (name.length > 64 ? `${name.slice(0, 63)}…` : name));
  const more = names.length - displayed.length;
  return more > 0 ? `${displayed.join(', ')} and ${more} more` : displayed.join(', ');
}
