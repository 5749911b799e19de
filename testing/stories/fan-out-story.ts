import { callTool, decideNext, reasonOnce } from './steps/agent-steps.ts';
import { chainPhase, dispatchChild } from './steps/child-steps.ts';
import { useProvider } from './steps/model-steps.ts';
import type { NodeScope, RunError } from './steps/node-scope.ts';
import {
  completeNode,
  completeRun,
  failNode,
  failRun,
  rememberRun,
  startNode,
  startRun,
} from './steps/run-steps.ts';
import { MOCK_MINI, type Stage, type Story } from './story.ts';

const RUN_ID = 'markets-70c4';
const WORKFLOW_ID = 'acme.market-report';
const CHILD_WORKFLOW_ID = 'acme.market-figures';
const EXPIRED: RunError = {
  code: 'connector_auth_expired',
  message: 'The connector acme-sales needs to be authorised again',
  retryable: false,
};

/** A market, its child run and what becomes of it. */
interface Market {
  readonly name: string;
  readonly childRunId: string;
  readonly label: string;
  /** Absent when the figures could not be read. */
  readonly figures?: { readonly orders: number; readonly returns: number };
}

const MARKETS: readonly Market[] = [
  {
    name: 'north',
    childRunId: 'markets-70c4-north',
    label: 'North region',
    figures: { orders: 1_841, returns: 96 },
  },
  {
    name: 'south',
    childRunId: 'markets-70c4-south',
    label: 'Région sud',
    figures: { orders: 2_207, returns: 141 },
  },
  { name: 'islands', childRunId: 'markets-70c4-islands', label: 'Νησιά (islands)' },
];

/** One run sends out three; four runs share one file. A child loses its access, the report goes out with two of three. */
export const fanOutStory: Story = {
  sampleId: 'fan-out',
  title: 'Three child runs are sent out, one fails, the parent reports two of three',
  file: 'fan-out.ndjson.gz',
  shape: 'ndjson.gz',
  tell(stage) {
    const run = stage.newRun(RUN_ID);
    const node = (nodeId: string): NodeScope => ({ run, nodeId, agentId: 'acme.report-lead' });
    const inputs = { quarter: '2026-Q1', markets: MARKETS.map(({ name }) => name) };
    const started = startRun(run, { workflowId: WORKFLOW_ID, inputs, tags: ['report', 'sample'] });
    const planned = plan(node('plan'), started);
    const collected = fanOut(stage, node('collect'), planned);
    const written = report(node('report'), collected);
    rememberRun(run, WORKFLOW_ID, 'mem_90b1fe47-e02', 10);
    const outputs = { markets: 2, missing: ['islands'] };
    completeRun(run, { outputs, durationMs: stage.clock.elapsedMs, cause: written, afterMs: 1 });
    return { runId: RUN_ID, workflowId: WORKFLOW_ID, status: 'completed', inputs };
  },
};

function plan(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.agent', cause, afterMs: 3 });
  const reasoned = reasonOnce(scope, 'Three markets, one worker each. They do not depend on one another.', {
    cause: started,
    afterMs: 410,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 304, outputTokens: 58, cause: started, afterMs: 3 });
  const next = MARKETS.map(({ name }) => `figures-${name}`);
  const decided = decideNext(scope, { next, confidence: 0.94, cause: reasoned, afterMs: 2 });
  completeNode(scope, { outputs: { workers: 3 }, durationMs: 420, cause: decided, afterMs: 1 });
  return decided;
}

/** A child as its parent sees it. */
interface Worker {
  readonly market: Market;
  readonly workerId: string;
  /** The parent's last event about it: the cause of the next. */
  lastPhase: string;
  readonly dispatched: string;
}

function fanOut(stage: Stage, scope: NodeScope, decided: string): string {
  const startedMs = stage.clock.elapsedMs;
  startNode(scope, { typeId: 'core.dispatch', cause: decided, afterMs: 2 });
  const workers = MARKETS.map((market) => send(scope, market, decided));
  const children = workers.map(({ market, dispatched }) => new ChildRun(stage, market, dispatched));
  // The children run side by side, so their events alternate in the file.
  for (const act of ['start', 'read', 'finish'] as const) for (const child of children) child[act]();
  for (const worker of workers) collect(scope, worker);
  const last = workers.at(-1)?.lastPhase;
  const outputs = { collected: ['north', 'south'], failed: ['islands'] };
  return completeNode(scope, {
    outputs,
    durationMs: stage.clock.elapsedMs - startedMs,
    cause: last,
    afterMs: 2,
  });
}

