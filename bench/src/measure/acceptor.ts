/** The acceptor next to bare checks of shape and payload, on the same envelopes. */
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { formatCount } from '@openwop-inspector/base';
import { checkEnvelope, checkEnvelopePayload } from '@openwop-inspector/protocol';
import { type Measure, target } from './report.ts';
import { type Contender, ratioOf, takeTurns } from './rounds.ts';

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
        { id: 'q2', question: 'Who signs the launch plan?', context: { number: 2, of: ['lead', 'legal'] } },
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

const BATCH = 1_000;
const BATCHES_A_ROUND = 100;

const BARE = 'bare checks of shape and payload (floor)';
const PLAIN = 'acceptor, without trace';
const TRACED = 'acceptor, with trace';

/** Measures batch by batch, in this process. */
export const measureAcceptor: Measure = async ({ rounds }) => {
  const mix = envelopeMix(BATCH);
  const contenders = [
    batch(BARE, mix, isFitting),
    batch(PLAIN, mix, acceptorOf(false)),
    batch(TRACED, mix, acceptorOf(true)),
  ];
  // Once unmeasured, so that no contender pays for the compiling of what they share.
  await takeTurns(contenders, BATCHES_A_ROUND, () => undefined);
  const values = await takeTurns(contenders, rounds * BATCHES_A_ROUND, () => undefined);
  return {
    subject: `${rounds * BATCHES_A_ROUND} batches of ${formatCount(BATCH)} envelopes, five kinds, all accepted`,
    rounds: values,
    remarks: ['An event is an envelope here.'],
    targets: [
      target('acceptor without trace against the bare checks', 'at least', 0.5, ratioOf(values, BARE, PLAIN)),
      target('the same with trace', 'at least', 0.3, ratioOf(values, BARE, TRACED)),
    ],
  };
};

type Accepts = (envelope: MixedEnvelope) => boolean;

/** The floor: what generated code needs to check shape and payload, and nothing else. */
const isFitting = (): Accepts => (envelope) =>
  checkEnvelope(envelope).length === 0 && checkEnvelopePayload(envelope.type, envelope.payload)?.length === 0;

const acceptorOf = (trace: boolean) => (): Accepts => {
  const context = { runId: 'run', nodeId: 'node', now: '2026-03-02T09:00:00Z', host: MIX_HOST };
  const acceptor = createAcceptor(context, { trace });
  return (envelope) => acceptor.accept({ envelope })[0]?.status === 'accepted';
};

/** A run over the mix, with an acceptor of its own. */
function batch(title: string, mix: readonly MixedEnvelope[], begin: () => Accepts): Contender {
  const measure = () => {
    const startedMs = performance.now();
    const accepts = begin();
    let accepted = 0;
    for (const envelope of mix) if (accepts(envelope)) accepted += 1;
    const ms = performance.now() - startedMs;
    if (accepted !== mix.length)
      throw new Error(`${mix.length - accepted} envelopes of the mix were refused`);
    return { ms, events: mix.length };
  };
  return { title, measure };
}
