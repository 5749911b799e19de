import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CATALOGUE_TYPES } from './event-types.ts';
import { checkDocument, type DocumentName } from './payload-check.ts';

const at = '2026-05-18T10:00:00Z';
const event = { eventId: 'e', runId: 'r', type: 'run.started', payload: null, timestamp: at, sequence: 0 };
const bundle = {
  bundleVersion: '1',
  generatedAt: at,
  host: { name: 'h', version: '1' },
  run: { runId: 'r', workflowId: 'w', status: 'completed' },
  events: [{ type: 'run.started', timestamp: at, sequence: null, nodeId: null }],
  redactionApplied: true,
  redactionMode: 'mask',
};
const agh = { protocol: 'agh-network/v0', id: '1', kind: 'say', channel: 'c', from: 'p', ts: 0, body: {} };
const capabilities = {
  protocolVersion: '1.1',
  supportedEnvelopes: [],
  schemaVersions: {},
  limits: { clarificationRounds: 0, schemaRounds: 0, envelopesPerTurn: 0 },
};
const clarification = { kind: 'clarification', key: 'k', data: { questions: [{ id: 'q', question: '?' }] } };
const agentRef = { agentId: 'agent', version: '1' };

describe('documents that fit', () => {
  test.each<[string, DocumentName, unknown]>([
    ['extension type', 'run-event', { ...event, type: 'acme.thing' }],
    ['unknown fields', 'run-event', { ...event, contentTrust: 'untrusted', observedAt: at, 'x-y': 1 }],
    ['whole and minor version', 'debug-bundle', { ...bundle, bundleVersion: '1.0' }],
    [
      'status of a bundle',
      'debug-bundle',
      { ...bundle, run: { ...bundle.run, status: 'waiting-clarification', error: null } },
    ],
    ['cost that is not known', 'debug-bundle', { ...bundle, metrics: { openwopCost: null, eventCount: 1 } }],
    [
      'estate',
      'export-bundle',
      { bundleVersion: '1', source: { origin: 'o' }, items: [{ kind: 'pack', ref: 'r', payload: {} }] },
    ],
    [
      'snapshot with other fields',
      'run-snapshot',
      { runId: 'r', workflowId: 'w', status: 'paused', workspace: [] },
    ],
    [
      'families twice',
      'capabilities',
      { ...capabilities, capabilities: { debugBundle: { supported: true } } },
    ],
    ['transport outside the list', 'capabilities', { ...capabilities, supportedTransports: ['rest', 'sse'] }],
    ['error with details', 'error-envelope', { error: 'not_found', message: 'm', details: { a: 1 } }],
    ['broadcast', 'agh-envelope', { ...agh, to: null, proof: null, ext: { 'acme.priority': 1 } }],
    ['closed interrupt', 'interrupt', clarification],
    [
      'version of one number (published: any text)',
      'capabilities',
      { ...capabilities, protocolVersion: '1' },
    ],
    ['event of a bundle without type and time', 'debug-bundle', { ...bundle, events: [{}] }],
    ['span that says no start', 'debug-bundle', { ...bundle, spans: [{ name: 's' }] }],
    [
      'no principal of the origin',
      'export-bundle',
      { bundleVersion: '1', source: { origin: 'o', originPrincipal: null }, items: [] },
    ],
    [
      'data in the form of another kind',
      'interrupt',
      { ...clarification, data: { eventType: 'e', correlation: {} } },
    ],
  ])('%s: %s', (_rule, name, value) => expect(checkDocument(name, value)).toEqual([]));
});

