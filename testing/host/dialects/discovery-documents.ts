import type { HostJson } from './dialect.ts';

/** Shaped as the documents of the observed hosts, shortened to what a client reads (section 5.2). */
const UNIVERSAL = ['clarification.request', 'schema.request', 'schema.response', 'error'];
const VENDOR = ['vendor.acme.prd.create', 'vendor.acme.brief.create'];
export const FEEDBACK_SIGNALS = ['rating', 'correction', 'label', 'flag'];
const MEDIA = ['media.image', 'media.audio', 'media.file'];
const KINDS: readonly string[] = [...UNIVERSAL, ...MEDIA, 'ui.a2ui-surface'];
/** And those of a vendor. */
export const ALL_KINDS: readonly string[] = [...KINDS, ...VENDOR];
export const REFERENCE_LIMITS = {
  clarificationRounds: 3,
  schemaRounds: 2,
  envelopesPerTurn: 5,
  maxNodeExecutions: 1000,
  maxRunDurationMs: 600_000,
};
const EXAMPLE_LIMITS = {
  clarificationRounds: 0,
  schemaRounds: 0,
  envelopesPerTurn: 0,
  maxNodeExecutions: 1000,
  maxRunDurationMs: 600_000,
};

/** Everything a host can have, said as the spec says it. */
export const REFERENCE_DISCOVERY: HostJson = {
  protocolVersion: '1.1',
  implementation: { name: 'acme-test-host', version: '0.2.0', vendor: 'acme' },
  supportedTransports: ['rest'],
  supportedEnvelopes: ALL_KINDS,
  schemaVersions: versionsOf(ALL_KINDS),
  limits: REFERENCE_LIMITS,
  eventLogSchemaVersion: 2,
  debugBundle: { supported: true },
  stream: { modes: ['values', 'updates', 'messages', 'debug'] },
  feedback: { supported: true, targets: ['run', 'event', 'node'], signals: FEEDBACK_SIGNALS },
  replay: { supported: true, modes: ['replay', 'branch'], fork: true },
  interrupts: { supported: true, kinds: ['approval', 'clarification', 'external-event', 'custom'] },
  runs: { pauseResume: { supported: true } },
  a2uiSurface: { supported: true, deltaTransport: true },
  crossHostCausation: { supported: true, hostId: 'acme-test-host' },
  aiProviders: { supported: ['mock'], maxInlineMediaBytes: 262_144 },
};

/** App: some families at the root and under `capabilities`, some only under it; no `debugBundle`. */
export const APP_DISCOVERY: HostJson = {
  protocolVersion: '1.1',
  implementation: { name: 'acme-workflow-engine', version: '0.1.0', vendor: 'acme-app' },
  hostExtensions: { featureSurfaces: ['host.sample.assistant'] },
  supportedEnvelopes: KINDS,
  schemaVersions: {
    runEvent: 1,
    capabilities: 1,
    ...versionsOf(KINDS),
  },
  limits: {
    clarificationRounds: 5,
    schemaRounds: 3,
    envelopesPerTurn: 32,
    maxNodeExecutions: 1000,
    maxRunDurationMs: 600_000,
    maxLoopIterations: 100,
    maxRequestBodyBytes: 1_048_576,
  },
  supportedTransports: ['rest', 'sse'],
  stream: { modes: ['values', 'updates', 'messages', 'debug'] },
  fixtures: ['conformance-noop', 'conformance-approval', 'conformance-clarification'],
  capabilities: {
    interrupts: { supported: true, kinds: ['approval', 'clarification', 'refinement', 'cancellation'] },
    replay: { supported: true, modes: ['replay'], fork: false },
    a2uiSurface: { deltaTransport: true },
    feedback: { supported: true, targets: ['run', 'event', 'node'], signals: FEEDBACK_SIGNALS },
    aiProviders: { supported: ['mock'], maxInlineMediaBytes: 262_144 },
  },
  'x-host-acme-workforce': { tier: 'experimental', workforces: { supported: true, readOnly: true } },
};

/** in-memory, sqlite, postgres, python: hardly any envelopes, limits of nought, SSE works and is not advertised. */
export function exampleDiscovery(name: string, families: HostJson): HostJson {
  return {
    protocolVersion: '1.0',
    implementation: { name, version: '1.1.7', vendor: 'acme (reference example)' },
    supportedEnvelopes: [],
    schemaVersions: {},
    limits: EXAMPLE_LIMITS,
    supportedTransports: ['rest'],
    debugBundle: { supported: true },
    fixtures: ['conformance-noop', 'conformance-approval', 'conformance-clarification'],
    ...families,
    capabilities: families,
  };
}

export const MEMORY_FAMILIES: HostJson = {
  feedback: { supported: true, targets: ['run'], signals: FEEDBACK_SIGNALS },
};

export const TABLE_FAMILIES: HostJson = {
  interrupts: { supported: true, kinds: ['approval', 'clarification', 'external-event'] },
  runs: { pauseResume: { supported: true } },
};

export function versionsOf(kinds: readonly string[]): Record<string, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, 1]));
}
