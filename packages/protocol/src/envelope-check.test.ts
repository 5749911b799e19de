import { readFileSync } from 'node:fs';
import { isRecord } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { checkA2uiDelta, checkEnvelope, checkEnvelopePayload, PUBLISHED_KINDS } from './envelope-check.ts';

const ts = '2026-05-18T10:00:00Z';
const meta = { source: 'ai-generation', ts };
const envelope = { type: 'error', envelopeId: 'e', correlationId: 'c', payload: null, meta };

describe('AIEnvelope (envelope 2)', () => {
  test.each<[string, unknown]>([
    ['the smallest', envelope],
    ['payload of any JSON', { ...envelope, payload: [] }],
    ['whole numbers written as 1.0', { ...envelope, schemaVersion: 1.0 }],
    ['unknown total of chunks', { ...envelope, partial: { isPartial: true, index: 0, total: -1 } }],
    ['a malformed traceparent', { ...envelope, meta: { ...meta, traceparent: 'zzz' } }],
    ['an offset other than UTC', { ...envelope, meta: { ...meta, ts: '2026-05-18T12:00:00+02:00' } }],
    ['an empty hint', { ...envelope, meta: { ...meta, rendering: {} } }],
  ])('%s fits', (_rule, value) => expect(checkEnvelope(value)).toEqual([]));

  test.each<[string, unknown, string, string]>([
    ['no object', 'text', '', 'type'],
    ['a list', [envelope], '', 'type'],
    ['null for an absent field', { ...envelope, nodeId: null }, '/nodeId', 'type'],
    ['another top-level key', { ...envelope, contentTrust: 'trusted' }, '', 'additionalProperties'],
    ['meta with a vendor key', { ...envelope, meta: { ...meta, acme: {} } }, '/meta', 'additionalProperties'],
    ['meta without ts', { ...envelope, meta: { source: 'user' } }, '/meta', 'required'],
    ['a boolean for partial', { ...envelope, partial: true }, '/partial', 'type'],
    ['chunk without total', { ...envelope, partial: { isPartial: true, index: 0 } }, '/partial', 'required'],
    [
      'total below -1',
      { ...envelope, partial: { isPartial: true, index: 0, total: -2 } },
      '/partial/total',
      'minimum',
    ],
    [
      'an unknown display, taken literally',
      { ...envelope, meta: { ...meta, rendering: { display: 'hologram' } } },
      '/meta/rendering/display',
      'enum',
    ],
    [
      'another key in the hint',
      { ...envelope, meta: { ...meta, rendering: { color: 'red' } } },
      '/meta/rendering',
      'additionalProperties',
    ],
    [
      'a hint that is no object',
      { ...envelope, meta: { ...meta, rendering: 'card' } },
      '/meta/rendering',
      'type',
    ],
    ['infinite version', { ...envelope, schemaVersion: Number.POSITIVE_INFINITY }, '/schemaVersion', 'type'],
  ])('%s is refused', (_rule, value, instancePath, keyword) => {
    expect(checkEnvelope(value)).toContainEqual(expect.objectContaining({ instancePath, keyword }));
  });

  test('at most fifty details', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_none, index) => [`k${index}`, 1]));
    expect(checkEnvelope({ ...envelope, ...many })).toHaveLength(50);
  });
});

const image = { bytes: 3, base64: 'AAAA', mimeType: 'image/png', alt: 'dot' };
const surface = (...components: unknown[]) => ({ catalogVersion: '0.9.1', surface: { components } });
const button = { component: 'action.button', id: 'b', label: 'B', action: { target: 'resume' } };

