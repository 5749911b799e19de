import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { formatCount } from '@openwop-inspector/base';
import { checkEnvelope, checkEnvelopePayload } from '@openwop-inspector/protocol';
import { median } from './measured.ts';
import {
  alignedRows,
  type BenchOptions,
  busyRemark,
  type Machine,
  machineNow,
  target,
  targetsText,
  writeJson,
} from './report.ts';

/**
 * Envelopes such as models send, all of which an acceptor with this host takes: five of the published kinds, from a
 * hundred bytes to a few kilobytes.
 */
interface MixedEnvelope {
  readonly type: string;
  readonly schemaVersion: number;
  readonly envelopeId: string;
  readonly correlationId: string;
  readonly payload: unknown;
  readonly meta: { readonly source: string; readonly ts: string };
}

const SURFACE = {
  catalogVersion: '0.9.1',
  surface: {
    title: 'Launch approval',
    components: [
      { component: 'heading', text: 'Two questions before the launch', level: 2 },
      { component: 'text', text: 'The brief names two markets and no date. '.repeat(6) },
      { component: 'field.text', id: 'owner', label: 'Who signs the plan?', required: true },
      { component: 'field.date', id: 'date', label: 'When?', required: true },
      {
        component: 'field.select',
        id: 'market',
        label: 'Which market first?',
        options: Array.from({ length: 8 }, (_, at) => ({ value: `m${at}`, label: `Market ${at}` })),
      },
      { component: 'field.checkbox', id: 'notify', label: 'Tell the team', default: true },
      { component: 'action.button', id: 'send', label: 'Send', action: { target: 'resume' } },
    ],
  },
};

const PAYLOADS: readonly (readonly [type: string, payload: unknown])[] = [
  [
    'clarification.request',
    {
      reasoning: 'The brief leaves out the date and the market. '.repeat(5),
      questions: [
        { id: 'q1', question: 'Which market first?', schema: { type: 'string', enum: ['north', 'south'] } },
        { id: 'q2', question: 'Who signs the launch plan?', context: { asked: 2, of: ['lead', 'legal'] } },
      ],
      contextType: 'launch',
    },
  ],
  ['schema.request', { envelopeType: 'error', reason: 'The schema of the kind is not in the prompt.' }],
  ['schema.response', { envelopeType: 'error', ack: true }],
  [
    'error',
    {
      code: 'validation_failed',
      message: 'The figures of two months are missing.',
      details: { months: ['2026-02', '2026-03'], sources: Array.from({ length: 12 }, (_, at) => ({ at })) },
    },
  ],
  ['ui.a2ui-surface', SURFACE],
];

/** What the host of the mix declares; no limits, or the mix would stop at the first of them. */
const MIX_HOST = {
  supportedEnvelopes: PAYLOADS.map(([type]) => type),
  schemaVersions: Object.fromEntries(PAYLOADS.map(([type]) => [type, 1])),
};

/** The mix, one kind after another, each envelope with ids of its own. */
function envelopeMix(count: number): readonly MixedEnvelope[] {
  return Array.from({ length: count }, (_, at) => {
    const [type, payload] = PAYLOADS[at % PAYLOADS.length] ?? ['error', null];
    const written = JSON.stringify(payload);
    return {
      type,
      schemaVersion: 1,
      envelopeId: `env-${at}`,
      correlationId: `run:node:${at}`,
      // Parsed, as every envelope of a model is.
      payload: JSON.parse(written),
      meta: { source: 'ai-generation', ts: '2026-03-02T09:00:00Z' },
    };
  });
}

/** Envelopes a second, the median over the rounds; ratios are formed inside a round. */
interface AcceptorResult {
  readonly envelopes: number;
  readonly machine: Machine;
  readonly bare: number;
  readonly withoutTrace: number;
  readonly withTrace: number;
  readonly ratioWithoutTrace: number;
  readonly ratioWithTrace: number;
}

const BATCH = 1_000;
const BATCHES_A_ROUND = 100;

type Contender = (mix: readonly MixedEnvelope[]) => number;

