import type { EventDoc } from '@openwop-inspector/bench/told-samples';

/** A run as the test host holds it. */
export interface HostedRun {
  readonly runId: string;
  readonly workflowId: string;
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Events of this run alone, in order of `sequence`. */
  readonly events: readonly EventDoc[];
}

/** Snapshot of a run (bundles-and-transport.md section 4). */
export function snapshotOf(run: HostedRun): Record<string, unknown> {
  const { runId, workflowId, status, startedAt, endedAt } = run;
  return { runId, workflowId, status, startedAt, completedAt: endedAt, eventLogSchemaVersion: 2 };
}

/** Debug bundle in the form of the spec (section 2.1). */
export function bundleOf(run: HostedRun): Record<string, unknown> {
  const { runId, workflowId, status, startedAt, endedAt, events } = run;
  return {
    bundleVersion: '1',
    generatedAt: endedAt,
    host: { name: 'acme-test-host', version: '0.1.0', vendor: 'acme' },
    run: { runId, workflowId, status, startedAt, endedAt, inputs: {}, variables: {} },
    events: events.map(({ payload, nodeId, ...frame }) => ({
      ...frame,
      nodeId: nodeId ?? null,
      data: payload,
    })),
    spans: [],
    metrics: { eventCount: events.length },
    redactionApplied: true,
    redactionMode: 'mask',
  };
}

/** Events after a cursor as a poll answers them (section 7). */
export function pollOf(run: HostedRun, lastSequence: number): Record<string, unknown> {
  const events = run.events.filter(({ sequence }) => sequence > lastSequence);
  const lastEventSeq = run.events.at(-1)?.sequence ?? -1;
  return { runId: run.runId, events, lastEventSeq, runStatus: run.status, isTerminal: true };
}

/** Events after a cursor as frames of an event stream (section 6.2). */
export function framesOf(run: HostedRun, lastSequence: number): readonly string[] {
  return run.events
    .filter(({ sequence }) => sequence > lastSequence)
    .map((event) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
