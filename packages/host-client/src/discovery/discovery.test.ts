import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDiscovery } from './read-discovery.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const UNIVERSAL = ['clarification.request', 'schema.request', 'schema.response', 'error'];
const SOUND = {
  protocolVersion: '1.1',
  implementation: { name: 'acme', version: '2.0' },
  supportedEnvelopes: UNIVERSAL,
  schemaVersions: Object.fromEntries(UNIVERSAL.map((kind) => [kind, 1])),
  limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
};

function rulesOf(document: unknown): readonly string[] {
  return readDiscovery(document, 'http://host.example', NOW).findings.map(
    ({ rule, pointer }) => `${rule} ${pointer}`,
  );
}

/** What is laid over a sound document, and what is found then. */
const LINTS: readonly (readonly [string, object, readonly string[]])[] = [
  ['nothing', {}, []],
  ['a required field is missing', { limits: undefined }, ['required_field_missing /limits']],
  [
    'a limit is missing',
    { limits: { schemaRounds: 1, envelopesPerTurn: 1 } },
    ['required_field_missing /limits/clarificationRounds'],
  ],
  [
    'a required family is under capabilities',
    { limits: undefined, capabilities: { limits: SOUND.limits } },
    [],
  ],
  ['the version has no grammar', { protocolVersion: '1.01' }, ['protocol_version_pattern /protocolVersion']],
  ['another major', { protocolVersion: '3.0' }, ['protocol_version_major /protocolVersion']],
  ['a higher minor', { protocolVersion: '1.9' }, ['protocol_version_minor /protocolVersion']],
  ['several versions', { protocolVersion: '3.0', protocolVersions: ['3.0', '1.1'] }, []],
  ['the next major', { protocolVersion: '2.0' }, []],
  ['versions that disagree', { protocolVersions: ['1.0'] }, ['protocol_version_unlisted /protocolVersions']],
  [
    'a universal kind is missing',
    { supportedEnvelopes: UNIVERSAL.slice(1) },
    ['universal_kind_missing /supportedEnvelopes'],
  ],
  [
    'kinds in the reserved families, twice, and without a namespace',
    {
      supportedEnvelopes: [...UNIVERSAL, 'media.video', 'error', 'prd.create'],
      schemaVersions: { ...SOUND.schemaVersions, 'media.video': 1, 'prd.create': 1 },
      aiProviders: { maxInlineMediaBytes: 1 },
    },
    [
      'kind_duplicate /supportedEnvelopes',
      'kind_reserved /supportedEnvelopes',
      'kind_not_namespaced /supportedEnvelopes',
    ],
  ],
  [
    'kinds and versions that do not belong together',
    {
      supportedEnvelopes: [...UNIVERSAL, 'vendor.acme.prd'],
      schemaVersions: { ...SOUND.schemaVersions, runEvent: 1 },
    },
    ['kind_without_version /schemaVersions', 'version_without_kind /schemaVersions'],
  ],
  [
    'limits 0/0/0 and no kinds',
    { supportedEnvelopes: [], limits: { clarificationRounds: 0, schemaRounds: 0, envelopesPerTurn: 0 } },
    ['no_envelopes /limits'],
  ],
  [
    'one limit 0 for a kind that is listed',
    { limits: { ...SOUND.limits, schemaRounds: 0 } },
    ['limit_zero_with_kind /limits/schemaRounds'],
  ],
  [
    'a level that is a boolean',
    { envelopes: { tierOneSubsetCompliance: true } },
    ['level_not_a_word /envelopes/tierOneSubsetCompliance'],
  ],
  [
    'a supported that is a word',
    { feedback: { supported: 'yes' } },
    ['supported_not_boolean /feedback/supported'],
  ],
  ['providers are a list', { aiProviders: { supported: ['mock'] } }, []],
  [
    'experiments: open, over, unreadable, without an end',
    {
      a: { tier: 'experimental', experimentalUntil: '2027-01-01' },
      b: { c: { tier: 'experimental', experimentalUntil: '2026-01-01' } },
      d: { experimentalUntil: 'soon' },
      'x-host-e': { tier: 'experimental' },
    },
    [
      'experimental_until_invalid /d/experimentalUntil',
      'experimental_over /b/c/experimentalUntil',
      'experimental_until_missing /x-host-e',
      'experimental_capability /a',
    ],
  ],
  [
    'a stream that the transports lack',
    { stream: { modes: ['updates'] }, supportedTransports: ['rest'] },
    ['stream_not_among_transports /supportedTransports', 'stream_debug_missing /stream/modes'],
  ],
  [
    'sse among the transports alone',
    { supportedTransports: ['rest', 'sse'] },
    ['transport_sse_unlisted /supportedTransports', 'stream_among_transports_only /supportedTransports'],
  ],
  [
    'a family declared twice, differently; order of members is no difference',
    {
      feedback: { supported: true },
      replay: { supported: true, modes: [] },
      capabilities: { feedback: { supported: false }, replay: { modes: [], supported: true } },
    },
    ['family_told_twice /capabilities/feedback'],
  ],
  [
    'a family mirrored in part is no second telling',
    {
      aiProviders: { supported: ['mock'], maxInlineMediaBytes: 1000, deep: { a: 1, b: 2 } },
      capabilities: { aiProviders: { supported: ['mock'], deep: { b: 2, c: 3 } } },
    },
    [],
  ],
  [
    'a list that is shorter under capabilities is a contradiction',
    {
      aiProviders: { supported: ['mock', 'other'] },
      capabilities: { aiProviders: { supported: ['mock'] } },
    },
    ['family_told_twice /capabilities/aiProviders'],
  ],
  [
    'reliable without its events',
    { capabilities: { envelopes: { reliability: { supported: true, events: ['envelope.refusal'] } } } },
    ['reliability_events_missing /capabilities/envelopes/reliability/events'],
  ],
  [
    'a multiplier out of range',
    { envelopes: { reliability: { supported: false, completion: { truncationBudgetMultiplier: 9 } } } },
    ['schema /envelopes/reliability/completion/truncationBudgetMultiplier'],
  ],
  ['an old log', { eventLogSchemaVersion: 1 }, ['event_log_schema_old /eventLogSchemaVersion']],
  ['a credential', { note: 'Bearer abcdef0123456789abcdef' }, ['secret_in_document ']],
];

