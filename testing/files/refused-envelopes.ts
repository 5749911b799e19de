/**
 * Envelopes that are refused, each with the least that makes the acceptor refuse it so: what a model of the Acme host
 * wrote, and what is known of host, run and node.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const prd = 'vendor.acme.prd.create';
const approval = 'vendor.acme.prd.approve';
const universal = ['clarification.request', 'schema.request', 'schema.response', 'error'] as const;

/** What the Acme host declares of itself. */
const acmeHost = {
  supportedEnvelopes: [...universal, prd, approval],
  schemaVersions: { 'clarification.request': 1, [prd]: 2, [approval]: 1 },
  limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
} as const;

const schemas = {
  [prd]: {
    type: 'object',
    required: ['title', 'sections'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1 },
      sections: { type: 'array', items: { type: 'string' }, minItems: 1 },
    },
  },
  [approval]: {
    type: 'object',
    required: ['approved'],
    additionalProperties: false,
    properties: { approved: { type: 'boolean' }, comment: { type: 'string' } },
  },
};

/** The context of the Acme host: node `draft` of a run, with schemas and nothing used up. */
export const acmeContext = { runId: 'prd-5f2c', nodeId: 'draft', host: acmeHost, schemas } as const;

const meta = { source: 'ai-generation', ts: '2026-03-02T09:02:14Z' } as const;

const draft = {
  type: prd,
  schemaVersion: 2,
  envelopeId: 'env-17',
  correlationId: 'prd-5f2c:draft:3',
  payload: { title: 'Launch checklist', sections: ['Goals', 'Risks'] },
  meta,
} as const;

const question = {
  type: 'clarification.request',
  schemaVersion: 1,
  envelopeId: 'env-18',
  correlationId: 'prd-5f2c:draft:4',
  payload: { questions: [{ id: 'q1', question: 'Which market first?' }] },
  meta,
} as const;

const accepted = { status: 'accepted', envelopeId: 'env-17', recordedEventIds: ['evt-prd-5f2c-190'] };

/** By the step that decides: the code, an envelope that ends with it, and what of the Acme context is different. */
export const refusedEnvelopes = {
  S7: {
    code: 'envelope_invalid',
    envelope: { ...draft, payload: { titel: 'Launch checklist', sections: ['Goals', 7] } },
    context: {},
  },
  S12: {
    code: 'envelope_correlation_conflict',
    envelope: { ...question, correlationId: draft.correlationId },
    context: { prior: [{ correlationId: draft.correlationId, type: prd, outcome: accepted }] },
  },
  S13: {
    code: 'not-applicable',
    envelope: question,
    context: { host: { ...acmeHost, clarificationSupported: false } },
  },
};

/** An envelope, and what of the Acme context is different. */
export interface Trial {
  readonly envelope: object;
  readonly context: object;
}

/** Writes both as files into a folder, under names the user would give them; their paths. */
export function writeTrial(
  folder: string,
  { envelope, context }: Trial,
): { readonly envelopeFile: string; readonly contextFile: string } {
  const envelopeFile = join(folder, 'envelope.json');
  const contextFile = join(folder, 'context.json');
  writeFileSync(envelopeFile, `${JSON.stringify(envelope, null, 2)}\n`);
  writeFileSync(contextFile, `${JSON.stringify({ ...acmeContext, ...context }, null, 2)}\n`);
  return { envelopeFile, contextFile };
}

/** An envelope that hosts and profiles judge differently: its `meta` is left to the host. */
export const draftWithoutMeta = { ...draft, meta: undefined };

/** Declarations of hosts as their discovery documents say it, by file name. */
export const discoveryDocuments = {
  'acme-staging.json': {
    protocolVersion: '1.1',
    ...acmeHost,
    schemaVersions: { ...acmeHost.schemaVersions, [prd]: 1 },
  },
  'acme-production.json': { protocolVersion: '1.1', ...acmeHost },
  'globex.json': {
    protocolVersion: '1.1',
    supportedEnvelopes: [...universal, 'vendor.globex.order.create'],
    schemaVersions: { 'vendor.globex.order.create': 1 },
    limits: { clarificationRounds: 0, schemaRounds: 0, envelopesPerTurn: 1 },
  },
} as const;