/** The floor: what generated code needs to check shape and payload, and nothing else. */
const bareChecks: Contender = (mix) => {
  let fitting = 0;
  for (const envelope of mix) {
    const isFitting =
      checkEnvelope(envelope).length === 0 &&
      checkEnvelopePayload(envelope.type, envelope.payload)?.length === 0;
    if (isFitting) fitting += 1;
  }
  return fitting;
};

const accepting =
  (trace: boolean): Contender =>
  (mix) => {
    const acceptor = createAcceptor(
      { runId: 'run', nodeId: 'node', now: '2026-03-02T09:00:00Z', host: MIX_HOST },
      { trace },
    );
    let accepted = 0;
    for (const envelope of mix) if (acceptor.accept({ envelope })[0]?.status === 'accepted') accepted += 1;
    return accepted;
  };

/** Measures the acceptor beside bare checks on the same envelopes and prints a table. Returns the exit status. */
export function runAcceptorBench(
  options: Pick<BenchOptions, 'rounds' | 'json'>,
  print: (text: string) => void,
): number {
  const machine = machineNow();
  const mix = envelopeMix(BATCH);
  const contenders = [bareChecks, accepting(false), accepting(true)] as const;
  // Once unmeasured, so that no contender pays for the compiling of what they share.
  measureRound(contenders, mix);
  const rounds = Array.from({ length: options.rounds }, () => measureRound(contenders, mix));
  const result = resultOf(rounds, machine);
  print(tableOf(result));
  writeJson(options.json, result);
  return 0;
}

/**
 * Envelopes a second of each contender. They take turns batch by batch, so that whatever else the machine does in the
 * meantime falls on all of them.
 */
function measureRound(contenders: readonly Contender[], mix: readonly MixedEnvelope[]): readonly number[] {
  const spentMs = contenders.map(() => 0);
  for (let batch = 0; batch < BATCHES_A_ROUND; batch += 1) {
    contenders.forEach((contender, at) => {
      const startedMs = performance.now();
      const accepted = contender(mix);
      spentMs[at] = (spentMs[at] ?? 0) + performance.now() - startedMs;
      if (accepted !== mix.length)
        throw new Error(`${mix.length - accepted} envelopes of the mix were refused`);
    });
  }
  return spentMs.map((ms) => (BATCHES_A_ROUND * mix.length * 1000) / ms);
}

function resultOf(rounds: readonly (readonly number[])[], machine: Machine): AcceptorResult {
  const column = (at: number): number => median(rounds.map((round) => round[at] ?? Number.NaN));
  const ratio = (at: number): number =>
    median(rounds.map((round) => (round[at] ?? Number.NaN) / (round[0] ?? Number.NaN)));
  return {
    envelopes: BATCHES_A_ROUND * BATCH,
    machine,
    bare: column(0),
    withoutTrace: column(1),
    withTrace: column(2),
    ratioWithoutTrace: ratio(1),
    ratioWithTrace: ratio(2),
  };
}

function tableOf(result: AcceptorResult): string {
  const { bare, withoutTrace, withTrace, ratioWithoutTrace, ratioWithTrace, machine } = result;
  const row = (name: string, value: number, ratio: number): readonly string[] => [
    name,
    formatCount(Math.round(value)),
    ratio.toFixed(2),
  ];
  const rows = [
    ['', 'a second', '× bare'],
    row('bare checks of shape and payload (floor)', bare, 1),
    row('acceptor, without trace', withoutTrace, ratioWithoutTrace),
    row('acceptor, with trace', withTrace, ratioWithTrace),
  ];
  const targets = [
    target('acceptor without trace against the bare checks', 'at least', 0.5, ratioWithoutTrace),
    target('the same with trace', 'at least', 0.3, ratioWithTrace),
  ];
  const size = `${formatCount(result.envelopes)} envelopes a round, five kinds, all accepted, Node ${machine.node}`;
  return `${size}\n${busyRemark(machine)}\n${alignedRows(rows)}\n\n${targetsText(targets)}`;
}
