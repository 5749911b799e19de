import {
  type AcceptContext,
  aghGraph,
  applyPatch,
  createAcceptor,
  decideModelGate,
  differencesOf,
  lintDiscovery,
  lintSchema,
  parseJsonText,
  proposeRepair,
  readAghMessages,
  readDispatchFile,
  readEnvelopeFile,
  readGateFile,
  readVectors,
  schemaAt,
  simulateDispatch,
  withDiscoveryLint,
} from '@openwop-inspector/acceptor-core';
import { createSchemaCompiler } from '@openwop-inspector/acceptor-core/foreign-schemas';
import { entry, many } from '../entry.ts';

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

/** Work that has a fresh acceptor judge one emission. */
const judging = (emission: { envelope: unknown } | { text: string }, change: Partial<AcceptContext> = {}) => {
  const acceptorParts = { compile, whatIf: true };
  return () => createAcceptor({ ...context, ...change }, acceptorParts).accept(emission);
};

const property = (at: number): object => ({ [`p${at}`]: { type: 'string', description: 'd' } });
const objectSchema = (n: number): object => ({
  type: 'object',
  properties: Object.assign({}, ...many(n, property)),
  required: many(n, (at) => `p${at}`),
  additionalProperties: false,
});

/** What judges an envelope, a schema or a file of them. */
export const ACCEPTOR_ENTRIES = [
  entry('accept: many members', 5000, (n) =>
    judging({ envelope: envelope(Object.fromEntries(many(n, (at) => [`k${at}`, at]))) }),
  ),
  entry('accept: nested deep', 5000, (n) => {
    const payload: unknown = JSON.parse(`${'{"title":['.repeat(n)}1${']}'.repeat(n)}`);
    return judging({ envelope: envelope(payload) });
  }),
  entry('accept: many envelopes in one array', 200, (n) =>
    judging({
      envelope: many(n, (at) => envelope({ title: 't' }, { correlationId: `c${at}`, envelopeId: `e${at}` })),
    }),
  ),
  entry('accept: secrets in a long payload', 50_000, (n) =>
    judging(
      { envelope: envelope({ title: 'a'.repeat(n) }) },
      { secrets: many(20, (at) => ({ secretId: `s${at}`, value: `${'a'.repeat(30)}${at}` })) },
    ),
  ),
  entry('accept: text of braces that never close', 20_000, (n) => judging({ text: '{'.repeat(n) })),
  entry('accept: text of fences', 20_000, (n) => judging({ text: '```json\n{\n'.repeat(n / 10) })),
  entry('accept: text of many small objects', 500, (n) => judging({ text: '{"type":"x"} '.repeat(n) })),
  entry('accept: text of quotes and backslashes', 50_000, (n) => judging({ text: `{"${'\\"'.repeat(n)}` })),
  entry('accept: a surface of many components', 200, (n) =>
    judging({
      envelope: envelope(
        {
          catalogVersion: '0.9.1',
          surface: {
            title: 't',
            components: many(n, (at) => ({ component: 'field.text', id: `f${at}`, label: 'x' })),
          },
        },
        { type: 'ui.a2ui-surface', schemaVersion: 1 },
      ),
    }),
  ),
  entry('lint-schema: many properties', 300, (n) => {
    const schema = objectSchema(n);
    return () => lintSchema(schema);
  }),
  entry('lint-schema: many variants', 100, (n) => {
    const schema = {
      type: 'object',
      properties: {
        v: { oneOf: many(n, (at) => ({ type: 'object', properties: { kind: { const: `k${at}` } } })) },
      },
    };
    return () => lintSchema(schema);
  }),
  entry('lint-schema: references in a chain', 100, (n) => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: Object.fromEntries(many(n, (at) => [`d${at}`, { $ref: `#/$defs/d${(at + 1) % n}` }])),
    };
    return () => lintSchema(schema);
  }),
  entry('lint-schema: nested deep', 2000, (n) => {
    const schema: unknown = JSON.parse(`${'{"items":'.repeat(n)}{}${'}'.repeat(n)}`);
    return () => lintSchema(schema);
  }),
  entry('lint of a discovery document', 2000, (n) => {
    const document = { schemas: Object.fromEntries(many(n, (at) => [`k${at}`, at])), kinds: many(n, String) };
    return () => lintDiscovery(document);
  }),
  entry('repair: members in the wrong place', 50, (n) => {
    const misplaced = {
      ...envelope({}),
      title: 't',
      ...Object.fromEntries(many(n, (at) => [`k${at}`, 't'])),
    };
    const accept = (value: unknown) =>
      createAcceptor(context, { compile }).accept({ envelope: value, single: true })[0] ?? null;
    return () => proposeRepair({ envelope: misplaced, context, accept });
  }),
  entry('patch: one operation in a large value', 5000, (n) => {
    const value = { list: many(n, String), members: Object.fromEntries(many(n, (at) => [`k${at}`, at])) };
    return () => applyPatch(value, [{ op: 'move', from: '/list/0', path: '/members/k' }]);
  }),
  entry('schema at a place', 2000, (n) => {
    const schema = objectSchema(n);
    return () => schemaAt(schema, `/p${n - 1}`);
  }),
  entry('differences of two values', 5000, (n) => {
    const [one, other] = [many(n, (at) => ({ at })), many(n, (at) => ({ at: -at }))];
    return () => differencesOf(one, other, '');
  }),
  entry('text to JSON: numbers and escapes', 20_000, (n) => {
    const text = `[${many(n, (at) => `1e${at},"\\u00e9"`).join(',')}]`;
    return () => parseJsonText(text);
  }),
  entry('file of envelopes', 2000, (n) => {
    const text = many(n, (at) => JSON.stringify(envelope({ title: `t${at}` }))).join('\n');
    return () => readEnvelopeFile(text);
  }),
  entry('file of vectors', 500, (n) => {
    const vectors = many(n, (at) => ({
      id: `v${at}`,
      clause: 'acceptor 1',
      input: { envelope: {} },
      expect: 1,
    }));
    const file = { format: 'openwop-inspector-vectors/1', protocol: 'openwop', chapter: 'c', vectors };
    return () => readVectors(file);
  }),
  entry('AGH messages: each an answer to the one before', 400, (n) => {
    const messages = many(n, (at) => ({ id: `m${at}`, from: 'a', kind: 'say', causation_id: `m${at - 1}` }));
    const text = messages.map((each) => JSON.stringify(each)).join('\n');
    return () => [readAghMessages(text), aghGraph(messages)];
  }),
  entry(
    'AGH messages: braces that never match',
    50_000,
    (n) => () => readAghMessages('{"a":['.repeat(n / 6)),
  ),
  entry('gate: many capabilities, none of them there', 20_000, (n) => {
    const active = { provider: 'p', model: 'm', capabilities: many(n, (at) => `has-${at}`) };
    const host = { modelCapabilities: { supported: true, advertised: many(n, (at) => `tells-${at}`) } };
    const question = { required: many(n, (at) => `asks-${at}`), active, host };
    return () => decideModelGate(question);
  }),
  entry('gate: a file of unknown fields', 5000, (n) => {
    const file = Object.fromEntries(many(n, (at) => [`requird${at}`, at]));
    return () => readGateFile(file);
  }),
  entry('model turn: a file of many answers', 5000, (n) => {
    const file = { responses: many(n, () => ({ text: '{}', stop: 'stop' })) };
    return () => readDispatchFile(file);
  }),
  entry('model turn: every answer is large, and refused', 500, (n) => {
    const text = JSON.stringify(envelope(Object.fromEntries(many(n, (at) => [`k${at}`, at]))));
    const answers = many(16, () => ({ text, stop: 'stop' }));
    return () => simulateDispatch(answers, { schemaRounds: 16 }, context, { compile });
  }),
  entry('discovery: many findings', 5000, (n) => {
    const document = { modelCapabilities: { supported: true, advertised: many(n, () => 'A B') } };
    const findings = many(n, (at) => ({
      ...{ rule: 'model_capability_pattern', level: 'error' as const, message: '', why: '', clause: '' },
      pointer: `/modelCapabilities/advertised/${at + 100}`,
    }));
    return () => withDiscoveryLint(document, findings);
  }),
];
