import { describe, expect, test } from 'vitest';
import {
  codePointLength,
  isDateTime,
  isUri,
  MAX_SCHEMA_ERRORS,
  type SchemaValidator,
  schemaErrors,
  withError,
} from './validator-runtime.ts';

describe('date-time is RFC 3339 with a real day and time', () => {
  test.each([
    '2026-05-18T10:00:00Z',
    '2026-05-18t10:00:00z',
    '2026-05-18T10:00:00.123456789Z',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '2026-05-18T12:00:00+02:00',
    '2026-05-18T12:00:00-00:00',
    '2016-12-31T23:59:60Z',
    '2017-01-01T01:59:60+02:00',
  ])('%s', (text) => expect(isDateTime(text)).toBe(true));

  test.each([
    '',
    'tomorrow',
    '1779098400',
    '2026-05-18',
    '2026-05-18T10:00:00',
    '2026-05-18 10:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-05-18T24:00:00Z',
    '2026-05-18T25:00:00Z',
    '2026-05-18T10:60:00Z',
    '2026-05-18T10:00:60Z',
    '2026-05-18T10:00:00.Z',
    '2026-05-18T10:00:00+24:00',
    '2026-05-18T10:00:00Z\n',
    '٢٠٢٦-05-18T10:00:00Z',
  ])('not %j', (text) => expect(isDateTime(text)).toBe(false));
});

describe('uri is an absolute URI', () => {
  test.each([
    'https://example.org/a?b=c#d',
    'http://user:secret@example.org:8080/',
    'http://[2001:db8::1]/x',
    'mailto:a@example.org',
    'urn:isbn:1',
    'data:text/plain,x',
    'file:///a%20b',
  ])('%s', (text) => expect(isUri(text)).toBe(true));

  test.each([
    '',
    '/v1/runs/r/assets/a',
    'example.org',
    '//example.org',
    'https://a b',
    'https://a/%zz',
    'https://a/#b#c',
    'https://a:port/',
    'https://a/[b]',
    'https://[::1',
    '1http://a',
    'https://exämple.org/',
  ])('not %j', (text) => expect(isUri(text)).toBe(false));
});

test.each([
  ['', 0],
  ['abc', 3],
  ['🙂', 1],
  ['a🙂b🙂', 4],
  ['\ud83d', 1],
  ['\ude42\ud83d', 2],
  ['\ud83d\ud83d\ude42', 2],
])('code points of %j: %i', (text, length) => expect(codePointLength(text)).toBe(length));

test('a validator stops at the bound instead of filling the memory', () => {
  let made = 0;
  const endless: SchemaValidator = () => {
    let errors: Parameters<typeof withError>[0] = null;
    for (;;) {
      made++;
      errors = withError(errors, { instancePath: '', schemaPath: '#', keyword: 'type', params: {} });
    }
  };
  expect(schemaErrors(endless, null)).toHaveLength(MAX_SCHEMA_ERRORS);
  expect(made).toBe(MAX_SCHEMA_ERRORS);
});

test('an exception of a validator is not taken for a verdict', () => {
  const broken: SchemaValidator = () => {
    throw new Error('bug');
  };
  expect(() => schemaErrors(broken, null)).toThrow('bug');
});
