import { randomUUID } from 'node:crypto';
import { isRecord, member, ownString } from '@openwop-inspector/base';
import type { Answer } from '../dialects/dialect.ts';
import { answerInterrupt, refusalOfClosed } from '../runs/answer-interrupt.ts';
import { copyOf, readFork } from '../runs/fork-run.ts';
import {
  answered,
  type Call,
  type HostState,
  invalid,
  NO_SUCH_PATH,
  NOT_PROVIDED,
  pathOfRun,
  type Route,
  type RunCall,
  refused,
  route,
} from './route.ts';

const RUN = '/v1/runs/([^/:]+)';

/** What changes a run (sections 5, 8, 9, 10), and what is read about its interrupts and annotations. */
export const ACTING_ROUTES: readonly Route[] = [
  route('POST', '/v1/runs', 'runs:create', 'action', { handle: createRun }),
  route('POST', `${RUN}/cancel`, 'runs:cancel', 'action', { ofRun: cancel }),
  route('POST', `${RUN}:(pause|resume)`, 'runs:cancel', 'action', { ofRun: pauseOrResume }),
  route('POST', `${RUN}:fork`, 'runs:create', 'action', { ofRun: fork }),
  route('POST', `${RUN}/interrupts/([^/]+)`, 'approvals:respond', 'action', { ofRun: answerByNode }),
  route('POST', '/v1/interrupts/([^/]+)', null, 'action', { handle: answerByToken }),
  route('GET', '/v1/interrupts/([^/]+)', null, 'action', { handle: readByToken }),
  route('GET', '/v1/host/openwop-app/runs/([^/]+)/interrupts', 'runs:read', 'action', {
    ofRun: interruptList,
  }),
  route('GET', `${RUN}/annotations`, 'runs:read', 'action', { ofRun: annotations }),
  route('POST', `${RUN}/annotations`, 'runs:read', 'action', { ofRun: annotate }),
];

function createRun({ host, body }: Call): Answer {
  const workflowId = ownString(body, 'workflowId');
  if (workflowId === null) return invalid('workflowId is needed');
  const script = host.workflow(workflowId);
  if (script === null) return refused(404, 'not_found', `There is no workflow ${workflowId}`);
  const made = host.dialect.runIdOf(`run-${randomUUID()}`);
  const { runId, status } = host.addRun({ runId: made, workflowId, script });
  return answered({ runId, status, ...eventsUrl(host, runId) }, 201);
}

/** Relative, absolute or missing (section 5). */
function eventsUrl(host: HostState, runId: string): Record<string, string> {
  const path = `${pathOfRun(host.dialect, runId)}/events`;
  if (host.dialect.name === 'python') return {};
  return { eventsUrl: host.dialect.name === 'in-memory' ? path : `${host.origin()}${path}` };
}

function cancel({ host, run, body }: RunCall): Answer {
  const { runId } = run;
  if (run.isTerminal) {
    if (host.dialect.name === 'in-memory')
      return answered({ runId, status: run.status, alreadyTerminal: true });
    return refused(409, host.dialect.actions.conflict.cancel, `The run is already ${run.status}`);
  }
  run.cancel(ownString(body, 'reason'));
  const { status, says } = host.dialect.actions.cancel;
  return answered({ runId, status: says }, status);
}

function pauseOrResume({ host, run, body, caught }: RunCall): Answer {
  const { pause, conflict } = host.dialect.actions;
  if (pause !== 'yes') return pause === 'not-provided' ? NOT_PROVIDED : NO_SUCH_PATH;
  const wantsPause = caught[1] === 'pause';
  const isPaused = run.status === 'paused';
  if (run.isTerminal || wantsPause === isPaused)
    return refused(409, conflict.pause, `The run is ${run.status}`);
  if (wantsPause) run.pause(ownString(body, 'reason'));
  else run.resume();
  return answered({ runId: run.runId, status: run.status }, 202);
}

