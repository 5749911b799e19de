import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writtenJsonOf } from '../mask/masked-text.ts';
import { masker } from '../mask/masker.ts';
import {
  addDecimals,
  compareNumbers,
  exactNumber,
  isMultipleOf,
  keepWrittenAt,
  parseAsWritten,
  parseExactly,
  WrittenNumber,
  writeJson,
} from './exact-number.ts';

/** RFC 8259 section 6. */
describe('numbers compare by the value that is written', () => {
  test.each([
    ['9223372036854775806', '9223372036854775807', -1],
    ['9007199254740993', '9007199254740992', 1],
    ['-9007199254740993', '-9007199254740992', -1],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.50', 0],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.6', -1],
    ['1e400', '10e399', 0],
    ['1e400', '2e400', -1],
    ['1e400', '5', 1],
    ['-1e400', '5', -1],
    ['1e-400', '0', 1],
    ['1e21', '1000000000000000000000', 0],
    ['10', '1.0e1', 0],
    ['1.10', '1.1', 0],
    ['-0', '0.0', 0],
    ['0.30000000000000001', '0.3', 1],
  ])('%s and %s', (a, b, order) => {
    const [left, right] = [exactNumber(a), exactNumber(b)];
    if (left === null || right === null) throw new Error('two numbers are needed');
    expect(Math.sign(compareNumbers(left, right)) + 0).toBe(order);
    expect(Math.sign(compareNumbers(right, left)) + 0).toBe(0 - order);
  });

  test.each(['', '-', '1.', '.5', '1e', '0x1', ' 1', 'NaN', '1,5'])('%j is not a number', (text) => {
    expect(exactNumber(text)).toBeNull();
  });
});

describe('parseExactly', () => {
  test('returns text only for numbers that a double cannot represent', () => {
    const text = '{"a":[9007199254740993,1.10,1e400,12],"b":"9007199254740993: 1e400","__proto__":{"c":1e5}}';
    const value = parseExactly(text);
    expect(JSON.stringify(value)).toBe(
      '{"a":[{"text":"9007199254740993"},1.1,{"text":"1e400"},12],"b":"9007199254740993: 1e400","__proto__":{"c":100000}}',
    );
    expect(writtenJsonOf(masker.value(value).value)).toBe(
      '{"a":[9007199254740993,1.1,1e400,12],"b":"9007199254740993: 1e400","__proto__":{"c":100000}}',
    );
  });

  test('agrees with JSON.parse on every number that a double represents', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // A long number in front makes the text go through the exact builder.
        const text = JSON.stringify([value]);
        const [long, ...others] = parseExactly(`[1e400,${text.slice(1)}`) as unknown[];
        expect(long).toBeInstanceOf(WrittenNumber);
        expect(JSON.stringify(others)).toBe(text);
      }),
    );
  });

  test('rejects what is not JSON', () => {
    expect(() => parseExactly('[1e400,]')).toThrow(SyntaxError);
  });
});

/** JSON Schema validation 6.2.1: the division gives an integer, of the numbers that are written. */
test.each([
  [19.99, 0.01, true],
  [1.1, 0.1, true],
  [0.3, 0.1, true],
  [-19.99, 0.01, true],
  [0, 0.01, true],
  [1e300, 0.01, true],
  [1e22, 3, false],
  [12, 4, true],
  [19.995, 0.01, false],
  [0.30000000000000004, 0.1, false],
  [7, 2, false],
  [1, 0, false],
  [Number.POSITIVE_INFINITY, 2, false],
])('%d, a multiple of %d: %s', (value, divisor, expected) => {
  expect(isMultipleOf(value, divisor)).toBe(expected);
});

describe('parseAsWritten', () => {
  const text = '{"a":[9007199254740993,1.10,{"b":1e400}],"__proto__":-0,"c":"1.10","d":1,"d":2.50,"e":{}}';

  test('gives the values of JSON.parse, and their numbers as written', () => {
    expect(JSON.stringify(parseAsWritten(text))).toBe(JSON.stringify(JSON.parse(text)));
    expect(writeJson(parseAsWritten(text))).toBe(text.replace('"d":1,', ''));
  });

  test.each([
    '0',
    '-0',
    '1.0',
    '0.10',
    '1.10',
    '-2.50',
    '1e3',
    '1E400',
    '12e-2',
    '0.000001',
    '0.0000001',
    '-0.00000012',
    '107505301260286111',
    '9007199254740993',
    '123456789012345',
    '1234567890123456',
    '0.12345678901234',
    '0.123456789012345678',
    '100',
    '1.05',
    '2026',
    '10.000',
    '0.00',
  ])('keeps %s, alone and as a member', (number) => {
    expect(writeJson(parseAsWritten(`[${number}]`))).toBe(`[${number}]`);
    expect(writeJson(parseAsWritten(`{"a": ${number} ,"b":[1,${number}]}`))).toBe(
      `{"a":${number},"b":[1,${number}]}`,
    );
  });

  test('returns the last number of a repeated name', () => {
    expect(writeJson(parseAsWritten('{"d":1.10,"d":2}'))).toBe('{"d":2}');
    expect(writeJson(parseAsWritten('{"d":1.10,"d":"x"}'))).toBe('{"d":"x"}');
  });

  test('preserves any number in any notation', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/);
    fc.assert(
      fc.property(digits, (number) => {
        expect(writeJson(parseAsWritten(`{"a":${number}}`))).toBe(`{"a":${number}}`);
      }),
    );
  });

  test('numbers of a masked copy are those that were written', () => {
    expect(writtenJsonOf(masker.value(parseAsWritten(text)).value)).toBe(text.replace('"d":1,', ''));
    const card = masker.value(parseAsWritten('{"token":90071992547409931234}'));
    expect(writtenJsonOf(card.value)).not.toContain('9007199');
  });

  test('preserves numbers by pointer for a copy that crossed to another thread', () => {
    const copy: unknown = JSON.parse('{"a/b":[1.1,{"c":2}],"d":3}');
    keepWrittenAt(copy, [
      { pointer: '/a~1b/0', text: '1.10' },
      { pointer: '/a~1b/1/c', text: '2.0' },
      { pointer: '/gone/0', text: '4.0' },
      { pointer: '', text: '5.0' },
    ]);
    expect(writeJson(copy)).toBe('{"a/b":[1.10,{"c":2.0}],"d":3}');
  });

  test('is written with blanks as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(writeJson(value, 2)).toBe(JSON.stringify(value, null, 2));
        expect(writeJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

test.each([
  [0.1, 0.2, 0.3],
  [1.1, 2.2, 3.3],
  [3, 4, 7],
  [1e-7, 2e-7, 3e-7],
  [1e300, 0.1, 1e300],
])('the sum of %d and %d as decimals is %d', (a, b, sum) => {
  expect(addDecimals(a, b)).toBe(sum);
});
