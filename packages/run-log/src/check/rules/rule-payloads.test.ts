import { expect, test } from 'vitest';
import { payloadMembers } from '../../query/payload/read-payload.ts';
import { APPROVAL_MEMBERS, approvalFacts } from '../../query/trust/approval-gates.ts';
import { membersForRules, NAMES } from './rule-payloads.ts';

test.each([
  ['scalars by name, others left out', '{"payload":{"attempt":1,"prompt":"x"}}', { attempt: 1 }],
  [
    'members of the error, one level deep',
    '{"data":{"error":{"code":"c","error":{"code":"d"}}}}',
    { error: { code: 'c' } },
  ],
  ['a name written with an escape', '{"payload":{"att\\u0065mpt":3}}', { attempt: 3 }],
  ['the last of two members of one name', '{"payload":{"attempt":1,"attempt":{"a":1}}}', {}],
  ['the last of two payloads', '{"payload":{"attempt":1},"payload":{"attempt":2}}', { attempt: 2 }],
  ['a text too long for a word', `{"payload":{"reason":"${'x'.repeat(1025)}"}}`, {}],
  ['bytes that are not JSON', '{"payload":{"attempt":1', undefined],
  ['a payload that is not an object', '{"payload":[1]}', undefined],
  ['a byte order mark in a text', '{"payload":{"reason":"\ufeffx"}}', { reason: '\ufeffx' }],
])('%s', (_, text, wanted) => {
  // Large events are searched, small ones parsed.
  const large = text.replace('{', `{"extra":[{"payload":"${'\\"}'.repeat(400)}"},[]],`);
  for (const written of [text, large, large.replaceAll(':', ' :\n')]) {
    const members = payloadMembers(new TextEncoder().encode(written), NAMES);
    expect(members && membersForRules(members)).toEqual(wanted);
  }
});

test('every member of an approval is read of large events too (run-events 3.2)', () => {
  const names = new Set<string | symbol>();
  // Holds a member of every name, at every depth, and notes the names.
  const any: object = new Proxy(
    {},
    {
      get: (_, name) => {
        names.add(name);
        return any;
      },
      ownKeys: () => [...APPROVAL_MEMBERS],
      getOwnPropertyDescriptor: () => ({ value: any, configurable: true, enumerable: true }),
    },
  );
  approvalFacts(any);
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !APPROVAL_MEMBERS.has(String(name)))).toEqual([]);
});
