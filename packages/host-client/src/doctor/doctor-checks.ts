/** The list of checks as it fills: in the order of the report, each with one verdict. */
import { DOCTOR_CHECKS, type DoctorCheck, type DoctorCheckId } from '../answers/discovery.ts';
import type { HostError } from '../answers/host-error.ts';

/** Takes what was found out; a second verdict on a check does not replace the first. */
export type Findings = ReturnType<typeof createFindings>;

export function createFindings() {
  const found = new Map<DoctorCheckId, DoctorCheck>();
  const note =
    (verdict: DoctorCheck['verdict']) =>
    (id: DoctorCheckId, words: string, error: HostError | null = null): void => {
      if (!found.has(id)) found.set(id, { id, verdict, words, error });
    };
  const fault = note('fault');
  return {
    fine: note('fine'),
    remark: note('remark'),
    fault: (id: DoctorCheckId, error: HostError, words = error.message) => fault(id, words, error),
    notTried: note('not-tried'),
    isKnown: (id: DoctorCheckId) => found.has(id),
    /** All checks; those without a verdict were not tried, because of `why`. */
    checks: (why: string): readonly DoctorCheck[] =>
      DOCTOR_CHECKS.map((id) => found.get(id) ?? { id, verdict: 'not-tried', words: why, error: null }),
  };
}
