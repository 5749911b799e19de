/** Running an envelope of a log in its context, beside what the host recorded. */
import {
  type AcceptContext,
  type Acceptor,
  type AcceptResult,
  compareWithHost,
  fieldStandings,
  hostAnswer,
  type JudgedEnvelope,
  notReconstructable,
  overriddenContext,
} from '@openwop-inspector/acceptor-core';
import { createRedactor } from '@openwop-inspector/base';
import { unknown } from '@openwop-inspector/protocol';
import type { RebuiltEnvelope } from './rebuilt-envelopes.ts';

/** What a report tells beside a result. Plain data, secrets of the context masked. */
export type ReportedByLog = ReturnType<typeof reportedFor>;

/** A result with what the log told for it. */
export interface RebuiltResult {
  /** Null when the log does not hold what a verdict would be about: `told.missing` says what. */
  readonly result: AcceptResult | null;
  readonly told: ReportedByLog;
}

/** Runs the envelope in an acceptor of its own: counters and repeats are those of the log at that place. */
export function acceptRebuilt(
  rebuilt: RebuiltEnvelope,
  given: AcceptContext,
  acceptorOf: (context: AcceptContext) => Acceptor,
): readonly RebuiltResult[] {
  const context = overriddenContext(rebuilt.log.context, given);
  const missing = notReconstructable(rebuilt.log);
  const results = missing === null ? acceptorOf(context).accept({ text: rebuilt.envelope.text }) : [null];
  const redactor = createRedactor(context.secrets ?? []);
  return results.map((result) => {
    const compared =
      result === null ? NOT_JUDGED : compareWithHost(result, rebuilt.log.hostRecorded, context.host?.limits);
    const told = reportedFor(rebuilt, given, { result, missing, compared });
    return { result, told: redactor.isActive ? withTexts(told, redactor.text) : told };
  });
}

const NOT_JUDGED = unknown({ code: 'missing-input', what: 'the envelope' });

function reportedFor(
  rebuilt: RebuiltEnvelope,
  given: AcceptContext,
  { result, missing, compared }: Pick<JudgedEnvelope, 'result' | 'missing' | 'compared'>,
) {
  const { event, log } = rebuilt;
  const { standing, isSkeleton, note, from, masked } = rebuilt.envelope;
  const host = log.hostRecorded;
  return {
    event: event === null ? null : { sequence: event.sequence, eventId: event.eventId, type: event.type },
    envelope: { standing, isSkeleton, note, from, masked },
    /** Why nothing was judged; null when it was. */
    missing,
    fields: fieldStandings(log.provenance, given),
    /** Null when the log holds no verdict of the host. */
    host:
      host === null
        ? null
        : {
            status: host.status,
            code: host.code,
            meaning: host.meaning,
            capKind: host.capKind,
            events: host.events.map(({ sequence, type }) => ({ sequence, type })),
            answer: hostAnswer({ result, missing, hostRecorded: host, compared, masked }),
            compared,
          },
  };
}

/** A copy with every text changed, names of members left alone. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  const text = JSON.stringify(value);
  return JSON.parse(text, (_name, one: unknown) => (typeof one === 'string' ? change(one) : one)) as T;
}
