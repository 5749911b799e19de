/** The lint of host declarations (envelope 9, acceptor 5 and 5.1). */
import { isRecord, member, pointerTo } from '@openwop-inspector/base';
import { type DiscoveryFamily, familyOf, UNIVERSAL_KINDS } from '@openwop-inspector/protocol';

export const DISCOVERY_RULES = {
  universal_kind_missing: {
    why: 'Every host takes the four universal kinds; one that its list leaves out would be refused.',
    clause: 'envelope 4',
  },
  reliability_multiplier_range: {
    why: 'A budget that does not grow, or grows without bound, cannot repair a truncation.',
    clause: 'envelope 9',
  },
  reliability_events_missing: {
    why: 'envelope.refusal and envelope.retry.exhausted are the tier that every reliable host must emit.',
    clause: 'envelope 9',
  },
  tier_one_value: {
    why: 'The level is one of three words; a boolean does not say whether findings are errors.',
    clause: 'envelope 9',
  },
  model_capability_pattern: {
    why: 'Capability ids are lower case; those of a host start with x-host-.',
    clause: 'acceptor 5.1',
  },
  model_capability_duplicate: { why: 'A capability is advertised once.', clause: 'acceptor 5.1' },
  model_capability_count: { why: 'A host advertises at most 32 capabilities.', clause: 'acceptor 5.1' },
} as const satisfies Record<string, { readonly why: string; readonly clause: string }>;

export type DiscoveryRule = keyof typeof DISCOVERY_RULES;

/** What every lint says of a place in a discovery document. */
export interface PlacedFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  /** RFC 6901 pointer from the root of the document. */
  readonly pointer: string;
  readonly message: string;
  readonly clause: string;
}

/** One thing that this lint has to say. All of its rules are musts, so all findings are errors. */
export interface DiscoveryFinding extends PlacedFinding {
  readonly rule: DiscoveryRule;
  readonly level: 'error';
  readonly why: string;
}

/**
 * Lints a host's declarations of kinds, reliability, output schemas and model capabilities (envelope 4 and 9, acceptor
 * 5.1). Each family is read at the root first, then under `capabilities`. A value that is not an object has no families
 * and so no findings: this does not check whether it is a discovery document at all. Never throws.
 */
export function lintDiscovery(document: unknown): readonly DiscoveryFinding[] {
  const kinds = familyOf(document, 'supportedEnvelopes');
  const envelopes = familyOf(document, 'envelopes');
  const models = familyOf(document, 'modelCapabilities');
  const drafts: DiscoveryDraft[] = [
    ...(kinds === undefined ? [] : universalRule(kinds)),
    ...(envelopes === undefined ? [] : envelopesRules(envelopes)),
    ...(models === undefined ? [] : modelCapabilityRules(models)),
  ];
  return drafts.map((draft) => ({ ...draft, level: 'error', ...DISCOVERY_RULES[draft.rule] }));
}

/** A finding of a rule, before its reason and clause are added. */
type DiscoveryDraft = Pick<DiscoveryFinding, 'rule' | 'pointer' | 'message'>;

/** The finding of a rule that does not hold. */
function unless(holds: boolean, rule: DiscoveryRule, pointer: string, message: string): DiscoveryDraft[] {
  return holds ? [] : [{ rule, pointer, message }];
}

/** A list of no kind may be that of a host that takes no envelopes; one with kinds takes the universal four. */
function universalRule({ value, pointer }: DiscoveryFamily): DiscoveryDraft[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const missing = UNIVERSAL_KINDS.filter((kind) => !value.includes(kind));
  const message = `Every host takes ${missing.join(', ')}, but its list leaves that out.`;
  return unless(missing.length === 0, 'universal_kind_missing', pointer, message);
}

const MUST_TIER = ['envelope.refusal', 'envelope.retry.exhausted'];
const TIERS: ReadonlySet<unknown> = new Set(['strict', 'warn', 'off']);

function envelopesRules({ value, pointer }: DiscoveryFamily): DiscoveryDraft[] {
  const tier = member(value, 'tierOneSubsetCompliance');
  const reliability = member(value, 'reliability');
  const place = pointerTo(pointer, 'tierOneSubsetCompliance');
  const message = 'tierOneSubsetCompliance must be strict, warn or off.';
  return [
    ...(isRecord(reliability) ? reliabilityRules(reliability, pointerTo(pointer, 'reliability')) : []),
    ...unless(tier === undefined || TIERS.has(tier), 'tier_one_value', place, message),
  ];
}

function reliabilityRules(reliability: unknown, pointer: string): DiscoveryDraft[] {
  const multiplier = member(member(reliability, 'completion'), 'truncationBudgetMultiplier');
  const fits =
    multiplier === undefined || (typeof multiplier === 'number' && multiplier >= 1 && multiplier <= 8);
  const place = `${pointer}/completion/truncationBudgetMultiplier`;
  const range = 'truncationBudgetMultiplier must be a number from 1 to 8.';
  const events = member(reliability, 'events');
  const missing = MUST_TIER.filter((type) => !Array.isArray(events) || !events.includes(type));
  const hasEvents = member(reliability, 'supported') === false || missing.length === 0;
  const list = `events must list ${missing.join(' and ')}.`;
  return [
    ...unless(fits, 'reliability_multiplier_range', place, range),
    ...unless(hasEvents, 'reliability_events_missing', `${pointer}/events`, list),
  ];
}

const MAX_CAPABILITIES = 32;
/** The `x-host-` form of the clause is a special case of the plain one, so one alternative is the whole language. */
const CAPABILITY = /^[a-z][a-z0-9-]*$/;

function modelCapabilityRules({ value, pointer }: DiscoveryFamily): DiscoveryDraft[] {
  const advertised = member(value, 'advertised');
  if (!Array.isArray(advertised)) return [];
  const at = pointerTo(pointer, 'advertised');
  const seen = new Set<unknown>();
  // One over the count is enough to see every rule at work; a list of millions must not become as many findings.
  const drafts = advertised.slice(0, MAX_CAPABILITIES + 1).flatMap((id: unknown, index): DiscoveryDraft[] => {
    const repeated = seen.has(id);
    seen.add(id);
    return capabilityRules(id, pointerTo(at, index), repeated);
  });
  const message = `${advertised.length} capabilities; the most is ${MAX_CAPABILITIES}.`;
  return [...drafts, ...unless(advertised.length <= MAX_CAPABILITIES, 'model_capability_count', at, message)];
}

function capabilityRules(id: unknown, pointer: string, repeated: boolean): DiscoveryDraft[] {
  if (repeated) return unless(false, 'model_capability_duplicate', pointer, 'Listed before.');
  const message = 'An id is lower-case letters, digits and hyphens, starting with a letter.';
  return unless(typeof id === 'string' && CAPABILITY.test(id), 'model_capability_pattern', pointer, message);
}

/** Findings of another lint with those of `lintDiscovery` after them; what both say is said once. O(findings²). */
export function withDiscoveryLint(
  document: unknown,
  findings: readonly PlacedFinding[],
): readonly PlacedFinding[] {
  const more = lintDiscovery(document).filter(
    ({ rule, pointer }) => !findings.some((one) => one.rule === rule && one.pointer === pointer),
  );
  return [
    ...findings,
    ...more.map(({ rule, level, pointer, message, clause }) => ({ rule, level, pointer, message, clause })),
  ];
}
