import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AcceptResult,
  type ComparisonRow,
  compareWithHost,
  contextFromEvidence,
  createAcceptor,
  type LogEvidence,
  readHostDeclaration,
} from '@openwop-inspector/acceptor-core';
import { createSchemaCompiler } from '@openwop-inspector/acceptor-core/foreign-schemas';
import {
  bytesSource,
  type EnvelopeEvidence,
  envelopeEvidence,
  openRunLog,
  textSource,
} from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** From a log to a run on the bench: the log is enough for the acceptor to agree with the host (acceptor 8). */

const root = join(import.meta.dirname, '../../../..');
const recordings = join(root, 'testing/recordings/app');

async function evidenceIn(text: string, sequence: number): Promise<EnvelopeEvidence> {
  const log = openRunLog(textSource('log', text));
  await log.loaded;
  const evidence = await envelopeEvidence(log, { ordinal: log.findBySequence(sequence) });
  if (evidence === null) throw new Error(`no event ${sequence}`);
  return evidence;
}

function runOf(evidence: LogEvidence): {
  result: AcceptResult | undefined;
  rows: readonly ComparisonRow[];
} {
  const { context, envelope, hostRecorded } = contextFromEvidence(evidence);
  const acceptor = createAcceptor(context, { compile: createSchemaCompiler() });
  const [result] = acceptor.accept({ text: envelope?.text ?? '' });
  return { result, rows: result === undefined ? [] : rowsOf(compareWithHost(result, hostRecorded)) };
}

function rowsOf(compared: ReturnType<typeof compareWithHost>): readonly ComparisonRow[] {
  if (!compared.known) throw new Error('nothing is compared');
  return compared.value;
}

describe('samples: the acceptor says what the host said, from the log alone', () => {
  test.each([
    ['acme-prd-draft.bundle.json', 216, 'invalid', 'envelope_invalid', 'payload'],
    ['acme-prd-draft.bundle.json', 218, 'invalid', 'envelope_invalid', 'payload'],
    ['acme-prd-draft.bundle.json', 189, 'invalid', 'envelope_invalid', 'payload'],
    ['acme-prd-draft.bundle.json', 128, 'accepted', null, 'emit'],
    ['repaired-ticket.ndjson', 23, 'invalid', 'envelope_invalid', 'payload'],
    ['repaired-ticket.ndjson', 39, 'accepted', null, 'emit'],
    ['blocked-approval.app-bundle.json', 26, 'invalid', 'untrusted_content_blocks_approval', 'trust'],
    ['clarification.poll.json', 14, 'accepted', null, 'emit'],
    ['media-and-surface.events.json', 5, 'accepted', null, 'emit'],
    ['media-and-surface.events.json', 26, 'accepted', null, 'emit'],
  ])('%s, event %i: %s %s', async (file, sequence, status, code, step) => {
    const text = readFileSync(join(root, 'samples', file), 'utf8');
    const { result, rows } = runOf(await evidenceIn(text, sequence));
    expect(result).toMatchObject({ status, code, step });
    expect(rows.filter((row) => !row.same)).toEqual([]);
    expect(rows.length).toBeGreaterThan(3);
  });
});

interface Recorded {
  readonly request: {
    readonly envelope: unknown;
    readonly hostSupportedEnvelopes?: readonly string[];
    readonly boundInterruptKind?: string;
    readonly runTrustBoundary?: 'untrusted';
    readonly schemaVersionFloor?: Record<string, number>;
    readonly envelopeStrictness?: 'warn' | 'strict';
  };
  readonly outcome?: { readonly status?: string };
  readonly projectedEvents?: readonly { readonly sequence: number }[];
}

const seam = readdirSync(join(recordings, '_envelopes/accept')).flatMap((name) => {
  const recorded = JSON.parse(readFileSync(join(recordings, '_envelopes/accept', name), 'utf8')) as Recorded;
  return (recorded.projectedEvents ?? []).length === 0 ? [] : [{ name, recorded }];
});

