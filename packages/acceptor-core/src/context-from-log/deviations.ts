/** The deviations of reference hosts (acceptor 9), each with what it looks like from outside. */
import { member, ownString } from '@openwop-inspector/base';
import type { RefusalCode } from '@openwop-inspector/protocol';
import { type AcceptResult, isRefusal } from '../accept-result.ts';
import { breachOf, fieldsOf, payloadOf } from './evidence.ts';
import type { HostRecorded } from './host-recorded.ts';

/** A row of the table in acceptor 9. R13 and R20 leave no trace that one envelope could be compared by. */
export type Deviation = `R${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 14 | 15 | 16 | 17 | 18 | 19}`;

/** One point in which the host deviates. */
export interface HostDeviation {
  /** As in `ComparisonRow`. */
  readonly what: string;
  readonly here: string;
  readonly host: string;
  readonly clause: string;
  /** The row of acceptor 9 that explains it; null for a deviation that no reference host is known for. */
  readonly rule: Deviation | null;
  readonly note: string;
}

/**
 * Meaning of a difference for the host: it deviates from a clause; the log is not sufficient to decide; or nothing,
 * since the two sides describe different things.
 */
export type DifferenceMeans = 'deviation' | 'undecided' | 'nothing';

/** Why two sides differ. */
export interface Explanation {
  /** The deviation of reference hosts that is the cause, when one is. */
  readonly rule?: Deviation;
  /** One sentence, without a full stop. */
  readonly note: string;
  readonly means: DifferenceMeans;
  /** The clause that the host deviates from, where no rule names it. */
  readonly clause?: string;
}

/** What the host recorded, and whether the acceptor knew its limit of schema rounds. */
export interface Compared extends HostRecorded {
  readonly isLimitKnown: boolean;
}

interface Side {
  readonly here: AcceptResult;
  readonly host: Compared;
}

/** A deviation with the difference it makes. The first that fits explains. */
interface Sign extends Omit<Explanation, 'means'> {
  /** A deviation unless it says otherwise. */
  readonly means?: DifferenceMeans;
  /** Which rows it explains: a name, or names by their beginning; those of the verdict unless given. */
  readonly what?: RegExp;
  readonly fits: (side: Side) => boolean;
}

const OF_VERDICT = /^(?:status|code|capKind|events)$/;

const isAccepted = ({ status }: { readonly status: string }): boolean => status === 'accepted';
const warns = ({ here }: Side, ...codes: readonly string[]): boolean =>
  here.warnings.some(({ code }) => codes.includes(code));
const has = ({ here }: Side, keyword: string): boolean =>
  (here.outcome?.details ?? []).some((detail) => detail.keyword === keyword);

/** Kind of the envelope as far as either side names it. */
function kindOf({ here, host }: Side): string {
  const own = member(here.recorded, 'type');
  const type = own === undefined ? host.envelopeType : own;
  return typeof type === 'string' ? type : '';
}

/** Kinds whose events the specification leaves to the host (acceptor 3.3). */
function isFreeKind(side: Side): boolean {
  return !/^(?:clarification\.request|schema\.request|schema\.response|error)$/.test(kindOf(side));
}

const isConflictThere = ({ here, host }: Side): boolean =>
  host.meaning === 'envelope_correlation_conflict' && here.code !== 'envelope_correlation_conflict';

/** Refusals that use up schema rounds (acceptor 2.0); those of S8, S9 and S13 always fail the node. */
const COUNTED: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'unknown_envelope_kind',
  'unknown_schema_version',
  'envelope_invalid',
  'envelope_truncation_unrecoverable',
]);

function isCounted(host: Compared): boolean {
  const { meaning } = host;
  if (meaning === 'invalid_envelope_shape') return records(host, 'envelope.retry.exhausted');
  return meaning !== null && COUNTED.has(meaning);
}

function records({ events }: Compared, type: string): boolean {
  return events.some((event) => event.type === type);
}

/** Events by which an acceptance names its envelope or interrupt. */
const NAMING: ReadonlySet<string> = new Set([
  'clarification.requested',
  'interrupt.requested',
  'log.appended',
]);

/** Two events of one type name two envelopes or interrupts: the host accepted the correlationId more than once. */
function isAcceptedAgain({ events }: Compared): boolean {
  const first = new Map<string, string>();
  return events.some((event) => {
    const id = ownString(payloadOf(event), 'interruptId') ?? ownString(fieldsOf(event), 'envelopeId');
    if (id === null || !NAMING.has(event.type)) return false;
    const before = first.get(event.type);
    if (before === undefined) first.set(event.type, id);
    return before !== undefined && before !== id;
  });
}

