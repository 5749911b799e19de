import { describe, expect, test } from 'vitest';
import { created, envelope, failed, meta, repairOf } from '../../test/repair-samples.ts';

/** The envelope of a known kind, without its type and with something else. */
function untyped(more: object, payload: object = {}): object {
  const { type: _type, ...rest } = { ...created(payload), type: '' };
  return { ...rest, ...more };
}

describe('what was written is moved before anything is made up', () => {
  const kind = 'vendor.acme.prd.create';

  test.each([
    ['kind for type', untyped({ kind }), [{ op: 'move', from: '/kind', path: '/type' }]],
    [
      'kind next to an empty type',
      untyped({ type: '', kind }),
      [{ op: 'move', from: '/kind', path: '/type' }],
    ],
    [
      'kind next to a type that is none',
      untyped({ type: 'x', kind }),
      [{ op: 'move', from: '/kind', path: '/type' }],
    ],
    [
      'a kind in meta',
      untyped({ meta: { ...meta, messageName: kind } }),
      [{ op: 'move', from: '/meta/messageName', path: '/type' }],
    ],
    [
      'a kind in the payload, which does not declare it',
      untyped({}, { envelope: kind }),
      [{ op: 'move', from: '/payload/envelope', path: '/type' }],
    ],
    [
      'a kind in the payload, which declares it',
      untyped({}, { title: kind }),
      [
        { op: 'add', path: '/type', value: kind },
        { op: 'replace', path: '/payload/title', value: kind.slice(0, 10) },
      ],
    ],
    [
      'a kind that is misspelt as well',
      untyped({ kind: 'prd.create' }),
      [
        { op: 'move', from: '/kind', path: '/type' },
        { op: 'replace', path: '/type', value: kind },
      ],
    ],
    [
      'a version that is wrong as well',
      untyped({ kind, schemaVersion: '2' }),
      [
        { op: 'move', from: '/kind', path: '/type' },
        { op: 'replace', path: '/schemaVersion', value: 2 },
      ],
    ],
    [
      'a payload under another name',
      { ...failed(), payload: undefined, data: { code: 'x', message: 'm' } },
      [{ op: 'move', from: '/data', path: '/payload' }],
    ],
    [
      'a source under another name',
      failed({ meta: { ts: meta.ts, origin: 'user' } }),
      [{ op: 'move', from: '/meta/origin', path: '/meta/source' }],
    ],
    [
      'a required member under another name',
      envelope('error', 1, { code: 'x', text: 'm' }),
      [{ op: 'move', from: '/payload/text', path: '/payload/message' }],
    ],
  ])('%s', (_name, broken, patch) => {
    const given: unknown = JSON.parse(JSON.stringify(broken));
    const repair = repairOf(given);
    expect(repair?.patch).toEqual(patch);
    expect(repair?.result.status).toBe('accepted');
  });

  test('a kind is moved when the catalogue is unknown, too', () => {
    expect(repairOf(untyped({ kind }), { host: null })?.patch).toEqual([
      { op: 'move', from: '/kind', path: '/type' },
    ]);
  });

  test('selects the first of two possible members', () => {
    const repair = repairOf(envelope('error', 1, { code: 'x', one: 'm', two: 'n' }));
    expect(repair?.repaired).toMatchObject({ payload: { code: 'x', message: 'm' } });
  });

  test('the target of a request for a schema is not the kind of the request', () => {
    const { type: _type, ...rest } = { ...envelope('', 1, { envelopeType: kind }), type: '' };
    expect(repairOf(rest)?.patch).toEqual([{ op: 'add', path: '/type', value: 'schema.request' }]);
  });

  test('inspects a hostile payload with very many texts within bounds', () => {
    const texts = Array.from({ length: 50_000 }, (_, index) => `vendor.acme.k${index}`);
    const repair = repairOf(untyped({ kind }, { texts }));
    expect(repair?.patch[0]).toEqual({ op: 'move', from: '/kind', path: '/type' });
  });
});
