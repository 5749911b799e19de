import {
  type AcceptContext,
  acceptorRunners,
  type EnvelopeFromLog,
  readVectors,
  runVector,
  type Secret,
} from '@openwop-inspector/acceptor-core';
import { createSchemaCompiler } from '@openwop-inspector/acceptor-core/foreign-schemas';
import { describe, expect, test } from 'vitest';
import { type RunAnswer, runJob } from '../../acceptor-worker/run-jobs.ts';
import {
  asCommand,
  asMarkdown,
  asVectorFile,
  type BenchCopy,
  changedLines,
  originText,
} from './bench-copies.ts';

const SECRET = 'sk-live-"quoted"-0123456789';
const TEXT = `{"type": "error", "payload": {"code": "c", "message": ${JSON.stringify(`uses ${SECRET}`)}}, "more": "\`\`\`"}`;

/** A trial as stored by the bench after a run. */
function trialOf(text: string, context: AcceptContext, secrets: readonly Secret[] = []): BenchCopy {
  const input = { text, context: { ...context, secrets }, at: null };
  const answer = runJob({ id: 1, job: 'run', input }) as RunAnswer; // the reply of this job
  return { text, context: input.context, secrets, answer };
}

const copy = trialOf(TEXT, { profile: 'strict', nodeId: 'ask' }, [{ secretId: 'key', value: SECRET }]);

/** Result of the vector runner for a copied trial: the wording of `vectors` on the command line depends on the same. */
async function ranAgain(trial: BenchCopy) {
  const read = readVectors(JSON.parse(asVectorFile(trial)));
  if (!read.ok) return read.problems;
  const compile = createSchemaCompiler();
  const runners = acceptorRunners({ acceptor: { compile }, nowMs: () => 0 });
  return Promise.all(
    read.file.vectors.map(async (vector) => {
      const ran = await runVector(vector, runners);
      return ran.kind === 'failed' ? ran.answer.differences : ran.kind;
    }),
  );
}

describe('texts copied from the bench', () => {
  test('vectors of different trials have different ids, the same trial has one', () => {
    const idOf = (trial: BenchCopy) => /"id": "(bench-[^"]*)"/.exec(asVectorFile(trial))?.[1];
    expect(idOf(trialOf(envelope(), ACME))).toBe(idOf(trialOf(envelope(), ACME)));
    expect(idOf(trialOf(envelope(), ACME))).toMatch(/^bench-accepted-[0-9a-f]{8}$/);
    expect(idOf(trialOf(envelope(), { ...ACME, nodeId: 'ask' }))).not.toBe(idOf(trialOf(envelope(), ACME)));
    expect(idOf(trialOf(envelope({ envelopeId: 'e2' }), ACME))).not.toBe(idOf(trialOf(envelope(), ACME)));
  });

  test.each([
    ['a vector', asVectorFile(copy)],
    ['a command', asCommand(copy)],
    ['a report', asMarkdown(copy)],
  ])('%s contains no secret, only its name', (_, text) => {
    expect(text).not.toContain('sk-live');
    expect(text).toContain('[REDACTED:key]');
  });

  test('the text of a command cannot end its own quotation', () => {
    const hostile = { ...copy, text: 'END\nrm -rf /\n' };
    expect(asCommand(hostile)).toContain("<<'END_'\nEND\nrm -rf /\nEND_\n");
  });

  test('a fence of a report is longer than any in the text', () => {
    expect(asMarkdown(copy)).toContain('````json');
  });
});

const PRD = 'vendor.acme.prd.create';
const HOST = {
  supportedEnvelopes: [PRD],
  schemaVersions: { [PRD]: 2 },
  limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
} as const;
const ACME: AcceptContext = {
  runId: 'r1',
  nodeId: 'draft',
  now: '2026-03-02T09:02:15Z',
  host: HOST,
  schemas: { [PRD]: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } },
};

function envelope(change: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    type: PRD,
    schemaVersion: 2,
    envelopeId: 'e1',
    correlationId: 'c1',
    payload: { title: 'Launch checklist' },
    meta: { source: 'ai-generation', ts: '2026-03-02T09:02:14Z' },
    ...change,
  });
}

