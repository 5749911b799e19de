/** For tests: a live session without a host. The bridge and the worker are the ones the window would use. */
import {
  type ActionOutcome,
  type ActionPreview,
  type OpenHostInterrupt,
  type RunAction,
  readDiscovery,
} from '@openwop-inspector/host-client';
import { type CheckResume, RenderServicesProvider, ResumeCheckProvider } from '@openwop-inspector/renderers';
import type { EffectLedger, LiveFacts } from '@openwop-inspector/run-log';
import type { CallName, LiveSession } from '@openwop-inspector/shell-contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../../shared/job-query.ts';
import { madeLive } from '../../test/made.ts';
import {
  connectClient,
  type JobMessage,
  SessionClient,
  type WorkerLike,
  type WorkerMessage,
} from '../../worker/client.ts';
import { createRenderServices } from '../envelopes/render-services.ts';
import { newEntry } from '../live/live-actions.ts';
import { addLive } from '../live/live-store.ts';
import { dropSessionRecords } from '../sessions/session-record.ts';
import { newSession, useSessionsStore } from '../sessions/sessions-store.ts';
import { changeView } from '../sessions/view-store.ts';
import { ActionDialogs } from './ActionDialogs.tsx';
import { useActionStore } from './action-store.ts';

export const SESSION = 's1';

/** Responses of host, shell and log. */
export interface LiveWorld {
  readonly openInterrupts: readonly OpenHostInterrupt[];
  /** Of the log; a function where it changes. */
  readonly facts: Partial<LiveFacts> | (() => Partial<LiveFacts>);
  readonly effects: EffectLedger | null;
  readonly preview: (action: RunAction) => ActionPreview;
  readonly act: () => Promise<ActionOutcome>;
  readonly features: Partial<NonNullable<LiveSession['discovery']>['features']>;
}

/** Every call the shell got, in order. */
export type Called = { readonly name: CallName; readonly request: unknown }[];

let answer: (name: CallName, request: unknown) => Promise<unknown> = () => Promise.resolve(null);

/** The window uses the first bridge it finds. */
const bridge = {
  call: (name: CallName, request: unknown) => answer(name, request),
  on: () => () => undefined,
};

export const TAKEN: ActionOutcome = {
  ok: true,
  status: 200,
  words: 'The answer is taken. The run continues.',
  newRunId: null,
  body: '{"runId":"run-1","status":"running"}',
};

/** In the form of the host client, except for the host. */
export function previewFor(action: RunAction): ActionPreview {
  const body = JSON.stringify(
    action.kind === 'resolve-interrupt' ? { resumeValue: action.resumeValue } : action,
  );
  const url = 'http://127.0.0.1:3801/v1/runs/run-1/interrupts/review';
  const headers = [
    ['Content-Type', 'application/json'],
    ['Authorization', 'Bearer ••••••••'],
  ] as const;
  const curl = `curl --request POST '${url}' --data-raw '${body}'`;
  return { allowed: true, previewId: 'p1', request: { method: 'POST', url, headers, body, curl } };
}

/** Puts a live session into the stores, and sets the responses. Returns the calls to the shell. */
export function attachInTest(world: Partial<LiveWorld>): Called {
  const called: Called = [];
  Object.defineProperty(globalThis, 'inspector', { value: bridge, configurable: true });
  answer = async (name, request) => {
    called.push({ name, request });
    switch (name) {
      case 'live/interrupts':
        return { ok: true, interrupts: world.openInterrupts ?? [] };
      case 'live/preview':
        // Only our own actions arrive here.
        return (world.preview ?? previewFor)((request as { readonly action: RunAction }).action);
      case 'live/act':
        return world.act === undefined ? TAKEN : world.act();
      case 'live/actions':
        return [];
      default:
        return null;
    }
  };
  connectClient(new SessionClient(workerFor(world)));
  open(world);
  return called;
}

function workerFor(world: Partial<LiveWorld>): WorkerLike {
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id, job } = message as JobMessage; // the client sends nothing else
      const data: WorkerMessage = { id, result: jobAnswer(job, world) };
      queueMicrotask(() => worker.onmessage?.(new MessageEvent('message', { data })));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  return worker;
}

function jobAnswer(job: string, world: Partial<LiveWorld>): unknown {
  const facts = typeof world.facts === 'function' ? world.facts() : world.facts;
  const source = { ordinal: 7, sequence: 1027, type: 'agent.toolReturned', name: 'docs.search' };
  const answers: Readonly<Record<string, unknown>> = {
    liveFacts: { runs: [], nodesAtWork: [], interrupts: [], resolved: [], newestOrdinal: -1, ...facts },
    effectLedger: world.effects,
    trust: { level: 'untrusted', source },
    rowsByOrdinal: [{ ordinal: 4, runId: 'run-1', sequence: 12, eventId: 'e12', type: 'node.started' }],
  };
  return answers[job] ?? null;
}

function open({ features = {} }: Partial<LiveWorld>): void {
  useActionStore.setState(useActionStore.getInitialState());
  dropSessionRecords(SESSION);
  const session = newSession({
    sessionId: SESSION,
    name: '127.0.0.1:3801 · prd-draft',
    source: { kind: 'live', name: 'run-1', url: '/live/l1', sizeBytes: 10, liveId: 'l1' },
    reopen: null,
  });
  useSessionsStore.setState({ activeId: SESSION, sessions: [{ ...session, heard: 1, isSettled: true }] });
  changeView(SESSION, { selected: 4 });
  const { status } = madeLive();
  const implementation = { name: 'openwop-workflow-engine', version: '0.1.0' };
  const read = readDiscovery({ protocolVersion: '1.1', implementation }, '');
  addLive(SESSION, {
    ...newEntry(
      madeLive({
        hostName: 'openwop-workflow-engine',
        runId: 'run-1',
        status: { ...status, runStatus: 'waiting-approval' },
        // It says nothing of the other features.
        discovery: { ...read, features: { ...read.features, ...features } },
      }),
    ),
    newestOrdinal: 9,
  });
}

export interface AroundInTest {
  readonly children: ReactNode;
  /** Checks schemas; not checked unless given. */
  readonly check?: CheckResume;
}

/** Context of the parts in the window: queries, services, dialogs. */
export function AroundInTest({ children, check }: AroundInTest) {
  const place = { hostName: null, runId: 'run-1', sendsCredentials: false };
  const [client] = useState(createQueryClient);
  const [services] = useState(() => createRenderServices(SESSION, place));
  return (
    <QueryClientProvider client={client}>
      <RenderServicesProvider value={services}>
        <ResumeCheckProvider value={check ?? null}>
          {children}
          <ActionDialogs />
        </ResumeCheckProvider>
      </RenderServicesProvider>
    </QueryClientProvider>
  );
}
