/** One row of the envelopes view, read from the events and records of its story. */
import { literal, type MaskedText, masker, unreachable, words } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { type CausalGraph, MARK, RULE } from '../../graph/causal-graph.ts';
import type { EnvelopeRecord } from '../../index/log-index.ts';
import { placeOf } from '../found-envelopes/envelopes-in-event.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import type { EvidenceReader } from '../stories/evidence-reader.ts';
import { emittedEnvelope, envelopesAt, type TextEnvelope } from '../stories/model-text.ts';
import { emissions, recordValue, type StoredSurface } from '../stories/stored-envelopes.ts';
import { type EventsStory, type StoryIndex, storyIndex } from '../stories/story-index.ts';
import type { AttemptRows } from '../stories/story-pass.ts';
import { type EventFacts, FactsReader } from '../stories/written-values.ts';
import {
  type AttemptText,
  attemptText,
  budgetText,
  contentText,
  type EnvelopeAttempt,
  type EnvelopeState,
  retryText,
  saysMost,
  tokensCut,
} from './attempt-text.ts';

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

async function knownOf(context: RowContext, story: EventsStory, events: readonly (readonly EventFacts[])[]) {
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
  const last = events.at(-1) ?? [];
  const whole = await (record === undefined
    ? emitted(context, last, known)
    : recordValue(log, record, MAX_RECORD));
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
  const { event, ...words } = own.words;
  return {
    number,
    ...words,
    ordinal: event.row,
    sequence: context.log.index.sequenceOf(event.row),
    type: masker.identity(event.type),
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
const isTakenBy = (stories: StoryIndex, event: Pick<EventFacts, 'row' | 'type' | 'payload'>): boolean =>
  stories.parts.partOf(event.row) === 'accepted' ||
  (event.type === 'node.suspended' && event.payload !== undefined);

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

/* Rows of envelopes that no event reports: in a file, in model text, in a snapshot. */

/** Envelopes over this many bytes are not parsed for a row. */
const MAX_PARSED = 256 * 1024;
/** Emissions listed of one envelope: the latest. */
const LISTED_RECORDS = 64;

/** Attempts of one logical envelope: what shares a correlationId, or a surface or envelope recorded by itself. */
export interface LogicalEnvelope {
  /**
   * Stable in the session: `c<number>` for a correlationId (`c<number>.<run>` in a further run), `e<ordinal>` for one
   * recorded in an event (`e<ordinal>.<number>` for further ones of one text), `f<number>` for one of a file without a
   * correlationId, `s<number>` for one in a snapshot.
   */
  readonly key: string;
  readonly correlationId: MaskedText | null;
  readonly envelopeType: MaskedText | null;
  readonly nodeId: MaskedText | null;
  readonly runId: MaskedText;
  readonly state: EnvelopeState;
  readonly foundIn: 'event' | 'interrupt' | 'text' | 'snapshot' | 'file';
  readonly untrusted: boolean;
  /** One line about the content: a title, the number of questions, a media type and size. Masked. */
  readonly summary: MaskedText;
  readonly attempts: readonly EnvelopeAttempt[];
  /** Attempts that are not listed: more than 64. */
  readonly attemptsLeftOut: number;
  /** The event to select: of the last attempt; -1 for an envelope next to the events. */
  readonly ordinal: number;
}

/** What a row says of an envelope that is loaded whole. */
type Facts = Pick<
  LogicalEnvelope,
  'envelopeType' | 'correlationId' | 'nodeId' | 'untrusted' | 'summary' | 'state'
>;

/** Envelopes of the source with one correlationId: each whole one is an attempt, chunks are one together. */
async function recordEnvelope(log: LoadedLog, records: Int32Array, key: string): Promise<LogicalEnvelope> {
  const all = emissions(log.index, records);
  const listed = all.slice(-LISTED_RECORDS);
  const read: Facts[] = [];
  for (const chunks of listed) read.push(await readRecord(log, log.index.envelopes[chunks.at(-1) ?? -1]));
  const leftOut = all.length - listed.length;
  return {
    ...(read.at(-1) ?? NOTHING),
    key,
    runId: runIdOf(log),
    foundIn: 'file',
    attempts: read.map((one, i) => attemptOf(leftOut + i + 1, one)),
    attemptsLeftOut: leftOut,
    ordinal: -1,
  };
}

const NOTHING: Facts = {
  envelopeType: null,
  correlationId: null,
  nodeId: null,
  untrusted: false,
  summary: words``,
  state: 'unknown',
};

async function readRecord(log: LoadedLog, record: EnvelopeRecord | undefined): Promise<Facts> {
  if (record === undefined) return NOTHING;
  const value = await recordValue(log, record, MAX_PARSED);
  const facts = partsOf(value ?? {});
  return {
    ...facts,
    envelopeType: text(record.type),
    correlationId: text(record.correlationId),
    nodeId: text(record.nodeId),
  };
}

function partsOf(envelope: Record<string, unknown>): Facts {
  const e = new Fields(envelope);
  const type = text(e.value('type'));
  return {
    envelopeType: type,
    correlationId: text(e.value('correlationId')),
    nodeId: text(e.value('nodeId')),
    untrusted: e.child('meta').value('contentTrust') === 'untrusted',
    summary: masker.text(contentText(type, e.value('payload'))),
    state: e.child('partial').value('isPartial') === true ? 'buffered' : 'unknown',
  };
}

const attemptOf = (number: number, facts: Facts, ordinal = -1, sequence: number | null = null) => ({
  number,
  state: facts.state,
  code: null,
  note: facts.summary,
  pointer: null,
  ordinal,
  sequence,
  type: ordinal < 0 ? (facts.envelopeType ?? words``) : words`output.chunk`,
  retry: null,
});

/** An envelope in model text, read again from its chunks. */
async function textEnvelope(log: LoadedLog, from: TextEnvelope, key: string): Promise<LogicalEnvelope> {
  const { index } = log;
  const found = (await envelopesAt(log, from.index))[from.number];
  const row = from.ordinal;
  const facts = partsOf(found ?? {});
  return {
    ...facts,
    key,
    nodeId: index.nodeIdOf(row) ?? facts.nodeId,
    runId: index.runIdOf(row),
    untrusted: facts.untrusted || index.trustOf(row) === 'untrusted',
    foundIn: 'text',
    attempts: [attemptOf(1, facts, row, index.sequenceOf(row))],
    attemptsLeftOut: 0,
    ordinal: row,
  };
}

/** A surface in the snapshot of a run. */
function snapshotEnvelope(surface: StoredSurface, key: string): LogicalEnvelope {
  const facts: Facts = {
    ...NOTHING,
    envelopeType: words`ui.a2ui-surface`,
    nodeId: text(surface.nodeId),
    summary: masker.text(contentText('ui.a2ui-surface', surface.payload)),
  };
  return {
    ...facts,
    key,
    runId: text(surface.runId) ?? words``,
    foundIn: 'snapshot',
    attempts: [attemptOf(1, facts)],
    attemptsLeftOut: 0,
    ordinal: -1,
  };
}

/** The run that a file names, empty for one that names none. */
function runIdOf(log: LoadedLog): MaskedText {
  const run = new Fields(log.header.get('run'));
  return text(run.value('runId')) ?? text(log.header.get('runId')) ?? words``;
}

/** A name or an id as it is displayed; null for none. */
const text = (value: unknown): MaskedText | null =>
  typeof value === 'string' && value !== '' ? masker.identity(value) : null;
