import { isRecord } from '@openwop-inspector/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemberNames, payloadMembers } from './payload-members.ts';

const encoder = new TextEncoder();
const ASKED = new MemberNames(
  ['attempt', 'reason', 'code', 'envelopeType', 'resumeValue'],
  ['error', 'fields', 'resumeValue'],
  1024,
);
const NAMES = [
  'attempt',
  'reason',
  'code',
  'error',
  'fields',
  'resumeValue',
  'envelopeType',
  'x',
  'a"b',
  'päyload',
];

/** What a plain reading keeps. */
function plainly(value: unknown, opens = true): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  const out: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    const isObject = typeof one === 'object' && one !== null;
    if (opens && isRecord(one) && ['error', 'fields', 'resumeValue'].includes(key))
      out[key] = plainly(one, false);
    else if (!isObject && ['attempt', 'reason', 'code', 'envelopeType', 'resumeValue'].includes(key))
      out[key] = one;
  }
  return out;
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.integer(),
    fc.constantFrom(true, null, 1.5e-7, '"}{[', '\\'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('any'), { maxKeys: 6 }),
}));

test('the members of any payload are those of a parse, however it is spaced', () => {
  const property = fc.property(value.any, value.any, fc.constantFrom(0, 1, '\t'), (payload, data, space) => {
    const both = encoder.encode(JSON.stringify({ eventId: 'e', data, payload, type: 't' }, null, space));
    expect(payloadMembers(both, ASKED)).toEqual(plainly(payload));
    const one = encoder.encode(JSON.stringify({ type: 't', data }, null, space));
    expect(payloadMembers(one, ASKED)).toEqual(plainly(data));
  });
  fc.assert(property, { numRuns: 300 });
});

test.each([
  ['a name written with an escape', '{"payload":{"att\\u0065mpt":3}}', { attempt: 3 }],
  ['the last of two members of one name', '{"payload":{"attempt":1,"attempt":{"a":1}}}', {}],
  ['the last of two payloads', '{"payload":{"attempt":1},"payload":{"attempt":2}}', { attempt: 2 }],
  ['a text too long for a word', `{"payload":{"reason":"${'x'.repeat(1025)}"}}`, {}],
  ['bytes that are no JSON', '{"payload":{"attempt":1', undefined],
  ['no object', '[1]', undefined],
  ['a mark of the byte order in a text', '{"payload":{"reason":"\ufeffx"}}', { reason: '\ufeffx' }],
])('%s', (_, text, wanted) => {
  expect(payloadMembers(encoder.encode(text), ASKED)).toEqual(wanted);
});
