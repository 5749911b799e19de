/** How often each limit had been used when the envelope came (acceptor 4). */
import { countAt, ownString } from '@openwop-inspector/base';
import type { Counters, PriorOutcome } from '../accept-context.ts';
import { type AcceptedEvent, breachOf, COUNTER_OF, type LogEvent, type LogEvidence } from './evidence.ts';
import type { Say } from './provenance.ts';

/** Why an attempt failed, where the failure counts: refusals of S5 to S7 (acceptor 4 and 5). */
const COUNTED_REASONS: ReadonlySet<string | null> = new Set([
  'schema-violation',
  'type-drift',
  'type-mismatch',
]);

/** A count with the events it is made of. */
interface Count {
  readonly value: number;
  readonly from: readonly { readonly sequence: number | null }[];
}

/**
 * Returns counters per turn and node. A breach recorded for the envelope itself contains its counter; the others are
 * counted from prior events. Counts are assumed, never known: a log taken without its debug events lacks projections.
 */
export function rebuildCounters(
  evidence: LogEvidence,
  all: readonly Acceptance[],
  say: Say,
): Partial<Counters> {
  const acceptances = all.filter(({ nodeId }) => nodeId === evidence.nodeId);
  const isNodeUnknown = evidence.nodeId === null && evidence.subject !== null;
  const isPartial = evidence.acceptedLeftOut > 0 || evidence.retriesLeftOut > 0;
  const counters: Partial<Record<keyof Counters, number>> = {};
  for (const [kind, name] of Object.entries(COUNTER_OF)) {
    const field = `counters.${name}`;
    // The limit was used up by a breach of this very envelope, `observed` being one more than that.
    const event = evidence.recorded.findLast((one) => breachOf(one)?.kind === kind);
    const breach = event === undefined ? null : breachOf(event);
    if (event !== undefined && breach !== null) {
      counters[name] = Math.max(breach.limit, (breach.observed ?? 0) - 1);
      say(field, 'known', `${counters[name]}: the host recorded that the limit was used up`, [event]);
    } else if (isNodeUnknown) say(field, 'unknown', UNKNOWN_NODE);
    else {
      const { value, from } = COUNTED_BY[name](evidence, acceptances);
      const turn = name === 'envelopesPerTurn' ? evidence.turnStart : null;
      const begun = turn === null ? '' : ` with ${turn.type}`;
      const note = `${isPartial ? 'At least ' : ''}${value}: ${HOW[name]}${begun}, as far as the log shows`;
      counters[name] = value;
      say(field, 'assumed', note, from.length === 0 ? [turn] : from);
    }
  }
  return counters;
}

const UNKNOWN_NODE = 'The log does not say which node the envelope belongs to';

const COUNTED_BY: Readonly<Record<keyof Counters, typeof schemaRounds>> = {
  clarificationRounds: (_evidence, acceptances) =>
    countOf(acceptances.filter(({ envelopeType }) => envelopeType === 'clarification.request')),
  schemaRounds,
  // Accepted envelopes since the turn began; `schema.response` is exempt unless a host says otherwise.
  envelopesPerTurn: (evidence, acceptances) => {
    const since = evidence.turnStart?.index ?? -1;
    return countOf(acceptances.filter((one) => one.index > since && one.envelopeType !== 'schema.response'));
  },
};

function countOf(acceptances: readonly Acceptance[]): Count {
  return { value: acceptances.length, from: acceptances.flatMap((one) => one.events[0] ?? []) };
}

/**
 * Accepted `schema.request` and refused attempts since the node started, or since an envelope of another kind was
 * accepted, which sets the counter back.
 */
