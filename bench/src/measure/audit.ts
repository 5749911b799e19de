/** One audit of a log, with the times of its parts. */
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { type AcceptorOf, auditLog, FindingGroups } from '@openwop-inspector/audit';
import { openRunLog } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import type { AuditTimes, Work } from './measured.ts';

/**
 * Loads, checks and audits a file as the command does. The acceptor's own time is taken behind it, on the same envelopes
 * in contexts that are ready, in the same process.
 */
export async function auditOf(file: string): Promise<Work> {
  const startedMs = performance.now();
  const log = openRunLog(await openFile(file));
  await log.loaded;
  const loadedMs = performance.now();
  await log.runChecks();
  const checkedMs = performance.now();
  const compile = createKillableSchemaCompiler();
  const runs: (() => void)[] = [];
  const acceptorOf: AcceptorOf = (context) => {
    const acceptor = createAcceptor(context, { compile });
    return {
      ...acceptor,
      accept: (emission) => {
        runs.push(() => createAcceptor(context, { compile }).accept(emission));
        return acceptor.accept(emission);
      },
    };
  };
  const parts = { context: {}, file, groups: new FindingGroups(), acceptorOf, onProgress: () => false };
  const { envelopes } = await auditLog(log, parts);
  const auditedMs = performance.now();
  for (const run of runs) run();
  const audit: AuditTimes = {
    envelopes,
    loadMs: loadedMs - startedMs,
    rulesMs: log.rulesMs,
    auditMs: auditedMs - checkedMs,
    ownMs: performance.now() - auditedMs,
  };
  await log.close();
  return { ms: auditedMs - startedMs, events: log.order.length, audit };
}