function send(scope: NodeScope, market: Market, decided: string): Worker {
  const workerId = `figures-${market.name}`;
  const { childRunId } = market;
  const began = chainPhase(scope, { phase: 'dispatch.began', workerId, cause: decided, afterMs: 2 });
  const dispatched = dispatchChild(scope, {
    childRunId,
    childWorkflowId: CHILD_WORKFLOW_ID,
    cause: decided,
    afterMs: 1,
  });
  const lastPhase = chainPhase(scope, {
    phase: 'dispatch.succeeded',
    workerId,
    childRunId,
    cause: began,
    afterMs: 1,
  });
  return { market, workerId, lastPhase, dispatched };
}

function collect(scope: NodeScope, worker: Worker): void {
  const { workerId, market } = worker;
  const child = { workerId, childRunId: market.childRunId };
  if (market.figures === undefined) {
    const failed = { ...child, phase: 'child.failed', error: EXPIRED } as const;
    worker.lastPhase = chainPhase(scope, { ...failed, cause: worker.lastPhase, afterMs: 3 });
    return;
  }
  const completed = chainPhase(scope, {
    ...child,
    phase: 'child.completed',
    cause: worker.lastPhase,
    afterMs: 3,
  });
  const harvestedKeys = ['orders', 'returns'];
  worker.lastPhase = chainPhase(scope, {
    ...child,
    phase: 'output.harvested',
    harvestedKeys,
    cause: completed,
    afterMs: 1,
  });
}

/** One child run, played in three acts. */
class ChildRun {
  readonly #market: Market;
  readonly #scope: NodeScope;
  readonly #stage: Stage;
  readonly #startedMs: number;
  #last: string;

  constructor(stage: Stage, market: Market, dispatched: string) {
    this.#stage = stage;
    this.#market = market;
    const run = stage.newRun(market.childRunId);
    this.#scope = { run, nodeId: 'figures', agentId: 'acme.analyst' };
    this.#startedMs = stage.clock.elapsedMs;
    this.#last = dispatched;
  }

  start(): void {
    const inputs = { market: this.#market.name, label: this.#market.label, quarter: '2026-Q1' };
    const { run } = this.#scope;
    const started = startRun(run, { workflowId: CHILD_WORKFLOW_ID, inputs, cause: this.#last, afterMs: 7 });
    this.#last = startNode(this.#scope, { typeId: 'core.agent', cause: started, afterMs: 3 });
  }

  read(): void {
    const { figures, name } = this.#market;
    const answer = figures === undefined ? { error: EXPIRED } : { outcome: { market: name, ...figures } };
    const { returned } = callTool(this.#scope, {
      toolName: 'sales.figures',
      callId: `call_${name}_1`,
      inputs: { market: name, quarter: '2026-Q1' },
      transport: 'http',
      tookMs: 310,
      trust: 'untrusted',
      cause: this.#last,
      afterMs: 40,
      ...answer,
    });
    this.#last = returned;
    if (figures === undefined) this.#reportExpiry();
  }

  finish(): void {
    const { run, nodeId } = this.#scope;
    const { figures } = this.#market;
    const durationMs = this.#stage.clock.elapsedMs - this.#startedMs;
    if (figures === undefined) {
      const cause = failNode(this.#scope, { error: EXPIRED, attempts: 1, cause: this.#last, afterMs: 2 });
      failRun(run, { error: EXPIRED, failedNodeId: nodeId, durationMs, cause, afterMs: 1 });
      return;
    }
    const cause = completeNode(this.#scope, { outputs: figures, durationMs, cause: this.#last, afterMs: 2 });
    completeRun(run, { outputs: figures, durationMs, cause, afterMs: 1 });
  }

  #reportExpiry(): void {
    const payload = { provider: 'acme-sales', credentialRef: 'cred:acme-sales', reason: 'refresh refused' };
    this.#last = this.#scope.run.record('connector.auth_expired', { payload, cause: this.#last, afterMs: 1 });
  }
}

function report(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.agent', cause, afterMs: 2 });
  const text =
    'Orders rose in the north and in the south; returns stayed near 6 %. The islands are missing: access expired.';
  const reasoned = reasonOnce(scope, text, { cause: started, trust: 'untrusted', afterMs: 680 });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 612, outputTokens: 133, cause: started, afterMs: 3 });
  return completeNode(scope, { outputs: { report: text }, durationMs: 688, cause: reasoned, afterMs: 1 });
}
