import { expect, test } from 'vitest';
import type { AcceptContext } from '../accept-context.ts';
import { fieldStandings, overriddenContext } from './context-from-evidence.ts';

const rebuilt: AcceptContext = {
  runId: 'r1',
  host: { supportedEnvelopes: ['a'], limits: { schemaRounds: 2 } },
  counters: { schemaRounds: 1 },
};

test.each<[string, AcceptContext, AcceptContext]>([
  ['nothing', {}, rebuilt],
  ['a field', { runId: 'r2' }, { ...rebuilt, runId: 'r2' }],
  ['null takes a field away', { runId: null, host: null }, { ...rebuilt, runId: null, host: null }],
  [
    'a limit, in addition to the others',
    { host: { limits: { envelopesPerTurn: 5 } } },
    { ...rebuilt, host: { supportedEnvelopes: ['a'], limits: { schemaRounds: 2, envelopesPerTurn: 5 } } },
  ],
  [
    'a counter, in addition to the others',
    { counters: { envelopesPerTurn: 3 } },
    { ...rebuilt, counters: { schemaRounds: 1, envelopesPerTurn: 3 } },
  ],
  [
    'a list as a whole',
    { host: { supportedEnvelopes: ['b'] } },
    { ...rebuilt, host: { ...rebuilt.host, supportedEnvelopes: ['b'] } },
  ],
  ['a schema', { schemas: { k: {} } }, { ...rebuilt, schemas: { k: {} } }],
])('given goes before rebuilt: %s', (_name, given, expected) => {
  const before = JSON.stringify(rebuilt);
  expect(JSON.parse(JSON.stringify(overriddenContext(rebuilt, given)))).toEqual(expected);
  expect(JSON.stringify(rebuilt)).toBe(before);
});

test('a field that is given says so, and no other', () => {
  const fields = ['host.limits.schemaRounds', 'host.limits.envelopesPerTurn', 'nodeId', 'prior'];
  const rows = fields.map((field) => ({ field, standing: 'known' as const, note: 'n' }));
  const given = { host: { limits: { schemaRounds: 1 } }, prior: null, nodeId: undefined };
  const standings = fieldStandings(rows, given).map(({ standing }) => standing);
  expect(standings).toEqual(['given', 'known', 'known', 'given']);
});
