import type { HostedRun } from '../runs/hosted-run.ts';
import type { OpenInterrupt } from '../runs/open-interrupt.ts';
import type { Told } from './dialect.ts';

/** The spec says no more than that the run's status is told. */
export function answeredBySpec(run: HostedRun, { nodeId }: OpenInterrupt): Told {
  return { runId: run.runId, nodeId, status: run.status };
}

/** App tells the status that the run had before the answer took effect (recorded). */
export function answeredByApp(
  run: HostedRun,
  { nodeId }: OpenInterrupt,
  _outcome: string | null,
  statusBefore: string,
): Told {
  return { runId: run.runId, nodeId, status: statusBefore };
}

export function answeredByTables(run: HostedRun, interrupt: OpenInterrupt, outcome: string | null): Told {
  const { kind, nodeId, accepts } = interrupt;
  const votes = interrupt.requiredApprovals === undefined ? {} : { votes: accepts };
  return {
    runId: run.runId,
    status: run.status,
    interrupt: { kind, nodeId, ...(outcome === null ? {} : { outcome }), ...votes },
  };
}
