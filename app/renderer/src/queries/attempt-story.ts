/** The story of the attempts at one envelope, put together on demand: evidence, the acceptor, what changed. */
import {
  type ContextFromLog,
  contextFromEvidence,
  type NotReconstructable,
  notReconstructable,
} from '@openwop-inspector/acceptor-core';
import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RunAnswer } from '../acceptor-worker/run-jobs.ts';
import { useGeneration } from '../state/sessions-store.ts';
import type { AttemptChange } from '../worker/attempt-jobs.ts';
import { askWorker } from '../worker/client.ts';

/** One attempt with everything that the log says about it. */
export interface AttemptDetails {
  readonly attempt: EnvelopeAttempt;
  /** Null for one outside the events. */
  readonly log: ContextFromLog | null;
  /** Types of the events that the host recorded for it. */
  readonly recorded: readonly string[];
  /** Why nothing was judged; null where it was. */
  readonly missing: Pick<NotReconstructable, 'note'> | null;
  readonly answer: RunAnswer | null;
  /** Null for the first, and where it has no event of its own. */
  readonly change: AttemptChange | null;
  /** Its event is that of the attempt before as well, so what was given in between is unknown. */
  readonly sharesEvent: boolean;
}

/** Attempts that are listed; more are counted. */
export const MAX_TOLD = 16;

/** Loaded on demand: one read of the log and one run of the acceptor for each attempt. */
export function useAttemptStory(
  sessionId: string,
  envelope: LogicalEnvelope,
  isWanted: boolean,
): UseQueryResult<readonly AttemptDetails[]> {
  const generation = useGeneration(sessionId);
  return useQuery({
    queryKey: ['attempt-story', sessionId, generation, envelope.key],
    queryFn: () => storyOf(sessionId, envelope.attempts.slice(-MAX_TOLD)),
    enabled: isWanted,
  });
}

async function storyOf(
  sessionId: string,
  attempts: readonly EnvelopeAttempt[],
): Promise<readonly AttemptDetails[]> {
  const held = attempts.map(({ ordinal }) => ordinal).filter((ordinal) => ordinal >= 0);
  const changes = await askWorker('attemptChanges', { sessionId, attempts: [...new Set(held)] });
  const reported: AttemptDetails[] = [];
  for (const [at, attempt] of attempts.entries()) {
    const sharesEvent = attempt.ordinal >= 0 && attempt.ordinal === attempts[at - 1]?.ordinal;
    const change = sharesEvent ? undefined : changes.find((one) => one.attempt === attempt.ordinal);
    reported.push({ attempt, change: change ?? null, sharesEvent, ...(await judged(sessionId, attempt)) });
  }
  return reported;
}

const NOT_HELD = { log: null, recorded: [], answer: null };

async function judged(
  sessionId: string,
  { ordinal }: EnvelopeAttempt,
): Promise<Omit<AttemptDetails, 'attempt' | 'change' | 'sharesEvent'>> {
  if (ordinal < 0) return { ...NOT_HELD, missing: { note: 'It is outside the events' } };
  const evidence = await askWorker('envelopeEvidence', { sessionId, target: { kind: 'event', ordinal } });
  if (evidence === null) return { ...NOT_HELD, missing: { note: 'The log is still read' } };
  const log = contextFromEvidence(evidence);
  const recorded = evidence.recorded.map(({ type }) => type);
  const missing =
    log.envelope === null ? { note: 'None of its events contains an envelope' } : notReconstructable(log);
  if (missing !== null || log.envelope === null) return { log, recorded, missing, answer: null };
  // Schemas are compiled in the worker of the acceptor and nowhere else.
  const { acceptor } = await import('../acceptor-worker/acceptor-client.ts');
  const requested = await acceptor.ask('run', { text: log.envelope.text, context: log.context, at: null });
  if (requested.kind === 'answered') return { log, recorded, missing: null, answer: requested.result };
  const note = requested.kind === 'stopped' ? 'The acceptor took too long' : requested.reason;
  return { log, recorded, missing: { note }, answer: null };
}
