/** One envelope of a log, run through the acceptor in the context of its place, next to what the host recorded. */
import {
  type AcceptContext,
  type Acceptor,
  type AcceptResult,
  compareWithHost,
  contextFromEvidence,
  type HostAnswer,
  hostAnswer,
  notReconstructable,
  overriddenContext,
  type Profile,
} from '@openwop-inspector/acceptor-core';
import { unknown } from '@openwop-inspector/protocol';
import type { EnvelopeEvidence } from '@openwop-inspector/run-log';

/** What came of one emission. */
export interface AuditedEnvelope {
  readonly runId: string | null;
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly correlationId: string | null;
  readonly type: string | null;
  readonly emission: number;
  readonly answer: HostAnswer;
  /** Status or code that each profile gives; null where nothing could be judged. */
  readonly profiles: Readonly<Record<Profile, string>> | null;
}

/** Makes acceptors; compiled schemas are cached between them. */
export type AcceptorOf = (context: AcceptContext) => Acceptor;

const NOT_JUDGED = unknown({ code: 'missing-input', what: 'the envelope' });

/**
 * Judges the emission that the evidence is about; null when it has nothing to do with an envelope. `given` goes before
 * what the log reports. Cost: one run of the acceptor, of an envelope as the model wrote it one for each profile.
 */
export function auditEnvelope(
  evidence: EnvelopeEvidence,
  given: AcceptContext,
  acceptorOf: AcceptorOf,
): AuditedEnvelope | null {
  const log = contextFromEvidence(evidence);
  const { envelope, hostRecorded } = log;
  if (envelope === null) return null;
  const context = overriddenContext(log.context, given);
  const missing = notReconstructable(log);
  const run = (profile: Profile): AcceptResult | null =>
    missing === null
      ? (acceptorOf({ ...context, profile }).accept({ text: envelope.text })[0] ?? null)
      : null;
  const own = given.profile ?? 'lenient';
  const result = run(own);
  const compared =
    result === null ? NOT_JUDGED : compareWithHost(result, hostRecorded, context.host?.limits ?? null);
  const first = evidence.recorded[0] ?? evidence.subject;
  return {
    runId: evidence.runId,
    correlationId: evidence.correlationId,
    emission: evidence.emission,
    sequence: first?.sequence ?? null,
    eventId: first?.eventId ?? null,
    type: envelope.type ?? hostRecorded?.envelopeType ?? null,
    answer: hostAnswer({ result, missing, hostRecorded, compared, masked: envelope.masked }),
    // A text that was put together around a payload says nothing of how literally a text would be read.
    profiles:
      missing === null && envelope.standing === 'recorded'
        ? saidBy((profile) => (profile === own ? result : run(profile)))
        : null,
  };
}

function saidBy(run: (profile: Profile) => AcceptResult | null): Record<Profile, string> {
  const said = (profile: Profile): string => {
    const result = run(profile);
    return result?.code ?? result?.status ?? 'no envelope';
  };
  return { lenient: said('lenient'), strict: said('strict'), reference: said('reference') };
}
