/** The fields of a context, each with its effect in a sentence, and typical contexts (acceptor 1). */

import {
  type AcceptContext,
  type Limits,
  parseJsonText,
  readAcceptContext,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { isRecord, member, type Result, unreachable } from '@openwop-inspector/base';

/** A field as it is edited: a choice, or a text. */
export interface ContextField {
  /** As in a context file, such as `host.limits.schemaRounds`; `context` for all of it. */
  readonly name: string;
  readonly explain: string;
  /** The value of each word to choose, first that of an absent field; null removes the field. */
  readonly choices?: Readonly<Record<string, unknown>>;
  /** How a text becomes a value; the text is the value unless given. */
  readonly form?: 'count' | 'list' | 'json';
  readonly placeholder?: string;
  /** Value where the context has none. */
  readonly empty?: unknown;
}

/** Fields in rows. */
export type Fields = readonly (readonly ContextField[])[];

const count = (name: string, placeholder: string, explain: string): ContextField => ({
  name,
  form: 'count',
  placeholder,
  explain,
});
const json = (name: string, explain: string, empty?: unknown): ContextField => ({
  name,
  form: 'json',
  empty,
  explain,
});

export const WHOLE_CONTEXT = json(
  'context',
  'All fields as one document, as a context file holds them. It is taken over when the field is left; secrets in it go to Secrets below.',
  {},
);

const HOST_FIELDS: Fields = [
  [
    {
      name: 'host.major',
      choices: { 1: null, 2: 2 },
      explain:
        'Major of OpenWOP whose rules the host follows. In v2 kinds are <organisation>.<name>, and absent ids are not filled in.',
    },
    {
      name: 'host.envelopeStrictness',
      choices: { warn: 'warn', strict: 'strict' },
      explain: 'strict refuses older versions and unlisted payload failures that warn lets pass.',
    },
    {
      name: 'host.aiEnvelope',
      choices: { yes: null, no: false },
      explain: `no: the host takes no envelopes, ${stepInfo('capability').number} refuses all.`,
    },
    {
      name: 'host.clarificationSupported',
      choices: { yes: null, no: false },
      explain: `no: a clarification.request ends the run at ${stepInfo('route').number}.`,
    },
  ],
  [
    json(
      'host',
      'What the host has declared, as in its discovery document: supportedEnvelopes, schemaVersions, limits, maxInlineMediaBytes, schemaResponsePolicy. What is absent is unknown and not checked.',
      {},
    ),
  ],
];

const LIMIT_FIELDS: Fields = [
  [
    count('host.limits.clarificationRounds', 'no cap', 'Most accepted clarification.request of a node.'),
    count(
      'host.limits.schemaRounds',
      'no cap',
      'Most schema rounds of a node; also the retries of refused attempts.',
    ),
    count('host.limits.envelopesPerTurn', 'no cap', 'Most envelopes of one turn of the model, all kinds.'),
  ],
];

const COUNTER_FIELDS: Fields = [
  [
    count('counters.clarificationRounds', '0', 'Used before this text.'),
    count('counters.schemaRounds', '0', 'Used before this text.'),
    count('counters.envelopesPerTurn', '0', 'Used before this text.'),
  ],
];

const NODE_FIELDS: Fields = [
  [
    {
      name: 'contract.accepts',
      form: 'list',
      placeholder: 'no gate',
      explain: 'Kinds the node takes besides the universal four, separated by commas. Empty: no gate.',
    },
    {
      name: 'contract.refusalMode',
      choices: { 'fail-node': 'fail-node', 'discard-and-warn': 'discard-and-warn' },
      explain: `fail-node fails the node at ${stepInfo('contract').number}; discard-and-warn only writes a warning.`,
    },
  ],
  [
    {
      name: 'trustBoundary',
      choices: { 'not stated': null, trusted: 'trusted', untrusted: 'untrusted' },
      explain: 'Trust of what the node works on; used where the envelope states none.',
    },
    {
      name: 'boundInterruptKind',
      placeholder: 'approval',
      explain: `approval: untrusted content may not answer it (${stepInfo('trust').number}).`,
    },
  ],
  [
    {
      name: 'runId',
      placeholder: 'local-run',
      explain: 'The run; part of a synthesized correlationId. Repeats are recognised within one run.',
    },
    {
      name: 'nodeId',
      placeholder: 'none',
      explain: 'The node that emitted; counters of rounds belong to it. An envelope’s own nodeId goes first.',
    },
  ],
  [
    {
      name: 'now',
      placeholder: 'the time of each run',
      explain: 'Clock for times that are filled in, RFC 3339. Empty takes the time of each run.',
    },
  ],
];

/** Titles and fields of the groups, in their order; secrets, then documents, come after them. */
export const FIELD_GROUPS: readonly (readonly [title: string, rows: Fields])[] = [
  ['Host', HOST_FIELDS],
  ['Limits of the host', LIMIT_FIELDS],
  ['Used so far', COUNTER_FIELDS],
  ['Node and run', NODE_FIELDS],
];

export const DOCUMENT_FIELDS: Fields = [
  [json('schemas', 'Kind to JSON Schema 2020-12, for kinds the protocol publishes none for.')],
  [
    json(
      'prior',
      'Accepted envelopes of this run: correlationId, type, outcome. Repeats of them are replays.',
    ),
  ],
  [json('log', 'Events of the run from which earlier outcomes are rebuilt.')],
  [json('options', 'Readings of the text: allowVendorMeta, envelopeCapScope, trustMode, independent.')],
];

const pathOf = ({ name }: ContextField): readonly string[] => (name === 'context' ? [] : name.split('.'));

/** A field as it is edited: the word of its value, or its text. */
export function fieldText(context: AcceptContext, field: ContextField): string {
  const { choices, form, empty } = field;
  const found = pathOf(field).reduce<unknown>((owner, name) => member(owner, name), context);
  const value = found ?? empty ?? null;
  if (choices !== undefined) {
    const words = Object.keys(choices);
    return words.find((word) => choices[word] === value) ?? words[0] ?? '';
  }
  if (value === null) return '';
  if (form === 'list' && Array.isArray(value))
    return value.filter((word) => typeof word === 'string').join(', ');
  return typeof value === 'string' && form !== 'json' ? value : JSON.stringify(value, null, 2);
}

export type ReadContext = Result<{ context: AcceptContext }, { why: string }>;

/** The context with a field as it was edited, or what is wrong with it. */
export function contextWith(context: AcceptContext, field: ContextField, edited: string): ReadContext {
  const typed = fieldValue(field, edited);
  if (!typed.ok) return typed;
  const read = readAcceptContext(withMember(context, pathOf(field), typed.value));
  if (read.ok) return read;
  const problems = read.problems.slice(0, MAX_DISPLAYED);
  const why = problems.map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`));
  return { ok: false, why: why.join(' ') };
}

const MAX_DISPLAYED = 3;

/** What was edited as a value; null where there is none. */
function fieldValue(
  { choices, form, empty = null }: ContextField,
  edited: string,
): Result<{ value: unknown }, { why: string }> {
  if (choices !== undefined) return { ok: true, value: choices[edited] };
  if (edited.trim() === '') return { ok: true, value: empty };
  switch (form) {
    case 'count': {
      const number = Number.parseInt(edited, 10);
      return { ok: true, value: Number.isSafeInteger(number) && number >= 0 ? number : null };
    }
    case 'list':
      return { ok: true, value: edited.split(/[\s,]+/).filter((word) => word !== '') };
    case 'json': {
      const parsed = parseJsonText(edited);
      return parsed.ok ? parsed : { ok: false, why: `Not JSON: ${parsed.message}` };
    }
    case undefined:
      return { ok: true, value: edited };
    default:
      return unreachable(form);
  }
}

/** An object with another value at a path; null removes the member. A refusal mode alone is that of an empty gate. */
function withMember(owner: unknown, [name, ...inner]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const members = isRecord(owner) ? owner : name === 'refusalMode' ? { accepts: [] } : {};
  const { [name]: before, ...others } = members;
  const after = withMember(before, inner, value);
  return after === null ? others : { ...members, [name]: after };
}

const USUAL_LIMITS: Limits = { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 };

/** Typical circumstances by title. Each changes what it is named for and leaves the rest. */
export const CONTEXT_PRESETS: Readonly<Record<string, (context: AcceptContext) => AcceptContext>> = {
  'Nothing known': ({ profile }) => ({ profile }),
  'Usual limits': (context) => ({ ...context, host: { ...context.host, limits: USUAL_LIMITS } }),
  'Strict host': (context) => ({ ...context, host: { ...context.host, envelopeStrictness: 'strict' } }),
  'No retry left': (context) => {
    const limits = { ...USUAL_LIMITS, ...context.host?.limits };
    const counters = { ...context.counters, schemaRounds: limits.schemaRounds ?? 2 };
    return { ...context, host: { ...context.host, limits }, counters };
  },
  'Approval, untrusted': (now) => ({ ...now, trustBoundary: 'untrusted', boundInterruptKind: 'approval' }),
};
