import { nullView, publishedKindSchema } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';

const text = { type: 'string' };

describe('null equals absent (envelope 5.1)', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['declared and optional', { properties: { a: text } }, { a: null, b: 1 }, { b: 1 }],
    ['required', { properties: { a: text }, required: ['a'] }, { a: null }, { a: null }],
    ['admitted', { properties: { a: { type: ['string', 'null'] } } }, { a: null }, { a: null }],
    [
      'admitted by a branch',
      { properties: { a: { anyOf: [text, { type: 'null' }] } } },
      { a: null },
      { a: null },
    ],
    ['admitted by no branch', { properties: { a: { anyOf: [text, { const: 1 }] } } }, { a: null }, {}],
    ['not among the values', { properties: { a: { enum: ['x'] } } }, { a: null }, {}],
    ['anything goes', { properties: { a: true } }, { a: null }, { a: null }],
    ['nothing goes', { properties: { a: false } }, { a: null }, {}],
    ['unknown', { properties: {} }, { a: null }, { a: null }],
    ['an item is no property', { items: text }, [null], [null]],
    ['inside items', { items: { properties: { a: text } } }, [{ a: null }], [{}]],
    [
      'through a reference',
      { $defs: { d: { properties: { a: text } } }, $ref: '#/$defs/d' },
      { a: null },
      {},
    ],
    ['a reference in a circle', { $ref: '#' }, { a: null }, { a: null }],
    ['a remote reference', { $ref: 'https://example.org/x' }, { a: null }, { a: null }],
    [
      'prototype names',
      { properties: {} },
      JSON.parse('{"__proto__":null}'),
      JSON.parse('{"__proto__":null}'),
    ],
  ])('%s', (_rule, schema, payload, view) => expect(nullView(payload, schema)).toEqual(view));

  test('nothing left out: the same object', () => {
    const payload = { questions: [{ id: 'a', question: 'b' }] };
    expect(nullView(payload, publishedKindSchema('clarification.request'))).toBe(payload);
  });

  test('published kinds', () => {
    const payload = { questions: [{ id: 'a', question: 'b', schema: null }], reasoning: null };
    expect(nullView(payload, publishedKindSchema('clarification.request'))).toEqual({
      questions: [{ id: 'a', question: 'b' }],
    });
  });
});
