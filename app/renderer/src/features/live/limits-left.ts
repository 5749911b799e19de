/** Remaining budget of the limits a host declares (bundles-and-transport.md section 5.2). Pure. */
import { formatCount, formatDuration, formatSeconds } from '@openwop-inspector/base';
import type { HostLimits } from '@openwop-inspector/host-client';
import type { LiveFacts } from '@openwop-inspector/run-log';
import { LIMITS } from '../hosts/connect-text.ts';

export interface LimitLeft {
  /** As on the wire. */
  readonly name: string;
  readonly spent: number;
  /** Null when the host declares none. */
  readonly cap: number | null;
  /** "1 of 5", "1 min 58 s". */
  readonly spentWords: string;
  /** "4 left, ask", "8 min left". */
  readonly leftWords: string;
  /** `low`: one left, or a tenth of a time. `none`: nothing left. `unknown`: the host declares no limit. */
  readonly state: 'fine' | 'low' | 'none' | 'unknown';
}

const ENVELOPE_LIMITS: readonly (keyof HostLimits)[] = [
  'clarificationRounds',
  'schemaRounds',
  'envelopesPerTurn',
];

/** Every limit of the attached run, in the order of the protocol. Empty while neither is known. */
export function limitsLeft(
  limits: HostLimits | null,
  facts: LiveFacts | null,
  runId: string,
): readonly LimitLeft[] {
  const run = facts?.runs.find((each) => each.runId === runId) ?? facts?.runs[0];
  if (limits === null && run === undefined) return [];
  // Hosts without envelopes report 0 for all three: nothing is declared then, and nothing is used up.
  const isUndeclared = ENVELOPE_LIMITS.every((limit) => limits?.[limit] === 0);
  return LIMITS.map((limit) => {
    const cap = isUndeclared && ENVELOPE_LIMITS.includes(limit) ? null : (limits?.[limit] ?? null);
    const found = run?.spent.find((each) => each.limit === limit);
    const isTime = limit === 'maxRunDurationMs';
    const name = isTime ? 'maxRunDuration' : limit;
    return limitLeft(name, isTime, found?.spent ?? 0, cap, found?.nodeId ?? null);
  });
}

function limitLeft(
  name: string,
  isTime: boolean,
  spent: number,
  cap: number | null,
  nodeId: string | null,
): LimitLeft {
  const words = isTime ? formatSeconds(spent) : formatCount(spent);
  const base = {
    name,
    spent,
    cap,
    spentWords: cap === null || isTime ? words : `${words} of ${formatCount(cap)}`,
  };
  if (cap === null) return { ...base, leftWords: 'not declared', state: 'unknown' };
  const left = Math.max(0, cap - spent);
  const where = nodeId === null ? '' : `, ${nodeId}`;
  const leftWords =
    left === 0 ? `none left${where}` : `${isTime ? formatDuration(left) : formatCount(left)} left${where}`;
  const isLow = isTime ? left < cap / 10 : left === 1 && spent > 0;
  return { ...base, leftWords, state: left === 0 ? 'none' : isLow ? 'low' : 'fine' };
}
