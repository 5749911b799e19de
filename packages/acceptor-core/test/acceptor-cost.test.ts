/** The cost of what judges envelopes, schemas and files of them grows with their size. */
import { testCost } from '@openwop-inspector/testing/cost-growth';
import { many, members, ndjson, nested, times } from '@openwop-inspector/testing/hostile-shapes';
import { createSchemaCompiler } from '../src/foreign-schemas/index.ts';
import {
  type AcceptContext,
  aghGraph,
  applyPatch,
  createAcceptor,
  decideModelGate,
  differencesOf,
  envelopeSchemaAt,
  lintDiscovery,
  lintSchema,
  parseJsonText,
  proposeRepair,
  readAghMessages,
  readDispatchFile,
  readEnvelopeFile,
  readGateFile,
  readVectors,
  simulateDispatch,
  withDiscoveryLint,
} from '../src/index.ts';

const KIND = 'vendor.acme.prd.create';
const compile = createSchemaCompiler();

const context: AcceptContext = {
  runId: 'r1',
  nodeId: 'n1',
  now: '2026-05-18T10:00:05Z',
  host: {
    supportedEnvelopes: [KIND, 'ui.a2ui-surface'],
    schemaVersions: { [KIND]: 2, 'ui.a2ui-surface': 1 },
  },
  schemas: { [KIND]: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } },
};

const envelope = (payload: unknown, over: object = {}): object => ({
  type: KIND,
  schemaVersion: 2,
  envelopeId: 'e',
  correlationId: 'c',
  payload,
  meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
  ...over,
});

const accept = (emission: Emission, change: Partial<AcceptContext> = {}) =>
  createAcceptor({ ...context, ...change }, { compile, whatIf: true }).accept(emission);
type Emission = { readonly envelope: unknown } | { readonly text: string };

const objectSchema = (n: number) => {
  const properties = members(n, () => ({ type: 'string', description: 'd' }));
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
};
const surface = (n: number): object => {
  const components = many(n, (at) => ({ component: 'field.text', id: `f${at}`, label: 'x' }));
  const payload = { catalogVersion: '0.9.1', surface: { title: 't', components } };
  return envelope(payload, { type: 'ui.a2ui-surface', schemaVersion: 1 });
};

testCost('accepting an envelope', (value: unknown) => accept({ envelope: value }), {
  'many members': [5000, (n) => envelope(members(n))],
  'nested deep': [5000, (n) => envelope(JSON.parse(`${'{"title":['.repeat(n)}1${']}'.repeat(n)}`))],
  'many envelopes in one array': [
    200,
    (n) => many(n, (at) => envelope({ title: 't' }, { correlationId: `c${at}`, envelopeId: `e${at}` })),
  ],
  'a surface of many components': [200, surface],
});
const secrets = many(20, (at) => ({ secretId: `s${at}`, value: `${'a'.repeat(30)}${at}` }));
testCost('redacting an envelope', (value: unknown) => accept({ envelope: value }, { secrets }), {
  'a long text of starts of secrets': [50_000, (n) => envelope({ title: 'a'.repeat(n) })],
});
testCost('accepting a text', (text: string) => accept({ text }), {
  'braces that never close': times(20_000, '{'),
  fences: times(2000, '```json\n{\n'),
  'many small objects': times(500, '{"type":"x"} '),
  'quotes and backslashes': nested(50_000, '\\"', '', '{"'),
});
testCost('linting a schema', lintSchema, {
  'many properties': [300, objectSchema],
  'many variants': [
    100,
    (n) => {
      const oneOf = many(n, (at) => ({ type: 'object', properties: { kind: { const: `k${at}` } } }));
      return { type: 'object', properties: { v: { oneOf } } };
    },
  ],
  'references in a chain': [
    100,
    (n) => {
      const $defs = members(n, (at) => ({ $ref: `#/$defs/k${(at + 1) % n}` }));
      return { type: 'object', properties: { a: { $ref: '#/$defs/k0' } }, $defs };
    },
  ],
  'nested deep': [2000, (n) => JSON.parse(`${'{"items":'.repeat(n)}{}${'}'.repeat(n)}`)],
});
testCost('linting a discovery document', lintDiscovery, {
  'many schemas and kinds': [2000, (n) => ({ schemas: members(n), kinds: many(n, String) })],
});
const proposal = (value: unknown) =>
  proposeRepair({
    envelope: value,
    context,
    accept: (one) => createAcceptor(context, { compile }).accept({ envelope: one, single: true })[0] ?? null,
  });