function fork({ host, run, body }: RunCall): Answer {
  const read = readFork(host.dialect, run, body, host.faults.of(run.runId).keepsFrom);
  if ('status' in read) return read;
  const runId = `${run.runId}-${read.mode}-${randomUUID().slice(0, 4)}`;
  const { mode, fromSeq, copied, script } = read;
  const made = host.addRun({ runId, workflowId: run.workflowId, script });
  for (const event of copied) made.store(copyOf(host.dialect, event));
  const { status } = made;
  const sourceRunId = run.runId;
  const url = `${host.origin()}${pathOfRun(host.dialect, runId)}/events`;
  return answered({ runId, sourceRunId, fromSeq, mode, status, eventsUrl: url }, 201);
}

function answerByNode({ host, run, caught, body }: RunCall): Answer {
  const nodeId = caught[1] ?? '';
  const open = run.openInterrupts.find((interrupt) => interrupt.nodeId === nodeId);
  if (open !== undefined) return answerInterrupt(host.dialect, run, open, body);
  const closed = run.interrupts.findLast((interrupt) => interrupt.nodeId === nodeId);
  if (closed !== undefined) return refusalOfClosed(host.dialect, closed, 'node');
  return refused(404, 'interrupt_not_found', 'No open interrupt at this node');
}

function answerByToken(call: Call): Answer {
  const found = interruptOf(call);
  if (found === null) return unknownToken(call.host);
  const { run, interrupt } = found;
  if (interrupt.state !== 'open') return refusalOfClosed(call.host.dialect, interrupt, 'token');
  return answerInterrupt(call.host.dialect, run, interrupt, call.body);
}

function readByToken(call: Call): Answer {
  if (!call.host.dialect.interrupts.hasTokenGet) return NO_SUCH_PATH;
  const found = interruptOf(call);
  if (found === null) return unknownToken(call.host);
  const { kind, key, data, resumeSchema, expiresAt, state } = found.interrupt;
  return answered({ kind, key, data, resumeSchema, expiresAt, resolved: state === 'resolved' });
}

function interruptOf({ host, caught }: Call) {
  for (const run of host.runs.values()) {
    const interrupt = run.interrupts.find(({ token }) => token === caught[0]);
    if (interrupt !== undefined) return { run, interrupt };
  }
  return null;
}

function unknownToken({ dialect }: HostState): Answer {
  const code = dialect.name === 'app' ? 'invalid_interrupt_token' : 'interrupt_not_found';
  return refused(404, code, 'No interrupt has this token');
}

function interruptList({ host, run }: RunCall): Answer {
  if (!host.dialect.interrupts.hasList) return NO_SUCH_PATH;
  const interrupts = run.openInterrupts.map((interrupt) => {
    const { interruptId, nodeId, kind, token, data, resumeSchema, createdAt, expiresAt } = interrupt;
    return { interruptId, nodeId, kind, token, data, resumeSchema, createdAt, expiresAt };
  });
  return answered({ runId: run.runId, interrupts });
}

function annotations({ host, run }: RunCall): Answer {
  return host.dialect.actions.annotations ? answered({ annotations: run.annotations }) : NOT_PROVIDED;
}

function annotate({ host, run, body }: RunCall): Answer {
  if (!host.dialect.actions.annotations) return NOT_PROVIDED;
  const signal = member(body, 'signal');
  const kind = ownString(signal, 'kind');
  if (!isRecord(signal) || kind === null) return invalid('signal.kind is needed');
  if (kind !== 'flag' && member(signal, kind) === undefined) return invalid(`signal.${kind} is needed`);
  const target = isRecord(body) && isRecord(body.target) ? body.target : {};
  const annotation = {
    annotationId: randomUUID(),
    target: { runId: run.runId, ...target },
    signal,
    actor: { principalRef: 'principal:tester' },
    note: ownString(body, 'note') ?? undefined,
    createdAt: new Date(host.now()).toISOString(),
  };
  run.annotations.push(annotation);
  host.streams.notify(run.runId, 'run.annotated', annotation);
  return answered(annotation, 201);
}