test.each(LINTS)('capabilities lint: %s', (_, over, rules) => {
  expect(rulesOf({ ...SOUND, ...over }).filter((rule) => !rule.startsWith('schema /limits'))).toEqual(rules);
});

const MEDIA: readonly (readonly [unknown, string[]])[] = [
  [262_144, []],
  [undefined, ['media_cap_missing /aiProviders/maxInlineMediaBytes']],
  [0, ['media_cap_zero /aiProviders/maxInlineMediaBytes']],
  [9_000_000, ['media_cap_large /aiProviders/maxInlineMediaBytes']],
  [-1, ['schema /aiProviders/maxInlineMediaBytes']],
];

test.each(MEDIA)('capabilities lint: media cap %j (envelope 6)', (maxInlineMediaBytes, rules) => {
  const supportedEnvelopes = [...UNIVERSAL, 'media.image'];
  const schemaVersions = { ...SOUND.schemaVersions, 'media.image': 1 };
  expect(
    rulesOf({ ...SOUND, supportedEnvelopes, schemaVersions, aiProviders: { maxInlineMediaBytes } }),
  ).toEqual(rules);
});

function recorded(host: string) {
  const text = readFileSync(`testing/recordings/${host}/well-known.openwop.json`, 'utf8');
  return readDiscovery(JSON.parse(text), 'http://127.0.0.1:18900', NOW);
}

/** Each finding was judged against the document: none is wrong, none is missing. */
test('recorded documents: the app host (section 5.2)', () => {
  const { findings, features, limits, documentText: _, ...rest } = recorded('app');
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'experimental_until_missing /x-host-openwop-workforce',
    'version_without_kind /schemaVersions',
    'transport_sse_unlisted /supportedTransports',
  ]);
  expect(features).toMatchObject({
    debugBundle: 'not advertised',
    stream: 'yes',
    a2uiSurface: 'yes',
    replay: 'yes',
  });
  expect(limits).toMatchObject({ clarificationRounds: 5, envelopesPerTurn: 32, maxRunDurationMs: 600_000 });
  expect(rest).toMatchObject({ name: 'openwop-workflow-engine', version: '0.1.0', versionVerdict: 'same' });
});