describe('payloads of published kinds (envelope 4, 6, 7)', () => {
  test('eight kinds have a schema', () => {
    expect(PUBLISHED_KINDS).toEqual([
      'clarification.request',
      'error',
      'media.audio',
      'media.file',
      'media.image',
      'schema.request',
      'schema.response',
      'ui.a2ui-surface',
    ]);
  });

  test.each(['vendor.acme.thing', '__proto__', 'toString', '../error'])('%s has none', (kind) => {
    expect(checkEnvelopePayload(kind, {})).toBeNull();
  });

  test.each<[string, string, unknown]>([
    [
      'question with context',
      'clarification.request',
      { questions: [{ id: 'q', question: '?', context: { a: [1] } }], contextType: 't' },
    ],
    ['reasoning', 'schema.request', { envelopeType: 'error', reasoning: 'because' }],
    ['acknowledgement', 'schema.response', { envelopeType: 'error', ack: true }],
    ['open details', 'error', { code: 'c', message: 'm', details: { any: ['thing'] } }],
    ['both sources', 'media.image', { ...image, url: 'https://example.org/a.png' }],
    ['no source', 'media.image', { bytes: 0 }],
    ['duration', 'media.audio', { bytes: 1, durationSeconds: 0.5 }],
    ['name', 'media.file', { bytes: 1, name: '../../x' }],
    ['empty surface', 'ui.a2ui-surface', surface()],
    [
      'every component',
      'ui.a2ui-surface',
      surface(
        { component: 'heading', text: 't', level: 6 },
        { component: 'text', text: '' },
        { component: 'field.text', id: '', label: '', required: true },
        { component: 'field.date', id: 'd', label: 'D' },
        { component: 'field.select', id: 's', label: 'S', options: [{ value: '', label: '' }] },
        { component: 'field.checkbox', id: 'c', label: 'C', default: true },
        button,
      ),
    ],
  ])('%s: %s fits', (_rule, kind, payload) => expect(checkEnvelopePayload(kind, payload)).toEqual([]));

  test.each<[string, string, unknown, string, string]>([
    ['no question', 'clarification.request', { questions: [] }, '/questions', 'minItems'],
    [
      'closed question',
      'clarification.request',
      { questions: [{ id: 'q', question: '?', hint: 'h' }] },
      '/questions/0',
      'additionalProperties',
    ],
    [
      'null reasoning, not stripped',
      'schema.request',
      { envelopeType: 'error', reasoning: null },
      '/reasoning',
      'type',
    ],
    [
      'reasoning in an acknowledgement',
      'schema.response',
      { envelopeType: 'error', ack: true, reasoning: 'r' },
      '',
      'additionalProperties',
    ],
    ['ack is true', 'schema.response', { envelopeType: 'error', ack: 'true' }, '/ack', 'const'],
    ['empty message', 'error', { code: 'c', message: '' }, '/message', 'minLength'],
    ['reasoning in media', 'media.image', { ...image, reasoning: 'r' }, '', 'additionalProperties'],
    ['relative URL', 'media.image', { bytes: 1, url: '/v1/runs/r/assets/a' }, '/url', 'format'],
    ['duration of an image', 'media.image', { ...image, durationSeconds: 1 }, '', 'additionalProperties'],
    ['negative bytes', 'media.file', { bytes: -1 }, '/bytes', 'minimum'],
    [
      'other catalogue',
      'ui.a2ui-surface',
      { ...surface(), catalogVersion: '0.9.2' },
      '/catalogVersion',
      'enum',
    ],
    [
      'heading level 7',
      'ui.a2ui-surface',
      surface({ component: 'heading', text: 't', level: 7 }),
      '/surface/components/0/level',
      'maximum',
    ],
    [
      'required checkbox',
      'ui.a2ui-surface',
      surface({ component: 'field.checkbox', id: 'c', label: 'C', required: true }),
      '/surface/components/0',
      'anyOf',
    ],
    [
      'select without options',
      'ui.a2ui-surface',
      surface({ component: 'field.select', id: 's', label: 'S', options: [] }),
      '/surface/components/0/options',
      'minItems',
    ],
    [
      'target outside the two',
      'ui.a2ui-surface',
      surface({ ...button, action: { target: 'https://example.org' } }),
      '/surface/components/0/action/target',
      'enum',
    ],
    [
      'out of catalogue',
      'ui.a2ui-surface',
      surface({ component: 'iframe', src: 'x' }),
      '/surface/components/0/component',
      'enum',
    ],
  ])('%s: %s is refused', (_rule, kind, payload, instancePath, keyword) => {
    expect(checkEnvelopePayload(kind, payload)).toContainEqual(
      expect.objectContaining({ instancePath, keyword }),
    );
  });
});