/** Differences by their rule of acceptor 9. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'accepted.clarification.json': ['events R7', 'interrupt.requested.data R7'],
  'accepted.partial.json': ['status R18', 'events R18'],
  'accepted.schema.request.json': ['log.appended.level R8'],
  'accepted.vendor.json': [],
  'breached.envelopes.json': ['cap.breached.observed R9', 'cap.breached.nodeId R9'],
  'gated.unknown-kind.json': ['status R2', 'code R2', 'events R2'],
  'invalid.a2ui.catalog.json': ['code R3', 'events R3'],
  'invalid.a2ui.untrusted-approval.json': ['code R6', 'events R6'],
  'invalid.correlation-conflict.json': ['status R15', 'code R15', 'events R15'],
  'invalid.meta.ts.json': ['code R6', 'events'],
  'invalid.shape.missing-meta.json': ['code R11', 'events R11'],
};

describe('the recorded acceptor of a host', () => {
  test.each(seam)(
    '$name: its events record its outcome, and every difference is explained',
    async ({ name, recorded }) => {
      const events = recorded.projectedEvents ?? [];
      const evidence = await evidenceIn(JSON.stringify(events), events[0]?.sequence ?? 0);
      const { hostRecorded, context } = contextFromEvidence(evidence);
      expect(hostRecorded?.status).toBe(recorded.outcome?.status);
      const { envelope, hostSupportedEnvelopes, boundInterruptKind, runTrustBoundary } = recorded.request;
      const acceptor = createAcceptor({
        ...context,
        prior: null,
        host: {
          ...context.host,
          supportedEnvelopes: hostSupportedEnvelopes,
          schemaVersions: recorded.request.schemaVersionFloor,
          envelopeStrictness: recorded.request.envelopeStrictness,
        },
        boundInterruptKind,
        trustBoundary: runTrustBoundary,
      });
      const [result] = acceptor.accept({ envelope, single: true });
      if (result === undefined) throw new Error('no result');
      const different = rowsOf(compareWithHost(result, hostRecorded)).filter((row) => !row.same);
      expect(different.filter((row) => row.note === undefined)).toEqual([]);
      const rules = different.map(({ what, rule }) => (rule === undefined ? what : `${what} ${rule}`));
      expect(rules).toEqual(RULES[name] ?? rules);
    },
  );
});

test('a discovery document in the bundle is the host of the context', async () => {
  const discovery: unknown = JSON.parse(readFileSync(join(recordings, 'well-known.openwop.json'), 'utf8'));
  const events = [
    {
      eventId: 'e',
      runId: 'r',
      sequence: 0,
      type: 'node.failed',
      nodeId: 'n',
      causationId: 'c',
      payload: {},
    },
  ];
  const bundle = { bundleVersion: '1', host: { name: 'h' }, run: { runId: 'r' }, discovery, events };
  const { context } = contextFromEvidence(await evidenceIn(JSON.stringify(bundle), 0));
  expect(context.host).toEqual(readHostDeclaration(discovery));
});

/** A plain count over the documents, written from acceptor 4 without the index. */
function recount(docs: readonly Doc[], at: number) {
  const before = docs.slice(0, at);
  const here = before.filter((doc) => doc.nodeId === 'n');
  const isFirst = (doc: Doc): boolean =>
    isTaken(doc) && before.find((other) => isTaken(other) && other.causationId === doc.causationId) === doc;
  const firsts = here.filter(isFirst);
  const kinds = firsts.map((doc) => ({ kind: kindOf(doc), sequence: doc.sequence }));
  const last = (types: readonly string[]) =>
    Math.max(-1, ...here.filter((doc) => types.includes(doc.type)).map((doc) => doc.sequence));
  const reset = Math.max(
    last(['node.started']),
    ...kinds.filter(({ kind }) => !kind.startsWith('schema.')).map(({ sequence }) => sequence),
  );
  const turn = last(['node.started', 'prompt.composed', 'envelope.retry.attempted']);
  const refused = here.filter(
    (doc) => doc.type === 'envelope.retry.attempted' && doc.payload.reason === 'schema-violation',
  );
  return {
    clarificationRounds: kinds.filter(({ kind }) => kind === 'clarification.request').length,
    schemaRounds:
      kinds.filter(({ kind, sequence }) => kind === 'schema.request' && sequence > reset).length +
      refused.filter(({ sequence }) => sequence > reset).length,
    envelopesPerTurn: kinds.filter(({ kind, sequence }) => kind !== 'schema.response' && sequence > turn)
      .length,
  };
}

interface Doc {
  readonly sequence: number;
  readonly type: string;
  readonly nodeId: string;
  readonly causationId?: string;
  readonly payload: { readonly reason?: string; readonly fields?: { readonly envelopeType: string } };
}

const isTaken = (doc: Doc): boolean =>
  doc.type === 'clarification.requested' || doc.payload.fields !== undefined;
const kindOf = (doc: Doc): string => doc.payload.fields?.envelopeType ?? 'clarification.request';

test('counters agree with a plain recount of the documents', async () => {
  const part = fc.oneof(
    fc.constantFrom('node.started', 'prompt.composed').map((type) => ({ type, payload: {} })),
    fc
      .constantFrom('schema-violation', 'truncation')
      .map((reason) => ({ type: 'envelope.retry.attempted', causationId: 'x', payload: { reason } })),
    fc
      .tuple(
        fc.constantFrom('schema.request', 'schema.response', 'error', 'v.a'),
        fc.constantFrom('c1', 'c2', 'c3'),
      )
      .map(([envelopeType, causationId]) => ({
        type: 'log.appended',
        causationId,
        payload: { level: 'info', fields: { envelopeType } },
      })),
    fc
      .constantFrom('c4', 'c5')
      .map((causationId) => ({ type: 'clarification.requested', causationId, payload: {} })),
  );
  const events = fc.array(fc.tuple(part, fc.constantFrom('n', 'n', 'other')), { maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(events, async (parts) => {
      const docs: Doc[] = parts.map(([one, nodeId], sequence) => ({ ...one, nodeId, sequence }));
      const failed = {
        type: 'node.failed',
        nodeId: 'n',
        causationId: 'last',
        payload: { error: { code: 'envelope_invalid' } },
      };
      const all = [...docs, { ...failed, sequence: docs.length }].map((doc) => ({
        ...doc,
        runId: 'r',
        eventId: `e${doc.sequence}`,
      }));
      const { context } = contextFromEvidence(await evidenceIn(JSON.stringify(all), docs.length));
      expect(context.counters).toEqual(recount(docs, docs.length));
    }),
    { numRuns: 300, seed: 5 },
  );
});

test('bytes that are not a log give no evidence', async () => {
  const log = openRunLog(bytesSource('x', new Uint8Array([0, 1, 2, 255])));
  await log.loaded;
  expect(await envelopeEvidence(log, { ordinal: 0 })).toBeNull();
});