testCost('proposing a repair', proposal, {
  'members in the wrong place': [50, (n) => ({ ...envelope({}), title: 't', ...members(n, () => 't') })],
});
const movingOne = (value: unknown) =>
  applyPatch(value, [{ op: 'move', from: '/list/0', path: '/members/k' }]);
testCost('applying a patch', movingOne, {
  'one operation in a large value': [5000, (n) => ({ list: many(n, String), members: members(n) })],
});
const schemaOfLast = (schema: { readonly required: readonly string[] }) =>
  envelopeSchemaAt({ type: KIND }, `/payload/${schema.required.at(-1)}`, { [KIND]: schema });
testCost('finding a schema', schemaOfLast, {
  'the last of many properties': [2000, objectSchema],
});
const listPair = (n: number) => [many(n, (at) => ({ at })), many(n, (at) => ({ at: -at }))] as const;
testCost('comparing values', ([a, b]: readonly [unknown, unknown]) => differencesOf(a, b, ''), {
  'lists in which all differs': [5000, listPair],
});
testCost('parsing JSON', parseJsonText, {
  'numbers and escapes': [20_000, (n) => `[${many(n, (at) => `1e${at},"\\u00e9"`).join(',')}]`],
});
testCost('reading a file of envelopes', readEnvelopeFile, {
  'many lines': [2000, (n) => many(n, (at) => JSON.stringify(envelope({ title: `t${at}` }))).join('\n')],
});
const vector = (at: number): object => ({
  id: `v${at}`,
  clause: 'acceptor 1',
  title: 't',
  emissions: [{ envelope: {} }],
  expect: {},
});
const vectorHead = { format: 'openwop-inspector-vectors/1', protocol: 'openwop', chapter: 'c', context: {} };
testCost('reading a file of vectors', readVectors, {
  'many vectors': [2000, (n) => ({ ...vectorHead, vectors: many(n, vector) })],
});
const message = (at: number): object => ({
  id: `m${at}`,
  from: 'a',
  kind: 'say',
  causation_id: `m${at - 1}`,
});
testCost('reading AGH messages', readAghMessages, {
  'each an answer to the previous one': [400, (n) => ndjson(many(n, message))],
  'braces that never match': times(8000, '{"a":['),
});
testCost('the graph of AGH messages', aghGraph, {
  'each an answer to the previous one': [400, (n) => many(n, message)],
});
testCost('deciding the model gate', decideModelGate, {
  'many capabilities, all missing': [
    20_000,
    (n) => ({
      required: many(n, (at) => `asks-${at}`),
      active: { provider: 'p', model: 'm', capabilities: many(n, (at) => `has-${at}`) },
      host: { modelCapabilities: { supported: true, advertised: many(n, (at) => `names-${at}`) } },
    }),
  ],
});
testCost('reading a gate file', readGateFile, {
  'many unknown fields': [5000, (n) => Object.fromEntries(many(n, (at) => [`requird${at}`, at]))],
});
testCost('reading a file of a model turn', readDispatchFile, {
  'many answers': [5000, (n) => ({ responses: many(n, () => ({ text: '{}', stop: 'stop' })) })],
});
const refusedTurn = (text: string) =>
  simulateDispatch(
    many(16, () => ({ text, stop: 'stop' })),
    { schemaRounds: 16 },
    context,
    { compile },
  );
testCost('simulating a model turn', refusedTurn, {
  'large answers, all refused': [500, (n) => JSON.stringify(envelope(members(n)))],
});
const finding = (at: number) => ({
  rule: 'model_capability_pattern',
  level: 'error' as const,
  message: '',
  why: '',
  clause: '',
  pointer: `/modelCapabilities/advertised/${at + 100}`,
});
const lintedDiscovery = (n: number) =>
  withDiscoveryLint(
    { modelCapabilities: { supported: true, advertised: many(n, () => 'A B') } },
    many(n, finding),
  );
testCost('adding the lint to a discovery document', lintedDiscovery, { 'many findings': [5000, (n) => n] });
