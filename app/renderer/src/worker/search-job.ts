/** A search in the payloads of a session, with results while it lasts; and pages of envelopes, narrowed by words and fields. */
import {
  type EventHits,
  type FilterError,
  isFilterError,
  type LogicalEnvelope,
  type LogicalEnvelopePage,
  logicalEnvelopes,
  type OneRun,
  parseFilter,
  payloadFinder,
  type RunLog,
  searchPayloads,
} from '@openwop-inspector/run-log';
import { recentAnswers, type Session, visibleLog } from './sessions.ts';

export interface PayloadQuestion {
  /** A text, or a pattern between slashes, as typed. */
  readonly text: string;
  /** The active filter; empty for every event of the visible run. */
  readonly filter: string;
}

/** Each part, and the answer after the parts, has the hits that were found since the one before. */
export interface PayloadAnswer {
  readonly found: readonly EventHits[];
  /** Hits so far, and events with hits, also those that are not listed. */
  readonly hits: number;
  readonly inEvents: number;
  /** Number of searched events, of all. */
  readonly done: number;
  readonly of: number;
  readonly isStopped: boolean;
  /** What is wrong with the text, or with the filter; there are no hits then. */
  readonly error: { readonly of: 'text' | 'filter'; readonly why: FilterError } | null;
}

/** A search that takes longer says so often, in ms, what it has found. */
const SAY_AFTER_MS = 120;

/**
 * Searches the payloads of the events that the filter selects of what the views show. `say` hears what was found since it
 * heard last. A search ends the one before, and so does a stop: what it has found by then is its answer.
 */
export async function searchSession(
  session: Session,
  { text, filter }: PayloadQuestion,
  say: (part: PayloadAnswer) => void = () => undefined,
  sayAfterMs = SAY_AFTER_MS,
): Promise<PayloadAnswer> {
  const isCancelled = session.payloadSearch.begin();
  const log = session.view;
  const of = log.order.length;
  let answer: PayloadAnswer = { found: [], hits: 0, inEvents: 0, done: 0, of, isStopped: false, error: null };
  const finder = await payloadFinder(text);
  if ('column' in finder) return { ...answer, error: { of: 'text', why: finder } };
  const scope = filter === '' ? null : await parseFilter(filter, log);
  if (scope !== null && isFilterError(scope)) return { ...answer, error: { of: 'filter', why: scope } };
  let found: EventHits[] = [];
  let saidAt = performance.now();
  const isWhole = await searchPayloads(log, {
    finder,
    scope,
    isCancelled,
    onBatch: ({ events, hits, inEvents, ...place }) => {
      for (const event of events) found.push(event);
      answer = { ...answer, ...place, hits: answer.hits + hits, inEvents: answer.inEvents + inEvents };
      if (place.done >= place.of || performance.now() - saidAt < sayAfterMs) return;
      say({ ...answer, found });
      found = [];
      saidAt = performance.now();
    },
  });
  return { ...answer, found, isStopped: !isWhole };
}

const FIELDS = ['kind', 'node', 'state', 'trust'] as const;

/** Maximum number of rows in a page. */
const MAX_ROWS = 200;
/** Maximum number of envelopes read for a search by field. */
const MAX_SEARCHED = 5_000;

export interface EnvelopesQuery {
  readonly text: string;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the envelopes that have every word of the text; `leftOut` counts those that were not searched. */
export async function narrowedEnvelopes(source: RunLog | OneRun, { text, offset, limit }: EnvelopesQuery) {
  const log = visibleLog(source);
  const page = { offset, limit: Math.min(limit, MAX_ROWS) };
  const terms = envelopeTerms(text);
  if (terms.length === 0) return logicalEnvelopes(log, page);
  const isPlain = terms.length === 1 && terms[0]?.field === 'any';
  const all = await firstEnvelopes(source);
  // Of very many the log compares the node and the whole id by itself, which is quicker than reading them.
  if (isPlain && all.leftOut > 0) return logicalEnvelopes(log, { ...page, text: text.trim() });
  const rows = all.rows.filter((row) => hasTerms(row, terms));
  return {
    total: rows.length,
    attempts: rows.reduce((sum, row) => sum + row.attempts.length + row.attemptsLeftOut, 0),
    rows: rows.slice(page.offset, page.offset + page.limit),
    leftOut: all.leftOut,
  };
}

const recent = recentAnswers<Pick<LogicalEnvelopePage, 'rows' | 'leftOut'>>(2);

function firstEnvelopes(source: RunLog | OneRun) {
  return recent(source, source.state, async () => {
    const log = visibleLog(source);
    const rows: LogicalEnvelope[] = [];
    for (;;) {
      const page = await logicalEnvelopes(log, { offset: rows.length, limit: MAX_ROWS });
      rows.push(...page.rows);
      const isEnough = rows.length >= MAX_SEARCHED || page.rows.length === 0;
      if (isEnough) return { rows, leftOut: page.leftOut + page.total - rows.length };
    }
  });
}

/** One word of the text; lower case. `any` matches all searchable fields of a row. */
interface EnvelopeTerm {
  readonly field: (typeof FIELDS)[number] | 'any';
  readonly word: string;
}

/** Reads the text; terms are joined by and. A field without a word narrows nothing yet. */
export function envelopeTerms(text: string): readonly EnvelopeTerm[] {
  const terms = text.split(/\s+/).map((typed): EnvelopeTerm => {
    const word = typed.toLowerCase();
    const field = FIELDS.find((name) => word.startsWith(`${name}:`));
    return field === undefined ? { field: 'any', word } : { field, word: word.slice(field.length + 1) };
  });
  return terms.filter(({ word }) => word !== '');
}

/** Whether an envelope has every term. */
export function hasTerms(envelope: LogicalEnvelope, terms: readonly EnvelopeTerm[]): boolean {
  const { envelopeType, nodeId, correlationId, state, summary, untrusted } = envelope;
  const trust = untrusted ? 'untrusted' : 'trusted';
  const searched: Readonly<Record<Exclude<EnvelopeTerm['field'], 'trust'>, readonly (string | null)[]>> = {
    kind: [envelopeType],
    node: [nodeId],
    state: [state],
    any: [envelopeType, nodeId, correlationId, state, summary],
  };
  return terms.every(({ field, word }) =>
    // "trusted" is part of "untrusted", and a search for the one does not mean the other.
    field === 'trust'
      ? trust.startsWith(word)
      : searched[field].some((text) => text?.toLowerCase().includes(word)),
  );
}
