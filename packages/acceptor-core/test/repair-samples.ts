/** Envelopes to be repaired, and the acceptor they are repaired for. For tests alone. */
import type { AcceptContext } from '../src/accept-context.ts';
import { createAcceptor } from '../src/create-acceptor.ts';
import { createSchemaCompiler } from '../src/foreign-schemas/create-schema-compiler.ts';
import { proposeRepair } from '../src/repair/propose-repair.ts';

export const compile = createSchemaCompiler();

export const context: AcceptContext = {
  runId: 'r1',
  nodeId: 'n1',
  now: '2026-05-18T10:00:00Z',
  host: {
    supportedEnvelopes: ['media.image', 'ui.a2ui-surface', 'vendor.acme.prd.create'],
    schemaVersions: {
      error: 1,
      'schema.response': 1,
      'clarification.request': 1,
      'schema.request': 1,
      'media.image': 1,
      'ui.a2ui-surface': 1,
      'vendor.acme.prd.create': 2,
    },
    limits: { schemaRounds: 2, envelopesPerTurn: 5 },
  },
  schemas: {
    'vendor.acme.prd.create': {
      type: 'object',
      required: ['title', 'count'],
      properties: {
        title: { type: 'string', minLength: 3, maxLength: 10 },
        count: { type: 'integer', minimum: 1, maximum: 9 },
        at: { type: 'string', format: 'date-time' },
        link: { type: 'string', format: 'uri' },
        state: { enum: ['open', 'closed'] },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true },
        code: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['ABC'] },
      },
      additionalProperties: false,
    },
  },
};

export const meta = { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' };

export function envelope(type: string, schemaVersion: number, payload: unknown, more: object = {}): object {
  return { type, schemaVersion, envelopeId: 'e1', correlationId: 'c1', nodeId: 'n1', payload, meta, ...more };
}

export const failed = (more: object = {}) => envelope('error', 1, { code: 'x', message: 'm' }, more);
export const created = (payload: object) =>
  envelope('vendor.acme.prd.create', 2, { title: 'text', count: 1, ...payload });

export function repairOf(broken: unknown, changes: Partial<AcceptContext> = {}) {
  const own = { ...context, ...changes };
  const accept = (one: unknown) =>
    createAcceptor(own, { compile }).accept({ envelope: one, single: true })[0] ?? null;
  return proposeRepair({ envelope: broken, context: own, accept });
}