describe('documents that differ', () => {
  test.each<[string, DocumentName, unknown, string, string]>([
    ['reserved type', 'run-event', { ...event, type: 'vendor.acme.x' }, '/type', 'anyOf'],
    [
      'payload key must exist',
      'run-event',
      { eventId: 'e', runId: 'r', type: 'a.b', timestamp: at, sequence: 0 },
      '',
      'required',
    ],
    ['id of 129 characters', 'run-event', { ...event, runId: 'r'.repeat(129) }, '/runId', 'maxLength'],
    ['negative sequence', 'run-event', { ...event, sequence: -1 }, '/sequence', 'minimum'],
    ['unparsable time', 'run-event', { ...event, timestamp: 'noon' }, '/timestamp', 'format'],
    ['version of words', 'debug-bundle', { ...bundle, bundleVersion: 'v1' }, '/bundleVersion', 'pattern'],
    [
      'closed host',
      'debug-bundle',
      { ...bundle, host: { name: 'h', version: '1', url: 'u' } },
      '/host/url',
      'additionalProperties',
    ],
    ['events that are no list', 'debug-bundle', { ...bundle, events: {} }, '/events', 'type'],
    ['unknown redaction', 'debug-bundle', { ...bundle, redactionMode: 'some' }, '/redactionMode', 'enum'],
    [
      'export of another version',
      'export-bundle',
      { bundleVersion: '2', source: { origin: 'o' }, items: [] },
      '/bundleVersion',
      'const',
    ],
    ['unknown status', 'run-snapshot', { runId: 'r', workflowId: 'w', status: 'done' }, '/status', 'enum'],
    [
      'channel next to version',
      'run-snapshot',
      { runId: 'r', workflowId: 'w', status: 'paused', agent: { ...agentRef, channel: 'c' } },
      '/agent',
      'not',
    ],
    [
      'closed error',
      'run-snapshot',
      { runId: 'r', workflowId: 'w', status: 'failed', error: { code: 'c', message: 'm', stack: 's' } },
      '/error/stack',
      'additionalProperties',
    ],
    [
      'no version at all',
      'capabilities',
      { ...capabilities, protocolVersion: '' },
      '/protocolVersion',
      'minLength',
    ],
    [
      'limits in the wrapper are checked too',
      'capabilities',
      { ...capabilities, capabilities: { limits: {} } },
      '/capabilities/limits',
      'required',
    ],
    [
      'tier as a boolean',
      'capabilities',
      { ...capabilities, envelopes: { tierOneSubsetCompliance: true } },
      '/envelopes/tierOneSubsetCompliance',
      'enum',
    ],
    [
      'multiplier above 8',
      'capabilities',
      { ...capabilities, envelopes: { reliability: { completion: { truncationBudgetMultiplier: 9 } } } },
      '/envelopes/reliability/completion/truncationBudgetMultiplier',
      'maximum',
    ],
    [
      'capability in upper case',
      'capabilities',
      { ...capabilities, modelCapabilities: { advertised: ['Vision'] } },
      '/modelCapabilities/advertised/0',
      'pattern',
    ],
    [
      'nested error',
      'error-envelope',
      { error: { code: 'c', message: 'm' }, message: 'm' },
      '/error',
      'type',
    ],
    ['span without a name', 'debug-bundle', { ...bundle, spans: [{}] }, '/spans/0', 'required'],
    ['data in the form of no kind', 'interrupt', { ...clarification, data: { q: 1 } }, '/data', 'anyOf'],
    ['field the engine adds', 'interrupt', { ...clarification, runId: 'r' }, '/runId', 'propertyNames'],
  ])('%s: %s', (_rule, name, value, pointer, keyword) => {
    expect(checkDocument(name, value)).toContainEqual(expect.objectContaining({ pointer, keyword }));
  });

  test.each<[string, object, string, string]>([
    ['other protocol', { protocol: 'agh-network/v1' }, '/protocol', 'const'],
    ['kind of an earlier dialect', { kind: 'recipe' }, '/kind', 'enum'],
    ['upper case channel', { channel: 'C' }, '/channel', 'pattern'],
    ['dot in a channel', { channel: 'a.b' }, '/channel', 'pattern'],
    ['channel of 65 characters', { channel: 'c'.repeat(65) }, '/channel', 'pattern'],
    ['fingerprint in a peer id', { from: 'nick@0123' }, '/from', 'pattern'],
    ['white space round a peer id', { from: ' p ' }, '/from', 'pattern'],
    ['peer id of 129 characters', { to: 'p'.repeat(129) }, '/to', 'pattern'],
    ['empty optional id', { trace_id: '' }, '/trace_id', 'minLength'],
    ['null for an optional id', { interaction_id: null }, '/interaction_id', 'type'],
    ['fraction of a second', { ts: 1.5 }, '/ts', 'type'],
    ['body that is a list', { body: [] }, '/body', 'type'],
    ['unknown key', { thread_id: 't' }, '/thread_id', 'additionalProperties'],
  ])('AGH: %s', (_rule, change, pointer, keyword) => {
    expect(checkDocument('agh-envelope', { ...agh, ...change })).toContainEqual(
      expect.objectContaining({ pointer, keyword }),
    );
  });
});

test('the schema of an event lists the catalogue', () => {
  const path = new URL('../schemas/run-event.schema.json', import.meta.url);
  const schema: { properties: { type: { anyOf: [{ enum: string[] }] } } } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  expect(schema.properties.type.anyOf[0].enum).toEqual(CATALOGUE_TYPES);
});
