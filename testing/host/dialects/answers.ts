import { isRecord, member } from '@openwop-inspector/base';
import type { HostedRun } from '../runs/hosted-run.ts';
import type { OpenInterrupt, StoredEvent } from '../runs/script.ts';
import type { HostJson, Page } from './dialect.ts';
import { bundledEvent, wholeEvent } from './event-shapes.ts';

interface BundleForm {
  readonly bundleVersion: '1' | '1.0';
  readonly host: HostJson;
  readonly redactionMode: 'mask' | 'omit';
  readonly takesMaxEvents: boolean;
  event(event: StoredEvent): HostJson;
}

/** Debug bundle of the spec (section 2.1) as this host fills it in (section 2.3). */
export function bundleWith({ bundleVersion, host, redactionMode, takesMaxEvents, event }: BundleForm) {
  return (run: HostedRun, maxEvents: number | null): HostJson => {
    const { runId, workflowId, status, startedAt, endedAt } = run;
    const { events, isCut } = cut(run, takesMaxEvents ? maxEvents : null);
    return {
      bundleVersion,
      generatedAt: new Date().toISOString(),
      host,
      run: {
        runId,
        workflowId,
        status: status === 'waiting-input' ? 'waiting-clarification' : status,
        inputs: {},
        startedAt,
        endedAt,
        error: errorOf(run),
        variables: {},
      },
      events: events.map((one) => event(one)),
      spans: [],
      metrics: { eventCount: run.events.length },
      truncated: isCut || undefined,
      truncatedReason: isCut ? 'events_truncated_to_max_events' : undefined,
      redactionApplied: true,
      redactionMode,
    };
  };
}

/** Bundle of an example host; `holds` says what it keeps of an event besides its frame. */
export function bundleOfExample(
  name: string,
  {
    bundleVersion = '1',
    takesMaxEvents = false,
    holds,
  }: Partial<BundleForm> & { readonly holds: 'payloads' | 'payloads and causes' | 'neither' },
) {
  const parts = { payload: holds !== 'neither', cause: holds === 'payloads and causes' };
  const host = { name, version: '1.1.7' };
  const event = (one: StoredEvent) => bundledEvent(one, parts);
  return bundleWith({ bundleVersion, host, redactionMode: 'omit', takesMaxEvents, event });
}

/** App's own form: no version, no host, no word about redaction. */
export function bundleOfApp(run: HostedRun, maxEvents: number | null): HostJson {
  const { runId, workflowId, status } = run;
  const { events, isCut } = cut(run, maxEvents);
  const why = `Bundle capped at maxEvents=${maxEvents} (configured via query param).`;
  return {
    runId,
    workflowId,
    status,
    events: events.map(wholeEvent),
    truncated: isCut,
    truncatedReason: isCut ? why : undefined,
    metrics: { eventCount: run.events.length },
  };
}

function cut({ events }: HostedRun, maxEvents: number | null) {
  if (maxEvents === null) return { events, isCut: false };
  return { events: events.slice(0, maxEvents), isCut: maxEvents < events.length };
}

type TellEvent = (event: StoredEvent) => HostJson;

/** `{runId, events, lastEventSeq, runStatus, isTerminal}`. */
export function specPoll(tell: TellEvent) {
  return ({ run, events, saysTerminal }: Page): HostJson => ({
    runId: run.runId,
    events: events.map(tell),
    lastEventSeq: run.lastSequence,
    runStatus: run.status,
    isTerminal: saysTerminal,
  });
}

/** `{events, isComplete}`; `isComplete` means that the run has ended, not that the page is the last. */
export function shortPoll(tell: TellEvent) {
  return ({ events, saysTerminal }: Page): HostJson => ({
    events: events.map(tell),
    isComplete: saysTerminal,
  });
}

/** The spec's form and `isComplete`, which is true only for an empty page of a run that has ended. */
export function pythonPoll(tell: TellEvent) {
  const spec = specPoll(tell);
  return (page: Page): HostJson => ({
    ...spec(page),
    isComplete: page.saysTerminal && page.events.length === 0,
  });
}

/** The spec says no more than that the run's status is returned. */
export function answeredBySpec(run: HostedRun, { nodeId }: OpenInterrupt): HostJson {
  return { runId: run.runId, nodeId, status: run.status };
}

/** App reports the status that the run had before the answer took effect (recorded). */
export function answeredByApp(
  run: HostedRun,
  { nodeId }: OpenInterrupt,
  _outcome: string | null,
  statusBefore: string,
): HostJson {
  return { runId: run.runId, nodeId, status: statusBefore };
}

export function answeredByTables(run: HostedRun, interrupt: OpenInterrupt, outcome: string | null): HostJson {
  const { kind, nodeId, accepts, requiredApprovals } = interrupt;
  const votes = requiredApprovals === undefined ? undefined : accepts;
  return {
    runId: run.runId,
    status: run.status,
    interrupt: { kind, nodeId, outcome: outcome ?? undefined, votes },
  };
}

/** The error that a failed run ended with, for its snapshot and bundle. */
export function errorOf(run: HostedRun): HostJson | null {
  const last = run.events.at(-1);
  const error = last?.type === 'run.failed' ? member(last.payload, 'error') : null;
  return isRecord(error) ? { code: error.code, message: error.message } : null;
}

/** A snapshot (bundles-and-transport.md section 4) with the names this host uses. */
export function snapshotWith(
  endedAs: 'completedAt' | 'endedAt',
  interruptDataAs: 'data' | 'payload',
  extras: HostJson,
) {
  return (run: HostedRun, origin: string): HostJson => {
    const { runId, workflowId, status, startedAt, endedAt, currentNodeId, parentRunId, childRunIds } = run;
    const children = [...childRunIds].map((childRunId) => ({ runId: childRunId, status: 'completed' }));
    return {
      runId,
      workflowId,
      status,
      currentNodeId: currentNodeId ?? undefined,
      startedAt,
      [endedAs]: endedAt ?? undefined,
      error: errorOf(run) ?? undefined,
      parentRunId: parentRunId ?? undefined,
      childRuns: children.length === 0 ? undefined : children,
      ...extras,
      interrupt: interruptOf(run, origin, interruptDataAs),
    };
  };
}

/** Only the first that is open: hosts show one. */
function interruptOf(run: HostedRun, origin: string, dataAs: 'data' | 'payload'): HostJson | undefined {
  const [first] = run.openInterrupts;
  if (first === undefined) return undefined;
  const { kind, nodeId, token, data } = first;
  const callbackUrl = `${origin}/v1/interrupts/${token}`;
  return { kind, nodeId, interruptToken: token, callbackUrl, [dataAs]: data };
}
