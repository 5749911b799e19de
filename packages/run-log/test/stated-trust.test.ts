import { expect, test } from 'vitest';
import { trustOf } from '../src/index.ts';
import { openString } from './opened-logs.ts';

const line = (sequence: number, members: object): string =>
  JSON.stringify({
    eventId: `e-000000000000${sequence}`,
    runId: 'acme/r-0123456789abcdef',
    sequence,
    type: 'vendor.note',
    timestamp: '2026-10-01T00:00:00.000Z',
    schemaVersion: 1,
    nodeId: 'n',
    ...members,
  });

/** Events of v2 have no `contentTrust`: it is in the payload (run-events 3.6). */
test.each([
  ['of the payload', { contentTrust: 'untrusted' }, 'untrusted'],
  [
    'of the meta of an envelope that is the payload',
    { type: 'x', meta: { contentTrust: 'untrusted' } },
    'untrusted',
  ],
  [
    'behind other members',
    { meta: { a: [{ contentTrust: 1 }], b: '}"', contentTrust: 'untrusted' } },
    'untrusted',
  ],
  [
    'of an envelope in the payload',
    { envelope: { payload: {}, meta: { contentTrust: 'untrusted' } } },
    'untrusted',
  ],
  ['in blanks', ' { "envelope" : { "meta" : { "contentTrust" : "untrusted" } } } ', 'untrusted'],
  ['stated by the host', { envelope: {}, trust: 'untrusted', version: 1 }, 'untrusted'],
  [
    'stated by the host, against the envelope',
    { envelope: { meta: { contentTrust: 'untrusted' } }, trust: 'trusted' },
    'untrusted',
  ],
  ['trusted, stated by the host', { envelope: {}, trust: 'trusted' }, 'trusted'],
  ['what a model says of itself', { envelope: { meta: { contentTrust: 'trusted' } } }, null],
  [
    'the payload before the envelope',
    { contentTrust: 'trusted', meta: { contentTrust: 'untrusted' } },
    'trusted',
  ],
  ['a word that is none', { trust: 'untrusted!', meta: { contentTrust: 'Untrusted' } }, null],
  ['deeper than is read', { data: { meta: { contentTrust: 'untrusted' } } }, null],
  ['no object', { meta: 'untrusted', envelope: ['contentTrust', 'untrusted'], trust: {} }, null],
  ['a text that looks so', { meta: '{"contentTrust":"untrusted"}' }, null],
])('the trust of an event: %s', async (_what, payload, expected) => {
  const given = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const own = (at: number, members = {}) =>
    line(at, { payload: 'PLACE', ...members }).replace('"PLACE"', given);
  // A repeated key is left to the careful scanner.
  const careful = own(1).replace('{', '{"nodeId":"n",');
  const log = await openString([own(0), careful, own(2, { contentTrust: 'trusted' })].join('\n'));
  expect([0, 1, 2].map((row) => log.index.trustOf(row))).toEqual([expected, expected, 'trusted']);
  expect((await trustOf(log, 0)).level).toBe(expected ?? 'unstated');
});
