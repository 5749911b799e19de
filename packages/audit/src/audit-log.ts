/** Every envelope and every rule of one log. */
import type { AcceptContext } from '@openwop-inspector/acceptor-core';
import { isLogRule } from '@openwop-inspector/protocol';
import { attemptEvents, EvidenceCache, type RunLog, sessionSummary } from '@openwop-inspector/run-log';
import { AuditPass, type LogAudit, MAX_ENVELOPES, type PassParts } from './audit-pass.ts';
import { type AcceptorOf, auditEnvelope } from './audited-envelope.ts';
import { evidenceOf } from './evidence-pages.ts';

const PAGE = 200;
/** Milliseconds until others get their turn. */
const TURN_MS = 25;

/** What an audit is made with. */
export interface AuditParts extends PassParts {
  /** Goes before what the log tells, field by field. */
  readonly context: AcceptContext;
  readonly acceptorOf: AcceptorOf;
  /** Called between envelopes; others have had their turn. True stops it. */
  readonly onProgress: (done: number, total: number) => boolean;
}

/**
 * Audits a log whose checks have run: its envelopes in the order of the log, each in the context of its place, and the
 * rules between its events. O(envelopes × events of the run); others get their turn between envelopes.
 */
export async function auditLog(log: RunLog, parts: AuditParts): Promise<LogAudit> {
  const pass = new AuditPass(parts);
  const { total, wasStopped } = await takeEnvelopes(log, parts, pass);
  for (const problem of await log.allProblems(isLogRule)) pass.takeRule(problem);
  const { hostName, runs } = await sessionSummary(log);
  return { ...pass.result(total, wasStopped), file: parts.file, hostName, runs: runs.length };
}

async function takeEnvelopes(
  log: RunLog,
  { context, acceptorOf, onProgress }: AuditParts,
  pass: AuditPass,
): Promise<{ readonly total: number; readonly wasStopped: boolean }> {
  const cache = new EvidenceCache();
  let rested = performance.now();
  for (let offset = 0; ; offset += PAGE) {
    const { ordinals, total, isEnd } = await attemptEvents(log, { offset, limit: PAGE });
    if (isEnd) return { total, wasStopped: false };
    for await (const found of evidenceOf(log, ordinals, cache)) {
      const isNew = found !== null && pass.isNew(found.key);
      const audited = isNew ? auditEnvelope(found.evidence, context, acceptorOf) : null;
      if (audited !== null) pass.take(audited);
      if (performance.now() - rested > TURN_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
      const wasStopped = onProgress(pass.taken, Math.max(total, pass.taken));
      if (wasStopped || pass.taken >= MAX_ENVELOPES) return { total, wasStopped };
    }
  }
}
