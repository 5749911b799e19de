import { isRecord, member } from '@openwop-inspector/base';
import type { HostedRun } from '../runs/hosted-run.ts';
import type { Told } from './dialect.ts';

/** The error that a failed run ended with, for its snapshot and bundle. */
export function errorOf(run: HostedRun): Told | null {
  const last = run.events.at(-1);
  const error = last?.type === 'run.failed' ? member(last.payload, 'error') : null;
  return isRecord(error) ? { code: error.code, message: error.message } : null;
}

interface SnapshotForm {
  readonly endedAs: 'completedAt' | 'endedAt';
  readonly interruptDataAs: 'data' | 'payload';
  readonly extras: Told;
}

/** A snapshot (bundles-and-transport.md section 4) with the names this host uses. */
export function snapshotWith(form: SnapshotForm) {
  return (run: HostedRun, origin: string): Told => {
    const { runId, workflowId, status, startedAt, endedAt, currentNodeId, parentRunId } = run;
    const error = errorOf(run);
    return {
      runId,
      workflowId,
      status,
      ...(currentNodeId === null ? {} : { currentNodeId }),
      startedAt,
      ...(endedAt === null ? {} : { [form.endedAs]: endedAt }),
      ...(error === null ? {} : { error }),
      ...(parentRunId === null ? {} : { parentRunId }),
      ...childrenOf(run),
      ...form.extras,
      ...interruptOf(run, origin, form.interruptDataAs),
    };
  };
}

/** Only the first that is open: hosts show one. */
function interruptOf(run: HostedRun, origin: string, dataAs: 'data' | 'payload'): Told {
  const [first] = run.openInterrupts;
  if (first === undefined) return {};
  const { kind, nodeId, token, data } = first;
  const callbackUrl = `${origin}/v1/interrupts/${token}`;
  return { interrupt: { kind, nodeId, interruptToken: token, callbackUrl, [dataAs]: data } };
}

function childrenOf({ childRunIds }: HostedRun): Told {
  if (childRunIds.size === 0) return {};
  return { childRuns: [...childRunIds].map((runId) => ({ runId, status: 'completed' })) };
}
