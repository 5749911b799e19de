/** Context files: the same reader for the command line, the vectors and the bench (vectors FORMAT 2.1). */
import {
  aBoolean,
  aCount,
  anything,
  arrayOf,
  aString,
  objectOf,
  oneOf,
  orNull,
  problemsOfShape,
  recordOf,
  type Shape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import type { AcceptContext } from '../accept-context.ts';
import type { AghContext } from '../agh/agh-work.ts';

/** A context, or everything that is wrong with the value, with pointers. */
export type ReadContext<Context = AcceptContext> =
  | { readonly ok: true; readonly context: Context }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const limits = objectOf({
  clarificationRounds: orNull(aCount),
  schemaRounds: orNull(aCount),
  envelopesPerTurn: orNull(aCount),
});

const host = objectOf({
  supportedEnvelopes: orNull(arrayOf(aString)),
  schemaVersions: orNull(recordOf(aCount)),
  envelopeStrictness: orNull(oneOf(['warn', 'strict'])),
  aiEnvelope: orNull(aBoolean),
  clarificationSupported: orNull(aBoolean),
  schemaResponsePolicy: orNull(oneOf(['exempt', 'counted'])),
  limits: orNull(limits),
  maxInlineMediaBytes: orNull(aCount),
  envelopes: orNull(objectOf({ reasoning: anything })),
  major: orNull(oneOf([1, 2])),
});

const outcome = objectOf(
  {
    status: oneOf(['accepted', 'invalid', 'gated', 'breached']),
    envelopeId: aString,
    recordedEventIds: arrayOf(aString),
    reason: aString,
    details: arrayOf(anything),
    gate: objectOf({
      refusedType: aString,
      acceptedTypes: arrayOf(aString),
      refusalMode: oneOf(['fail-node', 'discard-and-warn']),
    }),
    capKind: oneOf(['envelopes', 'schema', 'clarification']),
  },
  ['status'],
);

const options = objectOf({
  allowVendorMeta: orNull(aBoolean),
  envelopeCapScope: orNull(oneOf(['all', 'kind-bound'])),
  trustMode: orNull(oneOf(['precedence', 'meet'])),
  independent: orNull(aBoolean),
});

/** The fields of a context and what each takes. */
export const acceptContextShape: Shape = objectOf({
  profile: orNull(oneOf(['lenient', 'strict', 'reference'])),
  runId: orNull(aString),
  nodeId: orNull(aString),
  now: orNull(aString),
  host: orNull(host),
  schemas: orNull(recordOf(anything)),
  contract: orNull(
    objectOf({ accepts: arrayOf(aString), refusalMode: orNull(oneOf(['fail-node', 'discard-and-warn'])) }),
  ),
  counters: orNull(objectOf({ clarificationRounds: aCount, schemaRounds: aCount, envelopesPerTurn: aCount })),
  trustBoundary: orNull(oneOf(['trusted', 'untrusted'])),
  boundInterruptKind: orNull(aString),
  secrets: orNull(arrayOf(objectOf({ value: aString, secretId: aString }, ['value', 'secretId']))),
  prior: orNull(
    arrayOf(
      objectOf({ correlationId: aString, type: aString, outcome }, ['correlationId', 'type', 'outcome']),
    ),
  ),
  log: orNull(arrayOf(anything)),
  options: orNull(options),
});

/**
 * Reads a context. Unknown fields and wrong types are named with the allowed ones; no content of the value is repeated,
 * since it has secrets. A contract without `accepts` gates nothing and reads as none. Never throws.
 */
export function readAcceptContext(value: unknown): ReadContext {
  const problems = problemsOfShape(acceptContextShape, value);
  if (problems.length > 0) return { ok: false, problems };
  // A null inside `host`, `contract` or `options` means the same as an absent member.
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  for (const name of NULLABLE_INSIDE) {
    if (Object.hasOwn(copy, name)) copy[name] = dropNulls(copy[name]);
  }
  return { ok: true, context: withoutEmptyContract(copy as AcceptContext) };
}

function withoutEmptyContract(context: AcceptContext): AcceptContext {
  const { contract } = context;
  if (contract === undefined || contract === null || Object.hasOwn(contract, 'accepts')) return context;
  return { ...context, contract: null };
}

/** Places whose members may be null for "not set"; top-level nulls stay, to override a file's context. */
const NULLABLE_INSIDE = ['host', 'contract', 'options'] as const;

function dropNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const stored = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(stored.map(([key, one]) => [key, key === 'limits' ? dropNulls(one) : one]));
}

// Contexts of the AGH acceptor, for the command line, the vectors and the screens (vectors FORMAT 9).

const peers = arrayOf(objectOf({ channel: aString, peer: aString }, ['channel', 'peer']));

/** The fields of a context and what each takes. */
export const aghContextShape: Shape = objectOf({
  now: orNull(aCount),
  clock: orNull(oneOf(['fixed', 'replay'])),
  maxReplayAge: orNull(aCount),
  localPeers: orNull(peers),
  mode: orNull(oneOf(['router', 'viewer'])),
  dialect: orNull(oneOf(['seed', 'later'])),
  isMixed: orNull(aBoolean),
  options: orNull(
    objectOf({ unknownKeys: oneOf(['refuse', 'warn']), lifecycle: oneOf(['code', 'diagram']) }),
  ),
});

/** Reads a context. Unknown fields and wrong types are named with what is allowed. Never throws. */
export function readAghContext(value: unknown): ReadContext<AghContext> {
  const problems = problemsOfShape(aghContextShape, value);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, context: value as AghContext };
}
