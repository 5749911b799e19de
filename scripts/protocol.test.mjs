import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ownProtocol, protocolDifferences, publishedProtocol } from './protocol.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What this product has, written as the repository of the protocol writes it, after a change. */
function checkout(change = () => {}) {
  const own = ownProtocol();
  const inlined = (definition) => JSON.parse(JSON.stringify(definition.schema));
  const state = {
    types: new Map([...own.types].map(([type, one]) => [type, inlined(one)])),
    kinds: new Map([...own.kinds].map(([kind, one]) => [kind, inlined(one)])),
    event: inlined(own.event),
    rows: [...own.renamed].map(([v1, v2]) => ({ v1, v2 })),
  };
  change(state);
  const folder = mkdtempSync(join(tmpdir(), 'protocol-'));
  folders.push(folder);
  mkdirSync(join(folder, 'schemas/envelopes'), { recursive: true });
  mkdirSync(join(folder, 'spec/v2'), { recursive: true });
  const write = (path, value) => writeFileSync(join(folder, path), JSON.stringify(value));
  const names = [...state.types.keys()];
  write('schemas/run-event.schema.json', { ...state.event, $defs: { RunEventType: { enum: names } } });
  const index = Object.fromEntries(names.map((type, at) => [type, { $ref: `#/$defs/p${at}` }]));
  const payloads = Object.fromEntries([...state.types.values()].map((schema, at) => [`p${at}`, schema]));
  write('schemas/run-event-payloads.schema.json', {
    $id: 'https://example.org/payloads',
    $defs: { _typeIndex: { properties: index }, ...payloads },
  });
  for (const [kind, schema] of state.kinds) write(`schemas/envelopes/${kind}.schema.json`, schema);
  write('spec/v2/event-codemap.json', { rows: [...state.rows, { v1: 'run.started', v2: 'run.started' }] });
  return folder;
}

/** Differences between that checkout and this product; references to shared shapes cannot be followed in it. */
const differences = (change) =>
  protocolDifferences(publishedProtocol(checkout(change)), ownProtocol()).map(({ lacks, what, files }) => [
    lacks,
    what,
    files[0],
  ]);
/** Those that only the change makes. */
const made = (change) => {
  const before = new Set(differences().map((row) => JSON.stringify(row)));
  return differences(change).filter((row) => !before.has(JSON.stringify(row)));
};

test('the same version lacks no type, kind or name', () => {
  expect(differences().filter(([lacks]) => lacks === 'we')).toEqual([]);
});

test.each([
  [
    'a type that is not known here',
    ({ types }) => types.set('voice.paused', { properties: { atMs: {} } }),
    [['we', 'event type voice.paused', 'packages/protocol/schemas/payloads/voice.schema.json']],
  ],
  [
    'a type of a new family',
    ({ types }) => types.set('billing.charged', true),
    [['we', 'event type billing.charged', 'packages/protocol/schemas/payloads/billing.schema.json']],
  ],
  [
    'a type taken away',
    ({ types }) => types.delete('goal.closed'),
    [['they', 'event type goal.closed', 'packages/protocol/schemas/payloads/governance.schema.json']],
  ],
  [
    'a member of a payload, and one in it',
    ({ types }) => {
      types.get('node.started').properties.lane = { type: 'object', properties: { index: {} } };
    },
    [
      ['we', 'node.started /lane', 'packages/protocol/schemas/payloads/node.schema.json'],
      ['we', 'node.started /lane/index', 'packages/protocol/schemas/payloads/node.schema.json'],
    ],
  ],
  [
    'a member of the event document',
    ({ event }) => {
      event.properties.shard = { type: 'string' };
    },
    [['we', 'event document /shard', 'packages/protocol/schemas/run-event.schema.json']],
  ],
  [
    'a kind of envelope',
    ({ kinds }) => kinds.set('media.model', { properties: { url: {} } }),
    [['we', 'envelope kind media.model', 'packages/protocol/schemas/envelopes/media.model.schema.json']],
  ],
  [
    'a renamed type',
    ({ rows }) => rows.push({ v1: 'node.retried', v2: 'node.attempt-retried' }),
    [
      [
        'we',
        'v2 name of node.retried as node.attempt-retried',
        'packages/protocol/schemas/event-names-v2.json',
      ],
    ],
  ],
])('%s', (_, change, expected) => {
  expect(made(change)).toEqual(expected);
});

test('a folder without the schemas is no checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-'));
  folders.push(folder);
  expect(publishedProtocol(folder)).toBeNull();
});
