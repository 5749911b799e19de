/** Effect of each field of a context, in one sentence (acceptor 1). */

import type { AcceptContext, Limits } from '@openwop-inspector/acceptor-core';
import { stepInfo } from '@openwop-inspector/acceptor-core';

export const CONTEXT_FIELDS: ReadonlyMap<string, string> = new Map([
  [
    'context',
    'All fields as one document, as a context file holds them. It is taken over when the field is left; secrets in it go to Secrets below.',
  ],
  ['runId', 'The run; part of a synthesized correlationId. Repeats are recognised within one run.'],
  ['nodeId', 'The node that emitted; counters of rounds belong to it. An envelope’s own nodeId goes first.'],
  ['now', 'Clock for times that are filled in, RFC 3339. Empty takes the time of each run.'],
  [
    'host',
    'What the host has declared, as in its discovery document: supportedEnvelopes, schemaVersions, limits, maxInlineMediaBytes, schemaResponsePolicy. What is absent is unknown and not checked.',
  ],
  [
    'host.major',
    'Major of OpenWOP whose rules the host follows. In v2 kinds are <organisation>.<name>, and absent ids are not filled in.',
  ],
  [
    'host.envelopeStrictness',
    'strict refuses older versions and unlisted payload failures that warn lets pass.',
  ],
  ['host.aiEnvelope', `no: the host takes no envelopes, ${stepInfo('capability').number} refuses all.`],
  ['host.clarificationSupported', `no: a clarification.request ends the run at ${stepInfo('route').number}.`],
  ['host.limits.clarificationRounds', 'Most accepted clarification.request of a node.'],
  ['host.limits.schemaRounds', 'Most schema rounds of a node; also the retries of refused attempts.'],
  ['host.limits.envelopesPerTurn', 'Most envelopes of one turn of the model, all kinds.'],
  ['counters.clarificationRounds', 'Used before this text.'],
  ['counters.schemaRounds', 'Used before this text.'],
  ['counters.envelopesPerTurn', 'Used before this text.'],
  [
    'contract.accepts',
    'Kinds the node takes besides the universal four, separated by commas. Empty: no gate.',
  ],
  [
    'contract.refusalMode',
    `fail-node fails the node at ${stepInfo('contract').number}; discard-and-warn only writes a warning.`,
  ],
  ['trustBoundary', 'Trust of what the node works on; used where the envelope states none.'],
  ['boundInterruptKind', `approval: untrusted content may not answer it (${stepInfo('trust').number}).`],
  ['schemas', 'Kind to JSON Schema 2020-12, for kinds the protocol publishes none for.'],
  ['prior', 'Accepted envelopes of this run: correlationId, type, outcome. Repeats of them are replays.'],
  ['log', 'Events of the run from which earlier outcomes are rebuilt.'],
  ['options', 'Readings of the text: allowVendorMeta, envelopeCapScope, trustMode, independent.'],
]);

/** A preset of a context. */
export interface ContextPreset {
  readonly title: string;
  readonly apply: (context: AcceptContext) => AcceptContext;
}

const USUAL_LIMITS: Limits = { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 };

/** Typical circumstances. Each changes what it is named for and leaves the rest. */
export const CONTEXT_PRESETS: readonly ContextPreset[] = [
  { title: 'Nothing known', apply: ({ profile }) => ({ profile }) },
  {
    title: 'Usual limits',
    apply: (context) => ({ ...context, host: { ...context.host, limits: USUAL_LIMITS } }),
  },
  {
    title: 'Strict host',
    apply: (context) => ({ ...context, host: { ...context.host, envelopeStrictness: 'strict' } }),
  },
  {
    title: 'No retry left',
    apply: (context) => {
      const limits = { ...USUAL_LIMITS, ...context.host?.limits };
      const counters = { ...context.counters, schemaRounds: limits.schemaRounds ?? 2 };
      return { ...context, host: { ...context.host, limits }, counters };
    },
  },
  {
    title: 'Approval, untrusted',
    apply: (context) => ({ ...context, trustBoundary: 'untrusted', boundInterruptKind: 'approval' }),
  },
];