test('recorded documents: the in-memory host (section 5.2)', () => {
  const { findings, features, limits } = recorded('in-memory');
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(['no_envelopes /limits']);
  expect(features).toMatchObject({ debugBundle: 'yes', stream: 'not advertised', feedback: 'yes' });
  expect(limits).toMatchObject({ clarificationRounds: 0, schemaRounds: 0, maxNodeExecutions: 1000 });
});

test.each([
  [{ kinds: ['approval'] }, 'yes'],
  [{ supported: true, kinds: [] }, 'yes'],
  [{ supported: false, kinds: ['approval'] }, 'no'],
  [{}, 'not advertised'],
  [undefined, 'not advertised'],
])('interrupts: %j is "%s" (section 5.2)', (interrupts, said) => {
  const base = 'http://host.example:3801';
  expect(readDiscovery({ interrupts }, base).features.interrupts).toBe(said);
  expect(readDiscovery({ capabilities: { interrupts } }, base).features.interrupts).toBe(said);
});

const V2 = {
  protocolVersions: ['2.0'],
  preferredVersion: '2.0',
  supportedEnvelopes: { status: 'stable', since: '2.0', witness: 'w', kinds: ['error', 'media.image'] },
  limits: { status: 'stable', since: '2.0', witness: 'w', schemaRounds: 2 },
  replay: { status: 'stable', since: '2.0', witness: 'w', modes: ['replay'] },
};

test('a document of v2 has its capabilities in records (bundles 12.1)', () => {
  const discovery = readDiscovery(V2, 'http://h');
  expect(discovery).toMatchObject({
    protocolVersion: '2.0',
    major: 2,
    versionVerdict: 'same',
    supportedEnvelopes: ['error', 'media.image'],
    limits: { schemaRounds: 2 },
    features: { replay: 'yes', feedback: 'not advertised', debugBundle: 'no' },
    findings: [],
  });
});

test.each([
  ['no end of an experiment', { status: 'experimental' }, ['record_until_missing /replay']],
  ['an experiment with an end', { status: 'experimental', until: '3.0' }, []],
  ['another status', { status: 'beta' }, ['record_status_unknown /replay/status']],
  ['a state of v1', { supported: true }, ['record_supported /replay/supported']],
])('lint of v2: %s (bundles 12.1)', (_, over, rules) => {
  expect(rulesOf({ ...V2, replay: { ...V2.replay, ...over } })).toEqual(rules);
});

test.each([
  [{ protocolVersion: '1.11', protocolVersions: ['1.11', '2.0'] }, 1, '1.11', 'The host also speaks 2.0'],
  [{ protocolVersions: ['1.11', '2.0'], preferredVersion: '2.0' }, 2, '2.0', 'The host also speaks 1.11'],
  [{ protocolVersions: ['3.0', '2.0'], preferredVersion: '3.0' }, 2, '2.0', 'The host prefers 3.0, which'],
  [{ protocolVersion: '1.1', protocolVersions: ['1.0', '1.1'] }, 1, '1.1', null],
  [{}, 1, null, null],
])('%j gets requests in v%i (bundles 12.1)', (document, major, protocolVersion, choice) => {
  const discovery = readDiscovery(document, 'http://h');
  expect(discovery).toMatchObject({ major, protocolVersion });
  if (choice === null) expect(discovery.versionChoice).toBeNull();
  else expect(discovery.versionChoice).toContain(choice);
});

test('a value that is no document is reported and never throws', () => {
  for (const value of [null, 7, 'text', [], undefined]) {
    const discovery = readDiscovery(value, 'http://host.example:3801');
    expect(discovery).toMatchObject({
      name: 'host.example:3801',
      versionVerdict: 'not-said',
      supportedEnvelopes: [],
    });
    expect(discovery.findings.map(({ rule }) => rule)).toEqual(['document_is_no_object']);
  }
  const hostile = JSON.parse(
    '{"__proto__":{"supported":true},"limits":{"__proto__":{}},"capabilities":7,"stream":[]}',
  );
  expect(() => readDiscovery(hostile, 'x')).not.toThrow();
  expect(readDiscovery({ deep: deep(20_000) }, 'http://h').documentText.length).toBeLessThanOrEqual(
    1_048_576,
  );
});

function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = { a: value };
  return value;
}
