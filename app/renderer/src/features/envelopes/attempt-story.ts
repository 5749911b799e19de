/** The story of the attempts at one envelope, put together on demand: evidence, the acceptor, what changed. */
import {
  type AcceptResult,
  type ContextFromLog,
  type Counters,
  contextFromEvidence,
  isRefusal,
  type NotReconstructable,
  notReconstructable,
  type StepTrace,
} from '@openwop-inspector/acceptor-core';
import { formatCount, formatSequence } from '@openwop-inspector/base';
import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';
import { useQuery } from '@tanstack/react-query';
import type { RunAnswer } from '../../acceptor-worker/run-jobs.ts';
import type { AttemptChange, InputChange, InputSort } from '../../worker/attempt-jobs.ts';
import { askWorker } from '../../worker/client.ts';
import { endingRow } from '../acceptor/step-walk.ts';
import { useGeneration } from '../sessions/sessions-store.ts';

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
export const MAX_REPORTED = 16;

/** Loaded on demand: one read of the log and one run of the acceptor for each attempt. */
export function useAttemptStory(sessionId: string, envelope: LogicalEnvelope, isWanted: boolean) {
  const generation = useGeneration(sessionId);
  return useQuery({
    queryKey: ['attempt-story', sessionId, generation, envelope.key],
    queryFn: () => storyOf(sessionId, envelope.attempts.slice(-MAX_REPORTED)),
    enabled: isWanted,
  });
}

async function storyOf(sessionId: string, attempts: readonly EnvelopeAttempt[]) {
  const loaded = attempts.map(({ ordinal }) => ordinal).filter((ordinal) => ordinal >= 0);
  const changes = await askWorker('attemptChanges', { sessionId, attempts: [...new Set(loaded)] });
  const reported: AttemptDetails[] = [];
  for (const [at, attempt] of attempts.entries()) {
    const sharesEvent = attempt.ordinal >= 0 && attempt.ordinal === attempts[at - 1]?.ordinal;
    const change = sharesEvent ? undefined : changes.find((one) => one.attempt === attempt.ordinal);
    reported.push({
      attempt,
      change: change ?? null,
      sharesEvent,
      ...(await judged(sessionId, attempt.ordinal)),
    });
  }
  return reported;
}

const NOT_LOADED = { log: null, recorded: [], answer: null };

/** What the log and the acceptor say of an attempt. */
async function judged(sessionId: string, ordinal: number) {
  if (ordinal < 0) return { ...NOT_LOADED, missing: { note: 'It is outside the events' } };
  const evidence = await askWorker('envelopeEvidence', { sessionId, target: { kind: 'event', ordinal } });
  if (evidence === null) return { ...NOT_LOADED, missing: { note: 'The log is still read' } };
  const log = contextFromEvidence(evidence);
  const recorded = evidence.recorded.map(({ type }) => type);
  const missing =
    log.envelope === null ? { note: 'None of its events contains an envelope' } : notReconstructable(log);
  if (missing !== null || log.envelope === null) return { log, recorded, missing, answer: null };
  // Schemas are compiled in the worker of the acceptor and nowhere else.
  const { acceptor } = await import('../../acceptor-worker/acceptor-client.ts');
  const requested = await acceptor.ask('run', { text: log.envelope.text, context: log.context, at: null });
  if (requested.kind === 'answered') return { log, recorded, missing: null, answer: requested.result };
  const note = requested.kind === 'stopped' ? 'The acceptor took too long' : requested.reason;
  return { log, recorded, missing: { note }, answer: null };
}

const NAMES: readonly (keyof Counters)[] = ['schemaRounds', 'clarificationRounds', 'envelopesPerTurn'];

/**
 * The budgets of acceptor 4 before and after an attempt. What the log counts only in part is a lower bound; after an
 * attempt that could not be judged nothing is known.
 */
export function budgetRows({ context, provenance }: ContextFromLog, result: AcceptResult | null) {
  return NAMES.map((name) => {
    const count = context.counters?.[name];
    const row = provenance.find(({ field }) => field === `counters.${name}`);
    const limit = context.host?.limits?.[name];
    const words = (value: number | undefined, least = ''): string =>
      value === undefined ? 'not known' : `${least}${formatCount(value)}`;
    const least = row?.note.startsWith('At least') === true ? 'at least ' : '';
    const isJudged = result !== null && result.status !== 'stopped' && result.status !== 'skipped';
    return {
      name,
      before: words(count, least),
      after: words(count === undefined || !isJudged ? undefined : result.counters[name], least),
      limit: words(limit),
      /** Where the count comes from. */
      note: row?.note ?? '',
    };
  });
}

const SORTS: Readonly<Record<InputSort, { readonly title: string; readonly type: string }>> = {
  prompt: { title: 'Prompt', type: 'prompt.composed' },
  sources: { title: 'Sources of the prompt', type: 'agent.promptResolved' },
  substitution: { title: 'Substituted model', type: 'model.capability.substituted' },
  model: { title: 'Provider and model', type: 'provider.usage' },
};

export const inputTitle = (sort: InputSort): string => SORTS[sort].title;

/** `the same, #7 and #24`; missing input is named with the event that would record it. */
export function inputText({ sort, kind, from, to, isDigestAlone }: InputChange, number: number): string {
  if (kind === 'missing') {
    const { type } = SORTS[sort];
    const of = [...(from === null ? [number - 1] : []), ...(to === null ? [number] : [])];
    const whose = of.length === 0 ? 'that can be read' : `of attempt ${of.join(' and of attempt ')}`;
    return `not known: the log has no ${type} ${whose}`;
  }
  const places = `${formatSequence(from)} and ${formatSequence(to)}`;
  if (kind === 'same') return `the same, ${places}`;
  return isDigestAlone
    ? `changed, ${places}; the text is not recorded, it needs prompts.observability: full`
    : `changed, ${places}`;
}

/** Why an attempt did not pass, and by which clause; null for one that passed. */
export function decidingRow(result: AcceptResult | null): StepTrace | null {
  return result !== null && isRefusal(result) ? (endingRow(result) ?? null) : null;
}

/** Events that end the retries, with their clauses. */
const ENDINGS: Readonly<Record<string, { readonly words: string; readonly clause: string }>> = {
  'envelope.retry.exhausted': { words: 'no retry is left', clause: 'acceptor 5' },
  'cap.breached': { words: 'a limit is used up', clause: 'acceptor 4' },
  'node.failed': { words: 'the refusal failed the node', clause: 'acceptor 5' },
  'envelope.refusal': { words: 'the model refused', clause: 'acceptor 5' },
};

/** The end of an envelope's retries: its last attempt, and the rule for it. */
export function endText(
  last: Pick<EnvelopeAttempt, 'number' | 'state'>,
  recorded: readonly string[],
  row: StepTrace | null,
): { readonly words: string; readonly clause: string } {
  const number = formatCount(last.number);
  if (last.state === 'accepted') {
    const words = `Attempt ${number} was accepted: a completion without violations ends the retries`;
    return { words, clause: 'acceptor 5' };
  }
  for (const [type, { words, clause }] of Object.entries(ENDINGS))
    if (recorded.includes(type))
      return { words: `Attempt ${number} was the last: ${type} says that ${words}`, clause };
  if (row !== null) return { words: `Attempt ${number} was refused: ${row.note}`, clause: row.clause };
  return { words: `What ended it after attempt ${number} is not known: no event says it`, clause: '' };
}
