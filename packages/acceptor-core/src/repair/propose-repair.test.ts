import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile, context, created, envelope, failed, meta, repairOf } from '../../test/repair-samples.ts';
import type { AcceptContext } from '../accept-context.ts';
import { createAcceptor } from '../create-acceptor.ts';
import { applyPatch } from './repair-step.ts';

describe('one step makes the error go away', () => {
  test.each([
    [
      'a version as text',
      failed({ schemaVersion: '1' }),
      [{ op: 'replace', path: '/schemaVersion', value: 1 }],
    ],
    [
      'a version too high',
      failed({ schemaVersion: 4 }),
      [{ op: 'replace', path: '/schemaVersion', value: 1 }],
    ],
    [
      'a wrong source',
      failed({ meta: { ...meta, source: 'ai_generation' } }),
      [{ op: 'replace', path: '/meta/source', value: 'ai-generation' }],
    ],
    [
      'a missing source',
      failed({ meta: { ts: meta.ts } }),
      [{ op: 'add', path: '/meta/source', value: 'ai-generation' }],
    ],
    [
      'a missing time',
      failed({ meta: { source: 'user' } }),
      [{ op: 'add', path: '/meta/ts', value: context.now }],
    ],
    [
      'a time in words',
      failed({ meta: { ...meta, ts: 'tomorrow' } }),
      [{ op: 'replace', path: '/meta/ts', value: context.now }],
    ],
    [
      'a time with a blank',
      failed({ meta: { ...meta, ts: '2026-01-02 03:04' } }),
      [{ op: 'replace', path: '/meta/ts', value: '2026-01-02T03:04:00Z' }],
    ],
    [
      'a time in milliseconds',
      failed({ meta: { ...meta, ts: 1_767_323_045_000 } }),
      [{ op: 'replace', path: '/meta/ts', value: '2026-01-02T03:04:05.000Z' }],
    ],
    ['an empty id', failed({ envelopeId: '' }), [{ op: 'replace', path: '/envelopeId', value: 'env-1' }]],
    ['a null that should be absent', failed({ nodeId: null }), [{ op: 'remove', path: '/nodeId' }]],
    ['an unknown member', failed({ extra: 1 }), [{ op: 'remove', path: '/extra' }]],
    [
      'a member in another style',
      envelope('error', 1, { code: 'x', Message: 'm' }),
      [{ op: 'move', from: '/payload/Message', path: '/payload/message' }],
    ],
    [
      'a misspelt member',
      envelope('error', 1, { code: 'x', mesage: 'm' }),
      [{ op: 'move', from: '/payload/mesage', path: '/payload/message' }],
    ],
    [
      'the only member, misspelt, whose value is a list',
      envelope('clarification.request', 1, { qestions: [{ id: 'a', question: 'b' }] }),
      [{ op: 'move', from: '/payload/qestions', path: '/payload/questions' }],
    ],
    [
      'a prototype name',
      JSON.parse(
        '{"type":"error","schemaVersion":1,"envelopeId":"e","correlationId":"c","payload":{"code":"x","message":"m","__proto__":1},"meta":{"source":"user","ts":"2026-05-18T10:00:00Z"}}',
      ),
      [{ op: 'remove', path: '/payload/__proto__' }],
    ],
    [
      'a missing member',
      envelope('error', 1, { code: 'x' }),
      [{ op: 'add', path: '/payload/message', value: 'text' }],
    ],
    [
      'the only allowed value',
      envelope('schema.response', 1, { envelopeType: 'error', ack: false }),
      [{ op: 'replace', path: '/payload/ack', value: true }],
    ],
    [
      'no questions',
      envelope('clarification.request', 1, { questions: [] }),
      [{ op: 'add', path: '/payload/questions/-', value: { id: 'text', question: 'text' } }],
    ],
    ['a misspelt kind', failed({ type: 'eror' }), [{ op: 'replace', path: '/type', value: 'error' }]],
    [
      'a kind without its vendor',
      envelope('prd.create', 2, { title: 'text', count: 1 }),
      [{ op: 'replace', path: '/type', value: 'vendor.acme.prd.create' }],
    ],
    [
      'a misspelt target',
      envelope('schema.request', 1, { envelopeType: 'media.imgae' }),
      [{ op: 'replace', path: '/payload/envelopeType', value: 'media.image' }],
    ],
    [
      'an unknown catalogue',
      envelope('ui.a2ui-surface', 1, { catalogVersion: '2', surface: { components: [] } }),
      [{ op: 'replace', path: '/payload/catalogVersion', value: '0.9.1' }],
    ],
    [
      'a misspelt tag',
      envelope('ui.a2ui-surface', 1, {
        catalogVersion: '0.9.1',
        surface: { components: [{ component: 'heding', text: 'a' }] },
      }),
      [{ op: 'replace', path: '/payload/surface/components/0/component', value: 'heading' }],
    ],
    [
      'media too large, with an address',
      envelope('media.image', 1, { bytes: 400_000, url: 'https://example.com/a', base64: 'AAAA' }),
      [{ op: 'remove', path: '/payload/base64' }],
    ],
    [
      'a payload as text',
      envelope('error', 1, '{"code":"x","message":"m"}'),
      [{ op: 'replace', path: '/payload', value: { code: 'x', message: 'm' } }],
    ],
    ['a whole envelope as text', JSON.stringify(failed()), [{ op: 'replace', path: '', value: failed() }]],
    ['a number as text', created({ count: '3' }), [{ op: 'replace', path: '/payload/count', value: 3 }]],
    ['a number out of bounds', created({ count: 12 }), [{ op: 'replace', path: '/payload/count', value: 9 }]],
    [
      'a text too long',
      created({ title: 'a longer title' }),
      [{ op: 'replace', path: '/payload/title', value: 'a longer t' }],
    ],
    ['a text too short', created({ title: 'a' }), [{ op: 'replace', path: '/payload/title', value: 'a..' }]],
    [
      'an address without a scheme',
      created({ link: 'example.com/a b' }),
      [{ op: 'replace', path: '/payload/link', value: 'https://example.com/a%20b' }],
    ],
    [
      'a value near an allowed one',
      created({ state: 'Open' }),
      [{ op: 'replace', path: '/payload/state', value: 'open' }],
    ],
    [
      'one instead of a list',
      created({ tags: 'a' }),
      [{ op: 'replace', path: '/payload/tags', value: ['a'] }],
    ],
    [
      'too many items',
      created({ tags: ['a', 'b', 'c', 'd'] }),
      [
        { op: 'remove', path: '/payload/tags/3' },
        { op: 'remove', path: '/payload/tags/2' },
      ],
    ],
    ['an item twice', created({ tags: ['a', 'a'] }), [{ op: 'remove', path: '/payload/tags/1' }]],
    [
      'a form with an example',
      created({ code: 'x' }),
      [{ op: 'replace', path: '/payload/code', value: 'ABC' }],
    ],
  ])('%s', (_name, broken, patch) => {
    const repair = repairOf(broken);
    expect(repair?.patch).toEqual(patch);
    expect(repair?.steps).toHaveLength(1);
    expect(repair?.result.status).toBe('accepted');
    expect(applyPatch(broken, repair?.patch ?? [])?.value).toEqual(repair?.repaired);
  });

  test('the version is added where none was written (acceptor 3.1)', () => {
    const { schemaVersion: _none, ...without } = { ...failed(), schemaVersion: 0 };
    const strict: AcceptContext = { ...context, host: { ...context.host, envelopeStrictness: 'strict' } };
    expect(repairOf(without, strict)?.patch).toEqual([{ op: 'add', path: '/schemaVersion', value: 1 }]);
  });

  test('a kind that a host of v2 does not list has the version 0 (acceptor 3.4)', () => {
    const host = { ...context.host, major: 2, schemaVersions: {} } as const;
    expect(repairOf(failed(), { ...context, host })?.patch).toEqual([
      { op: 'replace', path: '/schemaVersion', value: 0 },
    ]);
  });

  const tree = { catalogVersion: '0.9.1', surface: { components: [] } };
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const deleted = { version: 'v0.9', deleteSurface: { surfaceId: 's' } };
  const messages = { version: 'v0.9', catalogId, surfaceId: 's', messages: [deleted] };

  test.each([
    ['a tree under version 2', envelope('ui.a2ui-surface', 2, tree), 1],
    ['messages under version 1', envelope('ui.a2ui-surface', 1, messages), 2],
  ])('%s gets the version of its body (envelope 7.7)', (_what, broken, value) => {
    const host = { supportedEnvelopes: ['ui.a2ui-surface'] };
    expect(repairOf(broken, { host })?.patch).toEqual([{ op: 'replace', path: '/schemaVersion', value }]);
  });

  test('a correlationId that belongs to another kind becomes one of its own (acceptor 8)', () => {
    const prior = [{ correlationId: 'c1', type: 'schema.request', outcome: { status: 'accepted' as const } }];
    expect(repairOf(failed(), { prior })?.patch).toEqual([
      { op: 'replace', path: '/correlationId', value: 'c1-2' },
    ]);
  });

  test('strict: what lenient would synthesize is added', () => {
    const { meta: _meta, ...without } = { ...failed(), meta: null };
    expect(repairOf(without, { profile: 'strict' })?.patch).toEqual([
      { op: 'add', path: '/meta', value: { source: 'ai-generation', ts: context.now } },
    ]);
  });
});

