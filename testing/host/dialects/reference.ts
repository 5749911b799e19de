/** The host that follows the specification to the letter, and what the other dialects take from it. */
import { isRecord, member } from '@openwop-inspector/base';
import type { HostedRun } from '../runs/hosted-run.ts';
import type { LoggedMove, OpenInterrupt, Resolution, StoredEvent } from '../runs/script.ts';
import type { Dialect, HostJson, Page } from './dialect.ts';
import { checkedCursor, checkedMode, looseLastEventId } from './readings.ts';

/** The whole document, keys as a host stores them: spec, app. Members without a value are not sent. */
export function wholeEvent(event: StoredEvent): HostJson {
  const { eventId, runId, sequence, type, nodeId, payload, timestamp, causationId, contentTrust } = event;
  return { eventId, runId, sequence, type, nodeId, payload, timestamp, causationId, contentTrust };
}

/** The spec to the letter. */
export const reference: Dialect = {
  name: 'reference',
  major: 1,
  firstSequence: 0,
  runIdOf: (name) => name,
  eventId: (runId, sequence) => `evt-${runId}-${sequence}`,
  payloadOf: (_type, payload) => payload,
  // The older event, `interrupt.requested`, `node.suspended`.
  suspendedMoves: (interrupt, runId) => {
    const { kind, nodeId, key, data, resumeSchema, interruptId, createdAt, cause, trust } = interrupt;
    const requested = { kind, key, data, resumeSchema, runId, nodeId, interruptId, requestedAt: createdAt };
    return [
      ...olderRequest(interrupt),
      { type: 'interrupt.requested', nodeId, payload: requested, cause, trust, as: interruptId },
      { type: 'node.suspended', nodeId, payload: { nodeId, interruptId, kind, key }, cause: interruptId },
    ];
  },
  resolvedMoves: (interrupt, resolution) => {
    const { kind, nodeId, interruptId } = interrupt;
    const { resumeValue } = resolution;
    const payload = { nodeId, interruptId, kind, resumeValue };
    const resolved = `${interruptId}-resolved`;
    return [
      ...olderDecision(resolution),
      { type: 'interrupt.resolved', nodeId, payload, as: resolved },
      { type: 'node.resumed', nodeId, payload: { nodeId, interruptId, resumeValue }, cause: resolved },
      { type: 'run.resumed', payload: { resumedAtNode: nodeId }, cause: resolved },
    ];
  },
  events: { json: wholeEvent, stream: wholeEvent },
  snapshot: snapshotWith('completedAt', 'data', { eventLogSchemaVersion: 2 }),
  bundle: bundleWith({
    bundleVersion: '1',
    host: { name: 'acme-test-host', version: '0.2.0', vendor: 'acme' },
    redactionMode: 'mask',
    takesMaxEvents: false,
    event: ({ payload, ...event }) => ({ ...event, nodeId: event.nodeId ?? null, data: payload }),
  }),
  poll: {
    cursor: checkedCursor('lastSequence', 'since'),
    limit: () => Number.POSITIVE_INFINITY,
    waitMs: () => 0,
    answer: specPoll(wholeEvent),
  },
  stream: {
    otherwise: 'json-when-requested',
    head: 'at-once',
    openComment: null,
    heartbeat: { comment: 'keepalive', everyMs: 30_000 },
    isWrittenInParts: false,
    hasDeltas: true,
    cursor: looseLastEventId,
    mode: checkedMode,
  },
  interrupts: {
    answers: 'list',
    hasTokenGet: true,
    hasList: false,
    resolvedByNode: 409,
    // No more is specified than that the status of the run is returned.
    answered: ({ runId, status }, { nodeId }) => ({ runId, nodeId, status }),
  },
  actions: {
    fork: 'full',
    pause: 'yes',
    cancel: { status: 202, says: 'cancelling' },
    conflict: { cancel: 'conflict', pause: 'conflict' },
    annotations: true,
    runList: false,
  },
  unauthenticated: 'unauthenticated',
  hostName: 'sample',
};

type Group = 'events' | 'poll' | 'stream' | 'interrupts' | 'actions';

/** What a dialect does differently. */
type Differences = Partial<Omit<Dialect, Group>> & { readonly [K in Group]?: Partial<Dialect[K]> };

/** A dialect as its differences from another. */
export function differing(from: Dialect, differences: Differences): Dialect {
  const { events, poll, stream, interrupts, actions, ...others } = differences;
  return {
    ...from,
    ...others,
    events: { ...from.events, ...events },
    poll: { ...from.poll, ...poll },
    stream: { ...from.stream, ...stream },
    interrupts: { ...from.interrupts, ...interrupts },
    actions: { ...from.actions, ...actions },
  };
}

function olderRequest(interrupt: OpenInterrupt): readonly LoggedMove[] {
  const { kind, nodeId, interruptId, data, cause, trust, requiredApprovals = 1 } = interrupt;
  if (kind === 'clarification') {
    const payload = { nodeId, interruptId, questions: data.questions ?? [] };
    return [{ type: 'clarification.requested', nodeId, payload, cause, trust }];
  }
  if (kind !== 'approval') return [];
  const { artifactId, artifactType, title, actions } = data;
  const older = Array.isArray(actions) ? actions.map((a) => (a === 'edit-accept' ? 'edit' : a)) : [];
  const payload = { nodeId, interruptId, artifactId, artifactType, title, actions: older, requiredApprovals };
  return [{ type: 'approval.requested', nodeId, payload, cause, trust }];
}

function olderDecision({ kind, nodeId, resumeValue }: Resolution): readonly LoggedMove[] {
  const value = isRecord(resumeValue) ? resumeValue : {};
  const decidedBy = 'principal:tester';
  if (kind === 'approval') {
    const decidedAt = new Date().toISOString();
    const payload = { nodeId, action: value.action, decidedBy, decidedAt };
    return [{ type: 'approval.received', nodeId, payload }];
  }
  if (kind !== 'clarification' || !Array.isArray(value.answers)) return [];
  const answers = Object.fromEntries(
    value.answers.filter(isRecord).map(({ id, answer }) => [String(id), answer]),
  );
  return [{ type: 'clarification.resolved', nodeId, payload: { nodeId, answers, answeredBy: decidedBy } }];
}

export interface BundleForm {
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

/** The first events of a run, as many as are wanted; null for all. */
export function cut({ events }: HostedRun, maxEvents: number | null) {
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
export const shortPoll =
  (tell: TellEvent) =>
  ({ events, saysTerminal }: Page): HostJson => ({
    events: events.map(tell),
    isComplete: saysTerminal,
  });

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
    // Only the first that is open: hosts show one.
    const [open] = run.openInterrupts;
    const interrupt = open && {
      kind: open.kind,
      nodeId: open.nodeId,
      interruptToken: open.token,
      callbackUrl: `${origin}/v1/interrupts/${open.token}`,
      [interruptDataAs]: open.data,
    };
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
      interrupt,
    };
  };
}