describe('a vector copied from the bench passes in the runner of vectors (vectors FORMAT 2)', () => {
  test.each<[string, BenchCopy]>([
    ['accepted', trialOf(envelope(), ACME)],
    ['accepted after synthesis', trialOf(envelope({ meta: undefined }), ACME)],
    ['refused at the payload', trialOf(envelope({ payload: {} }), ACME)],
    ['refused at the shape, strict', trialOf(envelope({ meta: undefined }), { ...ACME, profile: 'strict' })],
    ['refused by the reference', trialOf(envelope({ payload: {} }), { ...ACME, profile: 'reference' })],
    [
      'breached',
      trialOf(envelope(), {
        ...ACME,
        counters: { clarificationRounds: 0, schemaRounds: 0, envelopesPerTurn: 5 },
      }),
    ],
    ['gated', trialOf(envelope(), { ...ACME, contract: { accepts: ['vendor.acme.other'] } })],
    ['buffered', trialOf(envelope({ partial: { isPartial: true, index: 0 } }), ACME)],
    ['no JSON', trialOf('{"type": ', ACME)],
    ['a text without an envelope', trialOf('I am sorry.', ACME)],
    [
      'several, the turn stopped at the second',
      trialOf(
        `[${envelope()},${envelope({ type: 'vendor.acme.x' })},${envelope({ correlationId: 'c3', envelopeId: 'e3' })}]`,
        { ...ACME, host: { ...HOST, supportedEnvelopes: undefined }, contract: { accepts: [PRD] } },
      ),
    ],
    [
      'more than a text may hold',
      trialOf(
        `[${Array.from({ length: 300 }, (_, at) => envelope({ correlationId: `c${at}` })).join(',')}]`,
        { ...ACME, host: { ...HOST, limits: {} } },
      ),
    ],
    ['with a secret', copy],
    [
      'with a field that is not set',
      trialOf(envelope(), {
        ...ACME,
        contract: null,
        boundInterruptKind: null,
        trustBoundary: null,
        host: { ...HOST, aiEnvelope: undefined },
      }),
    ],
    [
      'a repeat of an earlier one',
      trialOf(envelope(), {
        ...ACME,
        prior: [
          {
            correlationId: 'c1',
            type: PRD,
            outcome: { status: 'accepted', envelopeId: 'e1', recordedEventIds: ['evt-1'] },
          },
        ],
      }),
    ],
  ])('%s', async (_, trial) => {
    expect(await ranAgain(trial)).toEqual(['passed']);
  });
});

test.each([
  ['a\nb\nc', 'a\nb\nc', 0],
  ['a\nb\nc', 'a\nx\nc', 1],
  ['a\nc', 'a\nb\nc', 1],
  ['a\nb\nc', 'c', 2],
  ['', 'a\nb', 2],
])('from %j to %j %d lines differ', (before, after, lines) =>
  expect(changedLines(before, after)).toBe(lines),
);

const RECORDED: EnvelopeFromLog = {
  text: '{}',
  form: 'json',
  standing: 'recorded',
  isSkeleton: false,
  missing: [],
  note: '',
  from: [216],
  masked: 0,
  tag: null,
  type: null,
};

describe('origin of an event’s envelope, by the evidence', () => {
  test.each<[Partial<EnvelopeFromLog>, string]>([
    [{}, 'as recorded at'],
    [{ from: [210] }, 'as recorded at #210, for'],
    [{ from: [] }, 'as recorded outside the events'],
    [{ from: [196, 212] }, 'put together from what the model streamed at #196 to #212, before'],
    [{ from: [212, 212] }, 'put together from what the model streamed at #212, before'],
    [{ from: [196, 230] }, 'put together from what the model streamed at #196 to #230, with'],
    [{ form: 'model-text', from: [196, 212] }, 'in what the model wrote at #196 to #212, before'],
    [{ standing: 'rebuilt', from: [214] }, 'rebuilt around the payload recorded at #214, for'],
    [
      { standing: 'rebuilt', isSkeleton: true, from: [214, 216] },
      'with a placeholder {} for its payload, which the log does not hold, put together for',
    ],
  ])('%j', (change, words) => {
    const log = { context: {}, provenance: [], hostRecorded: null, envelope: { ...RECORDED, ...change } };
    const event = { kind: 'event', ordinal: 0, sequence: 216, type: 'node.failed', nodeId: null } as const;
    expect(originText({ ...event, text: '{}', log })).toBe(words);
  });
});
