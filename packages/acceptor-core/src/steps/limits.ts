import { isRecord } from '@openwop-inspector/base';
import type { CapKind, Counters } from '../accept-context.ts';
import { capBreached, nodeFailed } from '../events/event-writer.ts';
import { countersOf, NOT_DECIDED_BEFORE, nodeMemoryOf, undecidedFor } from '../memory/run-memory.ts';
import { type Ending, isRefused, type Refused, stopped } from '../pipeline/ending.ts';
import { NO_DETAILS, namesOf, nodeOf, type Work, warn } from '../pipeline/work.ts';
import { step, variantOf } from './step.ts';

/** S9: the limit bound to the kind first, then the envelopes of the turn (acceptor 4). */
export const limitsStep = step('limits', {
  clause: 'acceptor 4',
  inputs: ['host.limits', 'counters'],
  check: (work) => {
    if (work.known !== null) return null;
    warnAboutUndecided(work);
    for (const limit of limitsFor(work)) {
      const ending = limitEnding(work, limit, used(work, limit), work.nodeId);
      if (ending !== null) return ending;
    }
    return null;
  },
  explain: (work, ending) => {
    if (work.known !== null) return { isSkipped: true, note: 'a repeat does not count' };
    const limits = limitsFor(work);
    if (limits.length === 0) return { isSkipped: true, note: 'nothing limits this kind' };
    const reached = isRefused(ending)
      ? limits.find((limit) => CAP_KINDS[limit] === ending.capKind)
      : undefined;
    if (reached !== undefined) return breachText(work, reached, used(work, reached));
    return limits.map((limit) => usedText(work, limit, used(work, limit))).join(', ');
  },
  refused: (work, ending) => {
    work.memory.isTurnStopped = true;
    const limit = limitsFor(work).find((one) => CAP_KINDS[one] === ending.capKind) ?? 'envelopesPerTurn';
    const breach = { kind: CAP_KINDS[limit], limit: ending.cap, observed: used(work, limit) + 1 };
    const payload = limit === 'envelopesPerTurn' ? breach : { ...breach, nodeId: namesOf(work).nodeId };
    return [capBreached(work, payload), nodeFailed(work, ending)];
  },
  // Rounds and envelopes that an acceptance uses up; another kind than `schema.*` gives the schema rounds back.
  accepted: (work: Work) => {
    const { memory, payload, type } = work;
    if (countsForTurn(work)) memory.envelopesPerTurn++;
    if (type === 'schema.response') return;
    const node = nodeOf(work);
    if (type === 'schema.request') {
      node.schemaRounds++;
      node.requestedKind =
        isRecord(payload) && typeof payload.envelopeType === 'string' ? payload.envelopeType : null;
      return;
    }
    node.schemaRounds = 0;
    if (type === 'clarification.request') node.clarificationRounds++;
  },
});

/** At the reference host each kind counts for one limit only (R10), and not by node. */
export const referenceLimitsStep = variantOf(limitsStep, {
  clause: 'acceptor R9, R10',
  check: (work) => {
    const limit = referenceLimit(work.type);
    warnAboutUndecided(work);
    const ending = limitEnding(work, limit, referenceUsed(work, limit), work.settings.nodeId);
    if (!isRefused(ending)) return ending;
    return { ...ending, reason: `${limit} cap (${ending.cap}) breached: cap_breached` };
  },
  explain: (work, ending) => {
    const limit = referenceLimit(work.type);
    const words = isRefused(ending) ? breachText : usedText;
    return words(work, limit, referenceUsed(work, limit));
  },
  accepted: ({ memory, settings, type }) => {
    const limit = referenceLimit(type);
    if (limit === 'envelopesPerTurn') memory.envelopesPerTurn++;
    else nodeMemoryOf(memory, settings.nodeId)[limit]++;
  },
});

type LimitName = keyof Counters;

const CAP_KINDS: Readonly<Record<LimitName, CapKind>> = {
  clarificationRounds: 'clarification',
  schemaRounds: 'schema',
  envelopesPerTurn: 'envelopes',
};

/** The limit that a kind has of its own. */
function boundLimit(type: string): LimitName | null {
  if (type === 'clarification.request') return 'clarificationRounds';
  return type === 'schema.request' ? 'schemaRounds' : null;
}

/** The one limit that a kind counts for at the reference host. */
function referenceLimit(type: string): LimitName {
  return boundLimit(type) ?? 'envelopesPerTurn';
}

/** Whether an envelope of this kind counts for the turn. */
function countsForTurn({ type, settings }: Work): boolean {
  if (type === 'schema.response') return settings.countsSchemaResponse;
  return settings.countsAllKinds || boundLimit(type) === null;
}

/** A breach ending; the reason names the limit and its value. */
function breach({ settings }: Work, limit: LimitName): Refused {
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

/**
 * Whether one more goes beyond a limit. Where envelopes before this one were not decided they may have been counted,
 * or, of schema rounds, have given them back (acceptor 4); the answer is known only where that makes no difference.
 */
function limitEnding(work: Work, limit: LimitName, used: number, nodeId: string | null): Ending | null {
  const cap = work.settings.caps[limit];
  if (cap === Number.POSITIVE_INFINITY) return null;
  const undecided = undecidedFor(work.memory, nodeId, limit === 'envelopesPerTurn');
  const least = undecided > 0 && limit === 'schemaRounds' ? 0 : used;
  if (least >= cap) return breach(work, limit);
  return used + undecided >= cap ? stopped(work, [NOT_DECIDED_BEFORE]) : null;
}

/** The counters of this run or node are those without envelopes that were not decided. */
function warnAboutUndecided(work: Work): void {
  const undecided = Math.max(
    undecidedFor(work.memory, work.nodeId, false),
    undecidedFor(work.memory, work.nodeId, true),
  );
  if (undecided === 0) return;
  warn(work, 'earlier_not_decided', `Not counted, since their check was stopped: ${undecided}.`);
}

function limitsFor(work: Work): readonly LimitName[] {
  const bound = boundLimit(work.type);
  const names: readonly (LimitName | null)[] = [bound, countsForTurn(work) ? 'envelopesPerTurn' : null];
  return names.filter((name) => name !== null);
}

function used(work: Work, limit: LimitName): number {
  return limit === 'envelopesPerTurn' ? work.memory.envelopesPerTurn : nodeOf(work)[limit];
}

function referenceUsed({ memory, settings }: Work, limit: LimitName): number {
  return countersOf(memory, settings.nodeId)[limit];
}

/** How much of a limit is used, such as `envelopesPerTurn: 2 of 5 used`. */
function usedText({ settings }: Work, limit: LimitName, used: number): string {
  const cap = settings.caps[limit];
  return cap === Number.POSITIVE_INFINITY
    ? `${limit}: ${used} used, no limit`
    : `${limit}: ${used} of ${cap} used`;
}

/** The limit that this envelope would go beyond. */
function breachText(work: Work, limit: LimitName, used: number): string {
  return `${usedText(work, limit, used)}, one more breaches`;
}
