/** One row of the envelopes view, read from the events and records of its story. */

import { literal, type MaskedText, masker, unreachable } from '@openwop-inspector/base';
import { type CausalGraph, MARK, RULE } from '../../graph/causal-graph.ts';
import { placeOf } from '../found-envelopes/envelopes-in-event.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import type { EvidenceReader } from '../stories/evidence-reader.ts';
import { emittedEnvelope } from '../stories/model-text.ts';
import type { AttemptRows } from '../stories/row-parts.ts';
import { recordValue } from '../stories/stored-envelopes.ts';
import { type EventsStory, type StoryIndex, storyIndex } from '../stories/story-index.ts';
import { type EventFacts, FactsReader } from '../stories/written-values.ts';
import {
  type AttemptText,
  attemptText,
  budgetText,
  contentText,
  retryText,
  saysMost,
  tokensCut,
} from './attempt-text.ts';
import { type LogicalEnvelope, recordEnvelope, snapshotEnvelope, textEnvelope } from './other-stories.ts';

/** Bytes of an envelope next to the events that is read for a row. */
const MAX_RECORD = 256 * 1024;

/** What rows are made with. */
export interface RowContext {
  readonly log: LoadedLog;
  readonly graph: CausalGraph;
  readonly stories: StoryIndex;
  readonly reader: FactsReader;
  /** Reads chunks of model text. */
  readonly chunks: EvidenceReader;
  /** By how much a host widens the budget of an answer that was cut off (envelope 9). */
  readonly multiplier: number;
}

/** The row of a story, by its number. Reads at most eight events of each of its latest 64 attempts. */
export function logicalEnvelope(context: RowContext, number: number): Promise<LogicalEnvelope> {
  const story = context.stories.at(number);
  const key = context.stories.keyOf(story);
  switch (story.kind) {
    case 'events':
      return eventsEnvelope(context, story, key);
    case 'records':
      return recordEnvelope(context.log, story.records, key);
    case 'text':
      return textEnvelope(context.log, story.text, key);
    case 'snapshot':
      return Promise.resolve(snapshotEnvelope(story.surface, key));
    default:
      return unreachable(story);
  }
}

interface ReadAttempt {
  readonly events: readonly EventFacts[];
  readonly words: AttemptText;
}

async function eventsEnvelope(
  context: RowContext,
  story: EventsStory,
  key: string,
): Promise<LogicalEnvelope> {
  const { log, stories } = context;
  const all = stories.attemptsOf(story.rows);
  const listed = all.slice(-LISTED);
  const events = await Promise.all(
    listed.map((attempt) => context.reader.facts(tellingEvents(stories, attempt))),
  );
  const known = await knownOf(context, story, events);
  const read = listed.map((rows, i): ReadAttempt => {
    const own = events[i] ?? [];
    return { events: own, words: textOf(context, rows, own, known) };
  });
  const leftOut = all.length - listed.length;
  const attempts = read.map((own, i) => attemptAt(context, own, read[i + 1], leftOut + i + 1));
  const last = attempts.at(-1);
  const first = story.rows[0] ?? 0;
  const { index } = log;
  return {
    key,
    correlationId: known.correlationId === null ? null : index.ids.of(known.correlationId),
    envelopeType: known.envelopeType === null ? null : masker.identity(known.envelopeType),
    nodeId: nodeOf(log, story),
    runId: index.runIdOf(first),
    state: last?.state ?? 'unknown',
    foundIn: story.records.length > 0 ? 'file' : placeOf(last?.type ?? ''),
    untrusted: story.rows.some((row) => index.trustOf(row) === 'untrusted'),
    summary: masker.text(summaryOf(known, events.flat(), read)),
    attempts,
    attemptsLeftOut: leftOut,
    ordinal: last?.ordinal ?? first,
  };
}

/** What the events of a story, and where they are silent its file or its text, tell of the envelope. */
interface Known {
  readonly correlationId: string | null;
  readonly envelopeType: string | null;
  /** The latest loaded payload of the envelope; undefined for none. */
  readonly payload: unknown;
}

async function knownOf(
  context: RowContext,
  story: EventsStory,
  events: readonly (readonly EventFacts[])[],
): Promise<Known> {
  const { log, graph } = context;
  const facts = events.flat();
  const correlated = facts.find(({ row, causationId }) => causationId !== null && isCorrelated(graph, row));
  const record = log.index.envelopes[story.records.at(-1) ?? -1];
  const type = facts.find((event) => event.envelopeType !== null)?.envelopeType ?? record?.type ?? '';
  const known: Known = {
    correlationId: correlated?.causationId ?? record?.correlationId ?? null,
    envelopeType: type === '' ? null : type,
    payload: facts.findLast((event) => event.payload !== undefined)?.payload,
  };
  if (known.payload !== undefined) return known;
  const whole =
    record === undefined
      ? await emitted(context, events.at(-1) ?? [], known)
      : await recordValue(log, record, MAX_RECORD);
  if (whole === null) return known;
  const own = typeof whole.type === 'string' && whole.type !== '' ? whole.type.slice(0, 256) : null;
  return { ...known, envelopeType: known.envelopeType ?? own, payload: whole.payload };
}

/** The model's text is read for what was taken without its payload, and for what has no kind. */
async function emitted({ stories, chunks }: RowContext, events: readonly EventFacts[], known: Known) {
  const [first] = events;
  const isTaken = events.some(({ row }) => stories.parts.partOf(row) === 'accepted');
  if (first === undefined || !chunks.hasBudget || (!isTaken && known.envelopeType !== null)) return null;
  return emittedEnvelope(chunks, first.row, known);
}