function schemaRounds(evidence: LogEvidence, acceptances: readonly Acceptance[]): Count {
  const reset = acceptances.filter(({ envelopeType }) => !envelopeType.startsWith('schema.')).at(-1);
  const since = Math.max(evidence.nodeStart?.index ?? -1, reset?.index ?? -1);
  const requested = countOf(
    acceptances.filter((one) => one.index > since && one.envelopeType === 'schema.request'),
  );
  const retries = evidence.retries.filter((event) => event.index > since);
  const refused = retries.filter(({ payload }) => COUNTED_REASONS.has(ownString(payload, 'reason')));
  // The number of retries implied by attempt numbers: a host may record that it gave up, or a late attempt,
  // without each retry before it (acceptor 5). 0 when the failure counts for nothing.
  const { recorded } = evidence;
  const attempts = retries.map((event) => countAt(event.payload, 'attempt') ?? 0);
  const given = recorded.filter(isGivenUp).map((event) => countAt(event.payload, 'totalAttempts') ?? 0);
  const numbered =
    Math.max(0, ...[...attempts, ...given].map((attempt) => Math.min(attempt, MAX_ATTEMPTS) - 1)) -
    (retries.length - refused.length);
  const rounds = Math.max(refused.length, numbered);
  const givenUp = rounds > refused.length ? evidence.recorded.filter(isGivenUp) : [];
  return { value: requested.value + rounds, from: [...requested.from, ...refused, ...givenUp] };
}

/** Attempts that a host may make (run-events 3.2.7). */
const MAX_ATTEMPTS = 16;

function isGivenUp({ payload, type }: LogEvent): boolean {
  return type === 'envelope.retry.exhausted' && COUNTED_REASONS.has(ownString(payload, 'finalReason'));
}

const HOW: Readonly<Record<keyof Counters, string>> = {
  clarificationRounds: 'clarifications accepted at this node',
  schemaRounds: 'schema rounds at this node since its last start or acceptance',
  envelopesPerTurn: 'envelopes accepted since the turn began',
};

// Acceptances before the envelope: what `prior` and the counters are made of (acceptor 4 and 8).

/** One accepted envelope with the events it became. */
export interface Acceptance {
  readonly correlationId: string;
  /** The first event names the kind. */
  readonly envelopeType: string;
  readonly nodeId: string | null;
  /** Place of the first event. */
  readonly index: number;
  readonly events: readonly AcceptedEvent[];
}

/** Groups events by envelope, in order of the first event: an envelope may have become several. */
export function acceptancesIn(events: readonly AcceptedEvent[]): Acceptance[] {
  const groups = new Map<string, Acceptance & { readonly events: AcceptedEvent[] }>();
  for (const event of events) {
    const { correlationId, envelopeType, nodeId, index } = event;
    const group = groups.get(correlationId);
    if (group !== undefined) group.events.push(event);
    else groups.set(correlationId, { correlationId, envelopeType, nodeId, index, events: [event] });
  }
  return [...groups.values()];
}

/** The accepted outcomes of this run that a repeat would be answered with. */
export function rebuildPrior(
  evidence: LogEvidence,
  acceptances: readonly Acceptance[],
  say: Say,
): readonly PriorOutcome[] {
  sayPrior(evidence, acceptances, say);
  return acceptances.map(({ correlationId, envelopeType, events }) => {
    const envelopeId = events.find((event) => event.envelopeId !== null)?.envelopeId ?? null;
    const recordedEventIds = events.map((event) => event.eventId);
    const status = 'accepted' as const;
    const outcome =
      envelopeId === null ? { status, recordedEventIds } : { status, envelopeId, recordedEventIds };
    return { correlationId, type: envelopeType, outcome };
  });
}

function sayPrior({ emission, acceptedLeftOut }: LogEvidence, acceptances: readonly Acceptance[], say: Say) {
  const emissions = emission === 2 ? 'emission' : 'emissions';
  const earlier = emission > 1 ? `; ${emission - 1} earlier ${emissions} under this correlationId` : '';
  const missing = acceptedLeftOut > 0 ? `; ${acceptedLeftOut} older events were not read` : '';
  const count = acceptances.length;
  const note =
    count === 0
      ? `No accepted envelope before this one in the log${earlier}`
      : `${count} ${count === 1 ? 'envelope' : 'envelopes'} accepted before${earlier}${missing}`;
  const standing = count > 0 && acceptedLeftOut === 0 ? 'known' : 'assumed';
  const from = acceptances.map((one) => one.events[0] ?? null);
  say('prior', standing, note, from);
}