describe('several errors', () => {
  test('take the steps that are needed and no more', () => {
    const broken = envelope(
      'vendor.acme.prd.create',
      5,
      { Title: 'text', count: '2', other: 1 },
      { extra: 1 },
    );
    const repair = repairOf(broken);
    expect(repair?.repaired).toEqual(envelope('vendor.acme.prd.create', 2, { count: 2, title: 'text' }));
    expect(repair?.steps).toHaveLength(5);
  });

  test('a whole payload that is missing is made from the schema of the kind', () => {
    const { payload: _payload, ...without } = { ...created({}), payload: null };
    expect(repairOf(without)?.repaired).toMatchObject({ payload: { title: 'text', count: 1 } });
  });

  test('an unknown kind is chosen by its payload, after all else', () => {
    const broken = { ...failed({ extra: 1, meta: { ...meta, source: 'x' } }), type: '' };
    expect(repairOf(broken)?.repaired).toEqual(failed());
  });

  test('profile reference: version after payload (acceptor 9, R3)', () => {
    const repair = repairOf(envelope('error', 2, { code: 'x' }), { profile: 'reference' });
    expect(repair?.patch.map((operation) => operation.path)).toEqual(['/payload/message', '/schemaVersion']);
  });
});

describe('no repair', () => {
  test.each([
    ['an accepted envelope', failed(), {}],
    ['a host without envelopes', failed({ extra: 1 }), { host: { aiEnvelope: false } }],
    [
      'a contract',
      failed({ type: 'vendor.acme.prd.create', schemaVersion: 2, payload: { title: 'text', count: 1 } }),
      { contract: { accepts: [] } },
    ],
    ['a limit', failed(), { counters: { envelopesPerTurn: 5 } }],
    [
      'an approval on untrusted content',
      failed(),
      { trustBoundary: 'untrusted' as const, boundInterruptKind: 'approval' },
    ],
    ['a payload of which nothing could stay', failed({ type: 'media.imgae' }), {}],
    ['nothing like an envelope', [1, 2], {}],
    ['a text', 'hello', {}],
    [
      'a hundred unknown members',
      failed(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1]))),
      {},
    ],
  ])('%s', (_name, broken, changes) => {
    expect(repairOf(broken, changes)).toBeNull();
  });
});

