import { act, conclude, done, row, start, use } from './rows.ts';
import { callTool, chainPhase, decideNext, dispatchChild, reasonOnce } from './steps/agent-steps.ts';
import type { NodeScope, RunError, StepParts } from './steps/node-scope.ts';
import { completeRun, failNode, failRun, startNode, startRun } from './steps/run-steps.ts';
import type { Act, Row, Story } from './story.ts';

const LEAD = 'acme.report-lead';
const CHILD_WORKFLOW_ID = 'acme.market-figures';
const EXPIRED: RunError = {
  code: 'connector_auth_expired',
  message: 'The connector acme-sales needs to be authorised again',
  retryable: false,
};
const REPORT =
  'Orders rose in the north and in the south; returns stayed near 6 %. The islands are missing: access expired.';

/** A market, and what becomes of its child run. */
interface Market {
  readonly name: string;
  readonly label: string;
  /** Absent when the figures could not be read. */
  readonly figures?: { readonly orders: number; readonly returns: number };
  readonly durationMs: number;
}

const MARKETS: readonly Market[] = [
  { name: 'north', label: 'North region', figures: { orders: 1_841, returns: 96 }, durationMs: 1_081 },
  { name: 'south', label: 'Région sud', figures: { orders: 2_207, returns: 141 }, durationMs: 1_084 },
  { name: 'islands', label: 'Νησιά (islands)', durationMs: 1_087 },
];

/** One run sends out three; four runs share one file. A child loses its access, the report goes out with two of three. */
export const fanOutStory: Story = {
  sampleId: 'fan-out',
  title: 'Three child runs are sent out, one fails, the parent reports two of three',
  file: 'fan-out.ndjson.gz',
  shape: 'ndjson.gz',
  run: {
    runId: 'markets-70c4',
    workflowId: 'acme.market-report',
    status: 'completed',
    inputs: { quarter: '2026-Q1', markets: MARKETS.map(({ name }) => name) },
  },
  tags: ['report', 'sample'],
  acts: [
    act('plan', LEAD, [
      start(3, 'core.agent'),
      conclude(410, 'Three markets, one worker each. They do not depend on one another.'),
      use(3, 304, 58, startNode),
      row(2, decideNext, { next: MARKETS.map(workerIdOf), confidence: 0.94 }, reasonOnce),
      done(1, { workers: 3 }, 420),
    ]),
    act('collect', LEAD, [start(2, 'core.dispatch')], { cause: ['plan', decideNext] }),
    ...MARKETS.map(send),
    // The children run at the same time, so their events alternate in the file.
    ...MARKETS.map(startChild),
    ...MARKETS.map(readFigures),
    ...MARKETS.map(endChild),
    ...MARKETS.map(collect),
    act('collect', LEAD, [done(2, { collected: ['north', 'south'], failed: ['islands'] }, 1_115)], {
      name: 'collected',
    }),
    act('report', LEAD, [
      start(2, 'core.agent'),
      conclude(680, REPORT, 'untrusted'),
      use(3, 612, 133, startNode),
      done(1, { report: REPORT }, 688, reasonOnce),
    ]),
  ],
  end: { memoryId: 'mem_90b1fe47-e02', memoryAfterMs: 10, outputs: { markets: 2, missing: ['islands'] } },
};

function workerIdOf({ name }: Market): string {
  return `figures-${name}`;
}

function childRunIdOf({ name }: Market): string {
  return `markets-70c4-${name}`;
}

function send(market: Market): Act {
  const [workerId, childRunId] = [workerIdOf(market), childRunIdOf(market)];
  const steps = [
    row(2, chainPhase, { phase: 'dispatch.began', workerId }),
    row(1, dispatchChild, { childRunId, childWorkflowId: CHILD_WORKFLOW_ID }, 'act'),
    row(1, chainPhase, { phase: 'dispatch.succeeded', workerId, childRunId }, chainPhase),
  ];
  return act('collect', LEAD, steps, { name: workerId, cause: ['plan', decideNext] });
}

function collect(market: Market): Act {
  const child = { workerId: workerIdOf(market), childRunId: childRunIdOf(market) };
  const steps =
    market.figures === undefined
      ? [row(3, chainPhase, { ...child, phase: 'child.failed', error: EXPIRED })]
      : [
          row(3, chainPhase, { ...child, phase: 'child.completed' }),
          row(1, chainPhase, { ...child, phase: 'output.harvested', harvestedKeys: ['orders', 'returns'] }),
        ];
  return act('collect', LEAD, steps, { name: child.workerId });
}

/** A part of what the one node of a child run does. */
function inChild(market: Market, steps: readonly Row[]): Act {
  const runId = childRunIdOf(market);
  return act('figures', 'acme.analyst', steps, {
    runId,
    name: runId,
    cause: [workerIdOf(market), dispatchChild],
  });
}

function startChild(market: Market): Act {
  const { name, label } = market;
  const started = { workflowId: CHILD_WORKFLOW_ID, inputs: { market: name, label, quarter: '2026-Q1' } };
  const startRunOf = ({ run }: NodeScope, parts: StepParts) => startRun(run, { ...started, ...parts });
  return inChild(market, [row(7, startRunOf, {}), start(3, 'core.agent')]);
}

function readFigures(market: Market): Act {
  const { name, figures } = market;
  const answer = figures === undefined ? { error: EXPIRED } : { outcome: { market: name, ...figures } };
  const called = row(40, callTool, {
    toolName: 'sales.figures',
    callId: `call_${name}_1`,
    inputs: { market: name, quarter: '2026-Q1' },
    transport: 'http',
    tookMs: 310,
    trust: 'untrusted',
    ...answer,
  });
  return inChild(market, figures === undefined ? [called, row(1, reportExpiry, {})] : [called]);
}

function reportExpiry({ run }: NodeScope, { cause, afterMs }: StepParts): string {
  const payload = { provider: 'acme-sales', credentialRef: 'cred:acme-sales', reason: 'refresh refused' };
  return run.record('connector.auth_expired', { payload, cause, afterMs });
}

function endChild(market: Market): Act {
  const { figures: outputs, durationMs } = market;
  if (outputs !== undefined) {
    const completeRunOf = ({ run }: NodeScope, parts: StepParts) =>
      completeRun(run, { outputs, durationMs, ...parts });
    return inChild(market, [done(2, outputs, durationMs), row(1, completeRunOf, {})]);
  }
  const error = EXPIRED;
  const failRunOf = ({ run, nodeId }: NodeScope, parts: StepParts) =>
    failRun(run, { error, failedNodeId: nodeId, durationMs, ...parts });
  return inChild(market, [row(2, failNode, { error, attempts: 1 }), row(1, failRunOf, {})]);
}
