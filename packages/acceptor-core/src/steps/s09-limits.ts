import type { CapKind, Counters } from '../accept-context.ts';
import { isRefused, type Refused } from '../pipeline/ending.ts';
import { NO_DETAILS, nodeOf, type Work } from '../pipeline/work.ts';
import type { Step } from './step.ts';

/** S9: the limit bound to the kind first, then the envelopes of the turn (acceptor 4). */
export const limitsStep: Step = {
  id: 'limits',
  clause: 'acceptor 4',
  inputs: ['host.limits', 'counters'],
  needsEnvelope: true,
  check: (work) => {
    if (work.known !== null) return null;
    const limit = boundLimit(work.type);
    if (limit !== null && isReached(work, limit)) return breach(work, limit);
    return countsForTurn(work) && isReached(work, 'envelopesPerTurn')
      ? breach(work, 'envelopesPerTurn')
      : null;
  },
  explain: (work, ending) => {
    if (work.known !== null) return { isSkipped: true, note: 'a repeat does not count' };
    const limits = limitsFor(work);
    if (limits.length === 0) return { isSkipped: true, note: 'nothing limits this kind' };
    const reached = isRefused(ending)
      ? limits.find((limit) => CAP_KINDS[limit] === ending.capKind)
      : undefined;
    if (reached !== undefined) return { note: breachWords(work, reached, used(work, reached)) };
    return { note: limits.map((limit) => usedWords(work, limit, used(work, limit))).join(', ') };
  },
};

export type LimitName = keyof Counters;

const CAP_KINDS: Readonly<Record<LimitName, CapKind>> = {
  clarificationRounds: 'clarification',
  schemaRounds: 'schema',
  envelopesPerTurn: 'envelopes',
};

/** The limit that a kind has of its own. */
export function boundLimit(type: string): LimitName | null {
  if (type === 'clarification.request') return 'clarificationRounds';
  return type === 'schema.request' ? 'schemaRounds' : null;
}

/** Whether an envelope of this kind counts for the turn. */
export function countsForTurn({ type, settings }: Work): boolean {
  if (type === 'schema.response') return settings.countsSchemaResponse;
  return settings.countsAllKinds || boundLimit(type) === null;
}

/** A breach ending; the reason names the limit and its value. */
export function breach({ settings }: Work, limit: LimitName): Refused {
  const cap = settings.caps[limit];
  return {
    status: 'breached',
    code: 'cap_breached',
    reason: `cap_breached: ${limit} is ${cap} and used up`,
    details: NO_DETAILS,
    capKind: CAP_KINDS[limit],
    cap,
    gate: null,
  };
}

function isReached(work: Work, limit: LimitName): boolean {
  const cap = work.settings.caps[limit];
  if (cap === Number.POSITIVE_INFINITY) return false;
  return used(work, limit) >= cap;
}

function limitsFor(work: Work): readonly LimitName[] {
  const bound = boundLimit(work.type);
  const names: readonly (LimitName | null)[] = [bound, countsForTurn(work) ? 'envelopesPerTurn' : null];
  return names.filter((name) => name !== null);
}

function used(work: Work, limit: LimitName): number {
  return limit === 'envelopesPerTurn' ? work.memory.envelopesPerTurn : nodeOf(work)[limit];
}

/** How much of a limit is used, such as `envelopesPerTurn: 2 of 5 used`. */
export function usedWords({ settings }: Work, limit: LimitName, used: number): string {
  const cap = settings.caps[limit];
  return cap === Number.POSITIVE_INFINITY
    ? `${limit}: ${used} used, no limit`
    : `${limit}: ${used} of ${cap} used`;
}

/** The limit that this envelope would go beyond. */
export function breachWords(work: Work, limit: LimitName, used: number): string {
  return `${usedWords(work, limit, used)}, one more breaches`;
}
