/** Example documents, where none was taken from a log. Small, and each shows more than one outcome. */

const ENVELOPE = {
  type: 'clarification.request',
  schemaVersion: 1,
  envelopeId: 'env-1',
  correlationId: 'local-run:ask:1',
  payload: { questions: [{ id: 'q1', question: 'Which market first?' }] },
  meta: { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' },
};

const TURN = {
  responses: [
    { stop: 'length', text: '{"type": "clarification.request", "payl', usage: { outputTokens: 512 } },
    { stop: 'stop', text: JSON.stringify({ ...ENVELOPE, payload: {} }) },
    { stop: 'stop', text: JSON.stringify(ENVELOPE) },
  ],
  config: { maxRetryAttempts: 3, schemaRounds: 2, maxTokens: 512, multiplier: 2, ceiling: 4096 },
  context: { nodeId: 'ask', host: { supportedEnvelopes: [] } },
};

const GATE = {
  required: ['structured-output'],
  active: { provider: 'acme', model: 'small', capabilities: [] },
  fallback: { provider: 'other', model: 'large', capabilities: ['structured-output'] },
  host: {
    modelCapabilities: { supported: true, substitutionSupported: true },
    aiProviders: { supported: ['acme', 'other'] },
  },
  credentials: ['acme', 'other'],
  nodeId: 'ask',
};

const DISCOVERY = {
  protocolVersion: '1.1',
  implementation: { name: 'example-host', version: '0.1.0' },
  supportedEnvelopes: ['clarification.request', 'schema.request', 'schema.response', 'error'],
  schemaVersions: {},
  limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
  envelopes: {
    reliability: { completion: { truncationBudgetMultiplier: 12 }, events: ['envelope.refusal'] },
  },
};

/** By simulator, as JSON indented by two spaces. */
export const SIMULATOR_EXAMPLES = {
  turn: written(TURN),
  gate: written(GATE),
  discovery: written(DISCOVERY),
} as const;

/** A document in the form of the editor. */
export function written(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
