import { describe, expect, test } from 'vitest';
import { JsonTree, tokenParts } from './json-tree.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (header: unknown, claims: unknown, signature = 'c2lnbmF0dXJlLW9mLWFjbWU'): string =>
  `${part(header)}.${part(claims)}.${signature}`;

const plain = token({ alg: 'HS256', typ: 'JWT' }, { sub: 'acme-user-7', exp: 1_772_442_000, iat: 'x' });

describe('a token', () => {
  test('states its header, the names of its claims and its times, and no value of a claim', () => {
    const parts = tokenParts(plain);
    expect(parts).toEqual({
      header: [
        ['alg', '"HS256"'],
        ['typ', '"JWT"'],
      ],
      claims: ['sub', 'exp', 'iat'],
      times: [['exp', 1_772_442_000]],
      signatureLength: 23,
    });
    expect(JSON.stringify(parts)).not.toContain('acme-user');
  });

  test.each([
    ['behind Bearer', `Bearer ${plain}`],
    ['unsigned', token({ alg: 'none' }, {}, '')],
  ])('is recognised %s', (_, text) => expect(tokenParts(text)).not.toBeNull());

  test.each([
    ['text around it', `the token ${plain}`],
    ['two parts', plain.slice(0, plain.lastIndexOf('.'))],
    ['a header that is no object', token('eyJ', {})],
    ['claims that are a list', token({ alg: 'x' }, [1])],
    ['no base64', 'eyJhb.eyJhb.x'],
    ['nothing', ''],
  ])('is not %s', (_, text) => expect(tokenParts(text)).toBeNull());

  test('with a secret in its header keeps it masked', () => {
    const parts = tokenParts(
      token({ alg: 'x', apiKey: 'abcdefghijklmnop', jku: 'https://a:hunter2hunter2@b' }, {}),
    );
    expect(JSON.stringify(parts)).not.toMatch(/efghij|er2hun/);
  });

  test('with names of a prototype keeps them as names', () => {
    const claims = `{"__proto__":1,"constructor":2}`;
    const text = `${part({ alg: 'x' })}.${Buffer.from(claims).toString('base64url')}.s`;
    expect(tokenParts(text)?.claims).toEqual(['__proto__', 'constructor']);
    expect(tokenParts(text)?.times).toEqual([]);
  });
});

describe('in a document', () => {
  const tree = new JsonTree(
    new TextEncoder().encode(
      JSON.stringify({ a: plain, authorization: `Bearer ${plain}`, n: 'sk-abcdefghij0123456789' }),
    ),
  );
  test.each(['/a', '/authorization'])('%s stays masked and lists its parts', (pointer) => {
    const node = tree.node(pointer, 0);
    expect(node).toMatchObject({ masked: true, token: { claims: ['sub', 'exp', 'iat'] } });
    expect(node?.text).toMatch(/eyJh…\[masked:(?:jwt|name)\]$/);
  });

  test('another secret has no parts', () => expect(tree.node('/n', 0)).not.toHaveProperty('token'));

  test('a string is revealed as it is, for who holds the button', () => {
    expect(tree.reveal('/n')).toEqual({ text: 'sk-abcdefghij0123456789', truncated: false });
    expect(tree.reveal('/missing')).toBeNull();
    expect(tree.reveal('')).toBeNull();
  });
});
