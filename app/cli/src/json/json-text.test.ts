import { jsonTokens } from '@openwop-inspector/acceptor-core';
import { paintLine } from '@openwop-inspector/base/document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonLines, withMembers } from '../verbs/event.ts';

const place = { index: 7, byteOffset: 0, byteLength: 9 };

describe('withMembers', () => {
  test.each([
    ['{}', '{"index":7,"byteOffset":0,"byteLength":9}', []],
    ['{ "a" : 1 }', '{"a":1,"index":7,"byteOffset":0,"byteLength":9}', []],
    [
      '{"index":1,"b":[{"index":2}]}',
      '{"b":[{"index":2}],"index":7,"byteOffset":0,"byteLength":9}',
      ['index'],
    ],
    ['{"\\u0069ndex":1}', '{"index":7,"byteOffset":0,"byteLength":9}', ['index']],
    ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1},"index":7,"byteOffset":0,"byteLength":9}', []],
    [
      '{"n":12345678901234567890.10}',
      '{"n":12345678901234567890.10,"index":7,"byteOffset":0,"byteLength":9}',
      [],
    ],
    ['{"s":"a } , { \\" b"}', '{"s":"a } , { \\" b","index":7,"byteOffset":0,"byteLength":9}', []],
  ])('of %s', (text, json, replaced) => {
    expect(withMembers(text, place)).toEqual({ json, replaced });
  });

  test('gives the same document, whatever its space and nesting', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (document, spaced) => {
        const recorded = JSON.stringify(document, null, spaced ? 2 : 0);
        const { json } = withMembers(recorded, place);
        expect(JSON.parse(json)).toEqual({ ...JSON.parse(recorded), ...place });
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('jsonLines', () => {
  const displayed = (text: string): string =>
    [...jsonLines(text)].map((row) => paintLine(row, false)).join('');

  test('lays a document out with every digit as recorded', () => {
    expect(displayed('{"a":1.50,"b":[],"c":[1,{"d":null}],"e":{}}')).toBe(
      '{\n  "a": 1.50,\n  "b": [],\n  "c": [\n    1,\n    {\n      "d": null\n    }\n  ],\n  "e": {}\n}\n',
    );
  });

  test('of any value reads as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const laidOut = [...jsonLines(text)].map((row) => row.map((span) => span.text).join('')).join('\n');
        expect(JSON.parse(laidOut)).toEqual(JSON.parse(text));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('of ten thousand levels stays narrow', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(
      Math.max(...[...jsonLines(deep)].map((row) => row.map((span) => span.text).join('').length)),
    ).toBeLessThan(50);
  });

  test('takes text that is no JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reported = [...jsonTokens(text)].map((token) => token.text).join('');
        expect(reported.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
