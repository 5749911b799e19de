/**
 * Envelopes such as models send, all of which an acceptor with this host takes: five of the published kinds, from a
 * hundred bytes to a few kilobytes.
 */
export interface MixedEnvelope {
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
export const MIX_HOST = {
  supportedEnvelopes: PAYLOADS.map(([type]) => type),
  schemaVersions: Object.fromEntries(PAYLOADS.map(([type]) => [type, 1])),
};

/** The mix, one kind after another, each envelope with ids of its own. */
export function envelopeMix(count: number): readonly MixedEnvelope[] {
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
