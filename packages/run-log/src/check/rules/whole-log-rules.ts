/** Rules that ask about a log as a whole, or about what is next to its events. */
import type { ProblemCode } from '@openwop-inspector/protocol';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../../query/loaded-log.ts';
import { type TrustFinding, trustFindings } from '../../query/trust/trust-findings.ts';
import type { CheckRun, TellFound } from '../check-control.ts';
import { checkMarkedSecrets } from './marked-secrets.ts';
import { checkMedia, type MediaNotes } from './media-rules.ts';
import { checkReplays } from './replay-totals.ts';

/** Asks them again, in place of what they found before; each reads only where something calls for it. False when stopped. */
export async function wholeLogRules(log: LoadedLog, run: CheckRun, media: MediaNotes): Promise<boolean> {
  const { index } = log;
  const found: Parameters<TellFound>[] = [];
  const tell: TellFound = (...one) => void found.push(one);
  const isWhole =
    (await checkReplays(log, run, tell)) &&
    (await checkTrust(log, run, tell)) &&
    (await checkMedia(log, run, tell, media)) &&
    (await checkMarkedSecrets(log, run, tell));
  if (!isWhole) return false;
  index.problems.replaceFound('whole', () => {
    for (const one of found) index.problemOf(...one);
  });
  return true;
}

const CODES: Readonly<Record<TrustFinding['kind'], ProblemCode>> = {
  decision: 'untrusted_resumed_approval',
  sibling: 'trust_lost_on_sibling',
  effect: 'trust_lost_on_effect',
};

/** The findings of trust that deviate, as problems (acceptor S11, 7). False when it was stopped. */
async function checkTrust(log: LoadedLog, run: CheckRun, found: TellFound): Promise<boolean> {
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
  const place = index.placeOf(cause);
  if (kind === 'decision')
    return `The cause is untrusted content ${place}; it would have been refused with untrusted_content_blocks_approval`;
  if (kind === 'sibling')
    return `The event ${place} of the same envelope is untrusted; this one would have been untrusted as well`;
  const isRaised = index.columns.has(row, FLAG.trusted);
  const says = isRaised ? 'this one says that it is trusted' : 'this one does not say so';
  return `The event ${place} that it follows from is untrusted, and ${says}; untrusted would have been right`;
}