describe('delta frames (envelope 7.6)', () => {
  const frame = { surfaceRef: 'ev', catalogVersion: '0.9.1', patch: [{ op: 'remove', path: '/title' }] };
  test('a frame fits', () => expect(checkA2uiDelta(frame)).toEqual([]));
  test.each<[string, unknown, string, string]>([
    ['test is not allowed', { ...frame, patch: [{ op: 'test', path: '' }] }, '/patch/0/op', 'enum'],
    ['no operation', { ...frame, patch: [] }, '/patch', 'minItems'],
    ['path is missing', { ...frame, patch: [{ op: 'remove' }] }, '/patch/0', 'required'],
    ['closed', { ...frame, runId: 'r' }, '', 'additionalProperties'],
  ])('%s', (_rule, value, instancePath, keyword) => {
    expect(checkA2uiDelta(value)).toContainEqual(expect.objectContaining({ instancePath, keyword }));
  });
});

interface Detail {
  readonly instancePath: string;
  readonly keyword: string;
}
interface Outcome {
  readonly status?: string;
  readonly step?: string;
  readonly details?: readonly Detail[];
  readonly detailsExact?: boolean;
}
interface Vector {
  readonly id: string;
  readonly title: string;
  readonly context?: { readonly options?: { readonly allowVendorMeta?: boolean } };
  readonly emissions: readonly { readonly envelope?: unknown }[];
  readonly expect: readonly Outcome[];
}

function vectorsOf(file: string): readonly Vector[] {
  const path = new URL(`../../../testing/vectors/${file}`, import.meta.url);
  const { vectors }: { vectors: readonly Vector[] } = JSON.parse(readFileSync(path, 'utf8'));
  return vectors.filter((vector) => Array.isArray(vector.emissions));
}

interface Case {
  readonly name: string;
  readonly envelope: Record<string, unknown>;
  readonly expected: Outcome;
}

/** Emissions of one whole envelope object, paired with their outcome; synthesis would have nothing to add. */
function wholeEnvelopes(file: string): readonly Case[] {
  return vectorsOf(file)
    .filter(
      (vector) =>
        vector.emissions.length === vector.expect.length && !vector.context?.options?.allowVendorMeta,
    )
    .flatMap((vector) =>
      vector.emissions.map((emission, at) => caseOf(vector, emission.envelope, vector.expect[at])),
    )
    .filter((found) => found !== null);
}

function caseOf(vector: Vector, envelope: unknown, expected: Outcome | undefined): Case | null {
  const isWhole =
    isRecord(envelope) &&
    ['envelopeId', 'correlationId', 'meta'].every((key) => Object.hasOwn(envelope, key));
  return isWhole && expected !== undefined
    ? { name: `${vector.id} ${vector.title}`, envelope, expected }
    : null;
}

function places(details: readonly Detail[]): readonly string[] {
  return [...new Set(details.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`))].sort();
}

describe('vectors of the shape step', () => {
  const cases = wholeEnvelopes('03-shape.json');
  test('there are some', () => expect(cases.length).toBeGreaterThan(50));
  test.each(cases)('$name', ({ envelope: value, expected }) => {
    const found = checkEnvelope(value);
    expect(found.length > 0).toBe(expected.step === 'shape');
    if (expected.step !== 'shape') return;
    for (const place of places(expected.details ?? [])) expect(places(found)).toContain(place);
  });
});

describe('vectors of the payload step', () => {
  const cases = [
    ...wholeEnvelopes('07-payload.json'),
    ...wholeEnvelopes('10-a2ui.json'),
    ...wholeEnvelopes('90-reference-recorded.json'),
  ]
    .filter(
      ({ envelope: value, expected }) =>
        expected.details !== undefined && PUBLISHED_KINDS.includes(String(value.type)),
    )
    .filter(({ envelope: value }) => checkEnvelope(value).length === 0);
  const fromSchema = cases.filter(
    ({ expected }) =>
      !/maxInlineMediaBytes|schemaVersionFloor|trust-boundary/.test(JSON.stringify(expected.details)),
  );
  test('there are some', () => expect(fromSchema.length).toBeGreaterThan(25));
  test.each(fromSchema)('$name', ({ envelope: value, expected }) => {
    const found = places(checkEnvelopePayload(String(value.type), value.payload) ?? []);
    const wanted = places(expected.details ?? []);
    if (expected.detailsExact) expect(found).toEqual(wanted);
    else for (const place of wanted) expect(found).toContain(place);
  });
});