test('proposes nothing that is not accepted, never throws, never changes its input', () => {
  const keys = [
    'type',
    'schemaVersion',
    'envelopeId',
    'correlationId',
    'nodeId',
    'payload',
    'meta',
    'title',
    'count',
    'message',
    'code',
    'source',
    'ts',
    '__proto__',
    'constructor',
    'questions',
    'component',
  ];
  const scalar = fc.constantFrom<unknown>(
    'error',
    'vendor.acme.prd.create',
    'ui.a2ui-surface',
    '',
    '1',
    'eror',
    1,
    2,
    -1,
    1e300,
    true,
    null,
    '2026-05-18',
    '\ud800',
    '{"a":1}',
  );
  const part = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
    object: fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  }));
  const bases = [
    failed(),
    created({}),
    envelope('clarification.request', 1, { questions: [{ id: 'q', question: 'why' }] }),
  ];
  const mutated = fc
    .tuple(
      fc.constantFrom(...bases),
      fc.array(fc.tuple(fc.constantFrom('', '/payload', '/meta'), fc.constantFrom(...keys), part.value), {
        maxLength: 3,
      }),
    )
    .map(([base, changes]) =>
      changes.reduce<unknown>(
        (value, [parent, key, content]) =>
          applyPatch(value, [{ op: 'add', path: `${parent}/${key}`, value: content }])?.value ?? value,
        base,
      ),
    );
  fc.assert(
    fc.property(fc.oneof(mutated, part.object), (broken) => {
      const before = JSON.stringify(broken);
      const repair = repairOf(broken);
      expect(JSON.stringify(broken)).toBe(before);
      if (repair === null) return;
      const repaired = applyPatch(broken, repair.patch)?.value;
      expect(repaired).toEqual(repair.repaired);
      expect(
        createAcceptor(context, { compile }).accept({ envelope: repaired, single: true })[0]?.status,
      ).toBe('accepted');
    }),
    { numRuns: 200 },
  );
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
