/** The findings of trust that deviate, as problems (acceptor S11, 7). */
import type { ProblemCode } from '@openwop-inspector/protocol';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../../view/loaded-log.ts';
import { type TrustFinding, trustFindings } from '../../view/trust/trust-findings.ts';
import type { CheckRun } from '../check-control.ts';
import type { TellFound } from './rule-tell.ts';

const CODES: Readonly<Record<TrustFinding['kind'], ProblemCode>> = {
  decision: 'untrusted_resumed_approval',
  sibling: 'trust_lost_on_sibling',
  effect: 'trust_lost_on_effect',
};

/** Reports what the one judgement of trust found. False when it was stopped. */
export async function checkTrust(log: LoadedLog, run: CheckRun, found: TellFound): Promise<boolean> {
  const findings = await trustFindings(log, run.isCancelled);
  if (findings === null) return false;
  for (const finding of findings.byRow.values()) {
    if (finding.verdict !== 'deviates') continue;
    const { kind, row } = finding;
    found(CODES[kind], messageOf(log, finding), row, kind === 'decision' ? undefined : '/contentTrust');
  }
  return true;
}

function messageOf({ index }: LoadedLog, { kind, row, cause }: TrustFinding): string {
  const place = `at sequence ${index.columns.sequence[cause]}`;
  if (kind === 'decision')
    return `The cause is untrusted content ${place}; it would have been refused with untrusted_content_blocks_approval`;
  if (kind === 'sibling')
    return `The event ${place} of the same envelope is untrusted; this one would have been untrusted as well`;
  const isRaised = ((index.columns.flags[row] as number) & FLAG.trusted) !== 0;
  const says = isRaised ? 'this one says that it is trusted' : 'this one does not say so';
  return `The event ${place} that it follows from is untrusted, and ${says}; untrusted would have been right`;
}
