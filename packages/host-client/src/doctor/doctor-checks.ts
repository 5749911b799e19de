/** The list of checks as it fills: in the order of the report, each with one verdict. */
import type { DoctorCheck, DoctorCheckId } from '../answers/discovery.ts';
import type { HostError } from '../answers/host-error.ts';

const ORDER: readonly DoctorCheckId[] = [
  'address',
  'reachability',
  'tls',
  'discovery',
  'version',
  'auth',
  'scope',
  'run',
  'poll',
  'stream',
  'bundle',
];

/** Takes what was found out; a second verdict on a check does not replace the first. */
export interface Findings {
  fine(id: DoctorCheckId, words: string): void;
  remark(id: DoctorCheckId, words: string, error?: HostError): void;
  fault(id: DoctorCheckId, error: HostError, words?: string): void;
  notTried(id: DoctorCheckId, words: string): void;
  isKnown(id: DoctorCheckId): boolean;
  /** All checks; those without a verdict were not tried, because of `why`. */
  checks(why: string): readonly DoctorCheck[];
}

export function createFindings(): Findings {
  const found = new Map<DoctorCheckId, DoctorCheck>();
  const note = (check: DoctorCheck): void => {
    if (!found.has(check.id)) found.set(check.id, check);
  };
  return {
    fine: (id, words) => note({ id, verdict: 'fine', words, error: null }),
    remark: (id, words, error) => note({ id, verdict: 'remark', words, error: error ?? null }),
    fault: (id, error, words) => note({ id, verdict: 'fault', words: words ?? error.message, error }),
    notTried: (id, words) => note({ id, verdict: 'not-tried', words, error: null }),
    isKnown: (id) => found.has(id),
    checks: (why) =>
      ORDER.map((id) => found.get(id) ?? { id, verdict: 'not-tried', words: why, error: null }),
  };
}
