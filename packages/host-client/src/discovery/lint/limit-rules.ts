import type { CapabilityFinding } from '../../answers/discovery.ts';
import { countAt, textsAt } from '../../json/json-value.ts';
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
  if (counts.every((count) => count === 0)) return [allZero(pointer, kinds.length === 0)];
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

function allZero(pointer: string, isEmpty: boolean): CapabilityFinding {
  const message = isEmpty
    ? 'All limits are 0 and no kind is listed: taken at its word, this host accepts no envelope at all.'
    : 'All limits are 0 although kinds are listed: taken at its word, the first envelope breaks a limit.';
  return finding('limits_all_zero', pointer, message);
}
