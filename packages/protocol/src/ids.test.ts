import { describe, expect, test } from 'vitest';
import {
  causationId,
  correlationId,
  envelopeId,
  eventId,
  MAX_ID_LENGTH,
  nodeId,
  ordinal,
  runId,
} from './ids.ts';

const constructors = { runId, eventId, nodeId, correlationId, envelopeId, causationId };

describe.each(Object.entries(constructors))('%s', (_name, make) => {
  test.each([
    ['one character', 'r'],
    ['the longest', 'x'.repeat(MAX_ID_LENGTH)],
    ['the longest of astral characters', '🙂'.repeat(MAX_ID_LENGTH)],
    ['white space remains', ' r '],
    ['a name of Object.prototype', '__proto__'],
  ])('takes %s as it is', (_rule, text) => expect(make(text)).toBe(text));

  test.each([
    ['the empty string', ''],
    ['one character too many', 'x'.repeat(MAX_ID_LENGTH + 1)],
    ['one astral character too many', '🙂'.repeat(MAX_ID_LENGTH + 1)],
    ['a number', 1],
    ['null', null],
    ['nothing', undefined],
    ['a boxed string', Object('r')],
  ])('refuses %s', (_rule, value) => expect(make(value)).toBeNull());
});

test.each([
  [0, 0],
  [7, 7],
  [-1, null],
  [1.5, null],
  [Number.MAX_SAFE_INTEGER + 1, null],
  ['1', null],
])('ordinal of %j is %j', (value, expected) => expect(ordinal(value)).toBe(expected));