function nodeOf({ index }: LoadedLog, story: EventsStory): MaskedText | null {
  const row = story.rows.find((one) => index.columns.node[one] !== 0);
  if (row !== undefined) return index.nodeIdOf(row);
  const nodeId = index.envelopes[story.records[0] ?? -1]?.nodeId ?? null;
  return nodeId === null ? null : masker.identity(nodeId);
}

function isCorrelated(graph: CausalGraph, row: number): boolean {
  const rule = graph.rule[row];
  return (
    rule === RULE.correlationId ||
    rule === RULE.dangling ||
    ((graph.marks[row] as number) & MARK.ambiguous) !== 0
  );
}

function textOf(
  { stories }: RowContext,
  rows: AttemptRows,
  events: readonly EventFacts[],
  known: Known,
): AttemptText {
  const [first] = events;
  if (first === undefined) throw new Error('an attempt has at least one event');
  if (rows.announced)
    return {
      event: first,
      state: 'unknown',
      code: null,
      note: literal('nothing more is recorded'),
      pointer: null,
    };
  const taken = events.find((event) => isTakenBy(stories, event));
  return attemptText(events, first, taken, known);
}

function attemptAt(context: RowContext, own: ReadAttempt, next: ReadAttempt | undefined, number: number) {
  const { words } = own;
  return {
    number,
    state: words.state,
    code: words.code,
    note: words.note,
    pointer: words.pointer,
    ordinal: words.event.row,
    sequence: context.log.index.sequenceOf(words.event.row),
    type: masker.identity(words.event.type),
    retry: retryAfter(context, own, next),
  };
}

function retryAfter({ log, multiplier }: RowContext, own: ReadAttempt, next: ReadAttempt | undefined) {
  if (next === undefined) return null;
  const budget = budgetText(tokensCut(own.events), tokensCut(next.events), multiplier);
  const event = own.events.find(({ type }) => type === 'envelope.retry.attempted');
  return {
    ...retryText(own.events, own.words, budget),
    ordinal: event?.row ?? null,
    sequence: event === undefined ? null : log.index.sequenceOf(event.row),
  };
}

function summaryOf(known: Known, facts: readonly EventFacts[], read: readonly ReadAttempt[]): string {
  const exhausted = read.at(-1)?.events.find(({ type }) => type === 'envelope.retry.exhausted');
  const total = exhausted?.fields.count('totalAttempts') ?? '';
  if (total !== '') return `exhausted after ${total}`;
  if (known.payload !== undefined) return contentText(known.envelopeType, known.payload);
  const artifact = facts.find(({ type }) => type === 'artifact.created');
  return artifact?.fields.text('summary') || (read.at(-1)?.words.note ?? '');
}

/** Attempts listed of one envelope: the latest. */
const LISTED = 64;
/** Events read of one attempt. */
const READ_OF_ATTEMPT = 8;
/** Envelopes of one page, and events read for it. */
const MAX_STORIES = 200;
const READ_FOR_PAGE = 4_000;

/** The events by which an attempt is known: of many the first ones say what it is and the last ones what became of it. */
function tellingEvents(stories: StoryIndex, { rows }: AttemptRows): readonly number[] {
  const said = rows.filter((row) => stories.parts.partOf(row) !== 'after');
  const wanted = said.length === 0 ? rows : said;
  const half = READ_OF_ATTEMPT / 2;
  return wanted.length <= READ_OF_ATTEMPT ? wanted : [...wanted.slice(0, half), ...wanted.slice(-half)];
}

/** A node that waits with a surface has taken it, also when nothing else says so. */
function isTakenBy(stories: StoryIndex, event: Pick<EventFacts, 'row' | 'type' | 'payload'>): boolean {
  return (
    stories.parts.partOf(event.row) === 'accepted' ||
    (event.type === 'node.suspended' && event.payload !== undefined)
  );
}

/**
 * The events of the attempts at the envelopes `offset` to `offset + limit`, at most 200, as the envelopes view names them.
 * O(events of these envelopes) from the columns; read are events of nodes that wait alone.
 */
export async function attemptEvents(
  changing: LoadedLog,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const log = standing(changing);
  if (log.graph === null) return { ordinals: [], total: 0, isEnd: true };
  const stories = await storyIndex(log, log.graph);
  const reader = new FactsReader(log, READ_FOR_PAGE);
  const end = Math.min(stories.total, offset + Math.min(limit, MAX_STORIES));
  const ordinals: number[] = [];
  for (let number = offset; number < end; number++) {
    const story = stories.at(number);
    if (story.kind === 'text') ordinals.push(story.text.ordinal);
    if (story.kind !== 'events') continue;
    for (const attempt of stories.attemptsOf(story.rows).slice(-LISTED))
      ordinals.push(await eventOf(log, stories, reader, attempt));
  }
  return {
    /** In the order of the attempts; of an attempt next to the events there is none. */
    ordinals,
    /** Attempts of all envelopes of the log. */
    total: stories.attempts,
    /** True when the page lies behind the last envelope. */
    isEnd: offset >= stories.total,
  };
}

async function eventOf({ index }: LoadedLog, stories: StoryIndex, reader: FactsReader, attempt: AttemptRows) {
  const events = tellingEvents(stories, attempt).map((row) => ({ row, type: index.typeOf(row) }));
  if (!attempt.announced)
    for (const event of events) {
      const facts = event.type === 'node.suspended' ? await reader.facts([event.row]) : [];
      if (isTakenBy(stories, { payload: undefined, ...event, ...facts[0] })) return event.row;
    }
  const found = attempt.announced ? events[0] : saysMost(events);
  if (found === undefined) throw new Error('an attempt has at least one event');
  return found.row;
}
