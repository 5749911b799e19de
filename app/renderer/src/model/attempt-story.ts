/** History of an envelope's attempts in words: budgets, changed inputs, end. Pure. */
import {
  type AcceptResult,
  type ContextFromLog,
  type Counters,
  isRefusal,
  type StepTrace,
} from '@openwop-inspector/acceptor-core';
import { formatCount, formatSequence } from '@openwop-inspector/base';
import type { EnvelopeAttempt } from '@openwop-inspector/run-log';
import type { InputChange, InputSort } from '../worker/attempt-jobs.ts';
import { endingRow } from './step-walk.ts';

/** One budget around an attempt. */
export interface BudgetRow {
  readonly name: keyof Counters;
  readonly before: string;
  readonly after: string;
  readonly limit: string;
  /** Where the count comes from. */
  readonly note: string;
}

const NAMES: readonly (keyof Counters)[] = ['schemaRounds', 'clarificationRounds', 'envelopesPerTurn'];
const NOT_KNOWN = 'not known';

/**
 * The budgets of acceptor 4 before and after an attempt. What the log counts only in part is a lower bound; after an
 * attempt that could not be judged nothing is known.
 */
export function budgetRows(
  { context, provenance }: ContextFromLog,
  result: AcceptResult | null,
): readonly BudgetRow[] {
  return NAMES.map((name) => {
    const count = context.counters?.[name];
    const row = provenance.find(({ field }) => field === `counters.${name}`);
    const limit = context.host?.limits?.[name];
    const isPartial = row?.note.startsWith('At least') ?? false;
    const words = (value: number): string =>
      isPartial ? `at least ${formatCount(value)}` : formatCount(value);
    const isJudged = result !== null && result.status !== 'stopped' && result.status !== 'skipped';
    return {
      name,
      before: count === undefined ? NOT_KNOWN : words(count),
      after: count === undefined || !isJudged ? NOT_KNOWN : words(result.counters[name]),
      limit: limit === undefined ? NOT_KNOWN : formatCount(limit),
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
  const attempt = `Attempt ${formatCount(last.number)}`;
  if (last.state === 'accepted')
    return {
      words: `${attempt} was accepted: a completion without violations ends the retries`,
      clause: 'acceptor 5',
    };
  const ending = Object.entries(ENDINGS).find(([type]) => recorded.includes(type));
  if (ending !== undefined)
    return {
      words: `${attempt} was the last: ${ending[0]} says that ${ending[1].words}`,
      clause: ending[1].clause,
    };
  if (row !== null) return { words: `${attempt} was refused: ${row.note}`, clause: row.clause };
  return {
    words: `What ended it after attempt ${formatCount(last.number)} is not known: no event says it`,
    clause: '',
  };
}