function isBreached({ events }: Compared): boolean {
  return events.some((event) => breachOf(event) !== null);
}

/** Both sides refuse where a retry decides whether the node fails, and only the host failed it. */
function failsWithBudget(here: AcceptResult, host: Compared): boolean {
  const { meaning } = host;
  const isOfBudget = meaning === 'invalid_envelope_shape' || (meaning !== null && COUNTED.has(meaning));
  return isOfBudget && here.status === 'invalid' && here.events.length === 0 && records(host, 'node.failed');
}

const SIGNS: readonly Sign[] = [
  {
    what: /^violations$/,
    note: 'The host lists the violations of every variant that it tried; here they are those of the variant that is meant',
    means: 'nothing',
    fits: ({ here }) => here.status === 'invalid',
  },
  {
    note: 'The turn of the model failed at the host before there was an envelope to judge (acceptor 5)',
    means: 'undecided',
    fits: ({ host }) => host.status === 'failed',
  },
  {
    note: 'The schema of this kind is not known here, so that its payload was not checked',
    means: 'undecided',
    fits: (side) =>
      isAccepted(side.here) &&
      warns(side, 'payload_schema_unavailable') &&
      side.host.meaning === 'envelope_invalid',
  },
  {
    note: 'The kinds that the host takes are not known here, so that the kind was not checked',
    means: 'undecided',
    fits: (side) => warns(side, 'kind_unchecked') && side.host.meaning === 'unknown_envelope_kind',
  },
  {
    rule: 'R18',
    note: 'The host ignores that the envelope is a chunk',
    fits: ({ here }) => here.status === 'buffered',
  },
  {
    rule: 'R2',
    what: /^(?:status|code|events)$/,
    note: 'The host answers an unknown kind like a broken contract',
    fits: ({ here, host }) =>
      here.code === 'unknown_envelope_kind' && host.meaning === 'envelope_contract_violation',
  },
  {
    rule: 'R16',
    note: 'The host looks the kind up without care for names such as this one',
    fits: (side) =>
      /\.\.|[/\\]|^(?:__proto__|constructor|prototype|toString|valueOf|hasOwnProperty)$/.test(kindOf(side)) &&
      isRefusal(side.here) &&
      isAccepted(side.host),
  },
  {
    rule: 'R6',
    what: /^code$/,
    note: 'The host has one code for everything invalid; its words say the same',
    fits: ({ here, host }) =>
      host.code === 'envelope_validation_failed' && here.code !== null && host.meaning === here.code,
  },
  {
    rule: 'R6',
    what: /^events$/,
    note: 'The host fails the node also where untrusted content meets an approval; by the text the gate stays open',
    fits: ({ here, host }) =>
      here.code === 'untrusted_content_blocks_approval' && records(host, 'node.failed'),
  },
  {
    rule: 'R3',
    note: 'The host checks the version after the payload, and not at all when the field is absent',
    fits: ({ here, host }) =>
      here.code === 'unknown_schema_version' && (isAccepted(host) || host.meaning === 'envelope_invalid'),
  },
  {
    rule: 'R4',
    note: 'The host enforces the payload of kinds whose version it does not advertise',
    fits: (side) =>
      isAccepted(side.here) &&
      warns(side, 'payload_schema_warning') &&
      side.host.meaning === 'envelope_invalid',
  },
  {
    rule: 'R11',
    note: 'The host fills in nothing that is absent',
    fits: (side) =>
      warns(side, 'meta_synthesized', 'envelope_id_assigned', 'correlation_id_synthesized') &&
      side.host.meaning === 'invalid_envelope_shape',
  },
  {
    rule: 'R5',
    note: 'The host renames and wraps fields of this kind before it looks at them',
    fits: (side) =>
      side.here.code === 'envelope_invalid' &&
      isAccepted(side.host) &&
      ['clarification.request', 'schema.request', 'result'].includes(kindOf(side)),
  },
  {
    rule: 'R12',
    note: 'The host checks neither the size of inline media nor the form of addresses and dates',
    fits: (side) => isAccepted(side.host) && (has(side, 'maxInlineMediaBytes') || has(side, 'format')),
  },
  {
    rule: 'R14',
    note: 'The host looks at one trust tag alone where an approval waits, not at envelope and boundary together',
    // The trust that the envelope itself claims.
    fits: ({ here, host }) =>
      here.code === 'untrusted_content_blocks_approval' &&
      isAccepted(host) &&
      ownString(member(here.recorded, 'meta'), 'contentTrust') === 'trusted',
  },
  {
    note: 'The host took untrusted content, or the approval that waited is not bound to this envelope (acceptor 7)',
    means: 'undecided',
    fits: ({ here, host }) => here.code === 'untrusted_content_blocks_approval' && isAccepted(host),
  },
  {
    rule: 'R10',
    note: 'The host counts each kind for one limit only',
    fits: ({ here, host }) => here.capKind === 'envelopes' && isAccepted(host),
  },
  {
    rule: 'R1',
    note: 'The host looks for a repeated correlationId before everything but the shape, and keeps refusals too',
    fits: (side) =>
      isConflictThere(side) &&
      (side.host.emission > 1 || warns(side, 'reused_correlation_after_refusal', 'would_have_been_replay')),
  },
  {
    rule: 'R15',
    note: 'The host keeps one table of correlationIds for all runs; the first use may be in another one',
    fits: isConflictThere,
  },
  {
    what: /^events$/,
    clause: 'acceptor 8',
    note: 'The host records a repeat of an accepted envelope; a known correlationId is answered with the first outcome',
    fits: ({ here, host }) =>
      isAccepted(here) &&
      isAccepted(host) &&
      (isAcceptedAgain(host) || (host.emission > 1 && here.events.length === 0)),
  },
  {
    rule: 'R7',
    what: /^(?:events|interrupt\.requested\.data)$/,
    note: 'The host records a clarification as an interrupt alone, without its questions',
    fits: (side) =>
      isAccepted(side.here) && isAccepted(side.host) && kindOf(side) === 'clarification.request',
  },
  {
    what: /^events$/,
    clause: 'acceptor 3.3',
    note: 'The host records the envelope under a type named like its kind; a type per kind is never minted',
    fits: (side) => isFreeKind(side) && isAccepted(side.host) && records(side.host, kindOf(side)),
  },
  {
    what: /^(?:events|log\.appended\.level)$/,
    note: 'Which event records this kind is the choice of the host (acceptor 3.3)',
    means: 'nothing',
    fits: (side) => isFreeKind(side) && isAccepted(side.here) && isAccepted(side.host),
  },
  {
    rule: 'R17',
    what: /^events$/,
    note: 'The host records no breach when the schema rounds are used up',
    fits: ({ here, host }) =>
      isCounted(host) &&
      records(host, 'node.failed') &&
      !isBreached(host) &&
      (records(host, 'envelope.retry.exhausted') || here.events.some(({ type }) => type === 'cap.breached')),
  },
  {
    what: /^events$/,
    note: 'Here a retry is left, since the log names no limit of schema rounds; a host without one left fails the node',
    means: 'undecided',
    // The host may have given up by its own account.
    fits: ({ here, host }) =>
      failsWithBudget(here, host) &&
      (!host.isLimitKnown || records(host, 'envelope.retry.exhausted') || isBreached(host)),
  },
  {
    what: /^events$/,
    clause: 'acceptor 2.0',
    note: 'The host fails the node although a retry is left (acceptor 2.0)',
    fits: ({ here, host }) => failsWithBudget(here, host),
  },
  {
    what: /^events$/,
    note: 'The host continues with a retry, which is not part of judging one envelope (acceptor 5)',
    means: 'nothing',
    fits: ({ host }) => host.retryReason !== null,
  },
  {
    rule: 'R8',
    what: /^log\.appended\.level$/,
    note: 'The host logs schema.* at level info',
    fits: (side) => kindOf(side).startsWith('schema.'),
  },
  {
    rule: 'R19',
    what: /^recovery$/,
    note: 'The host walks braces without regard to strings and counts UTF-16 units',
    fits: ({ here, host }) => here.recovery !== null && records(host, 'envelope.recovery.applied'),
  },
  {
    rule: 'R9',
    what: /^cap\.breached\.(?:observed|nodeId)$/,
    note: 'The host records the limit as what it observed, and the node for every limit',
    fits: () => true,
  },
  {
    what: /\.contentTrust$/,
    clause: 'acceptor 3.3',
    note: 'The host gives no trust tag on refusals (acceptor 3.3)',
    fits: ({ here }) => isRefusal(here),
  },
  {
    what: /\.contentTrust$/,
    note: 'Trust may be joined in another way: see the option trustMode, and the boundary of the context (acceptor 7)',
    means: 'undecided',
    fits: () => true,
  },
];

/** The reason for a difference in a row; null when none is known. */
export function explain(what: string, here: AcceptResult, host: Compared): Explanation | null {
  const sign = SIGNS.find((one) => (one.what ?? OF_VERDICT).test(what) && one.fits({ here, host }));
  if (sign === undefined) return null;
  const { what: _what, fits: _fits, ...explanation } = sign;
  return { means: 'deviation', ...explanation };
}
