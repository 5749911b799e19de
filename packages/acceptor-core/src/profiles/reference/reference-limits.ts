import { countersOf } from '../../memory/run-memory.ts';
import { isRefused } from '../../pipeline/ending.ts';
import type { Work } from '../../pipeline/work.ts';
import {
  boundLimit,
  breachWords,
  type LimitName,
  limitEnding,
  usedWords,
  warnAboutUndecided,
} from '../../steps/s09-limits.ts';
import type { Step } from '../../steps/step.ts';

/** Each kind counts for one limit only (R10), and not by node. */
export const referenceLimitsStep: Step = {
  id: 'limits',
  clause: 'acceptor R9, R10',
  inputs: ['host.limits', 'counters'],
  needsEnvelope: true,
  check: (work) => {
    const limit = referenceLimit(work.type);
    warnAboutUndecided(work);
    const ending = limitEnding(work, limit, used(work, limit), work.settings.nodeId);
    if (!isRefused(ending)) return ending;
    return { ...ending, reason: `${limit} cap (${ending.cap}) breached: cap_breached` };
  },
  explain: (work, ending) => {
    const limit = referenceLimit(work.type);
    const words = isRefused(ending) ? breachWords : usedWords;
    return { note: words(work, limit, used(work, limit)) };
  },
};

/** The one limit that a kind counts for. */
export function referenceLimit(type: string): LimitName {
  return boundLimit(type) ?? 'envelopesPerTurn';
}

function used({ memory, settings }: Work, limit: LimitName): number {
  return countersOf(memory, settings.nodeId)[limit];
}
