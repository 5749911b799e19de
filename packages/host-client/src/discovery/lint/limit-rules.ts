import { countAt, textsAt } from '@openwop-inspector/base';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { familyOf } from '../families.ts';
import { finding } from './capability-rules.ts';

const KIND_OF_LIMIT = [
  ['clarificationRounds', 'clarification.request'],
  ['schemaRounds', 'schema.request'],
] as const;

/** Limits that look true and cannot be meant so: 0 is "none allowed", not "not counted" (envelope 9). */
export function limitRules(document: unknown): readonly CapabilityFinding[] {
  const limits = familyOf(document, 'limits');
  const kinds = textsAt({ kinds: familyOf(document, 'supportedEnvelopes')?.value }, 'kinds');
  if (limits === undefined || kinds === null) return [];
  const { value, pointer } = limits;
  const counts = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'].map((name) =>
    countAt(value, name),
  );
  if (counts.every((count) => count === 0)) return [kinds.length === 0 ? none(pointer) : allZero(pointer)];
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

/** Meant so: the example hosts say it in this way. */
function none(pointer: string): CapabilityFinding {
  const message = 'No kind is listed and all limits are 0: this host takes no envelopes.';
  return finding('no_envelopes', pointer, message);
}

function allZero(pointer: string): CapabilityFinding {
  const message =
    'All limits are 0 although kinds are listed: taken at its word, the first envelope breaks a limit.';
  return finding('limits_all_zero', pointer, message);
}

/** A host that lists no kind and allows none: one state, told once. */
export function takesNoEnvelopes(document: unknown): boolean {
  return limitRules(document).some(({ rule }) => rule === 'no_envelopes');
}
