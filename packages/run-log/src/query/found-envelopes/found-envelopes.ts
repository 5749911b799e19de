/** The envelopes that an event holds or represents, wherever the log has them (envelope 1 and 7.5). */
import {
  isRecord,
  type MaskedText,
  type MaskedValue,
  masker,
  partOf,
  textAt,
  unreachable,
} from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { isMessageBody } from '@openwop-inspector/protocol';
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { SURFACE_TYPE } from '../../index/stored-events.ts';
import { isLoaded, type LoadedLog, standing } from '../loaded-log.ts';
import { maskedOrNull } from '../payload/json-members.ts';
import { PayloadReader, readable } from '../payload/read-payload.ts';
import { rowsBefore, runBounds } from '../rows/rows.ts';
import { EvidenceReader } from '../stories/evidence-reader.ts';
import {
  emittedEnvelope,
  endOfModelText,
  envelopesInText,
  type ModelText,
  modelTextBefore,
  textBefore,
} from '../stories/model-text.ts';
import { emissions, recordText, recordValue } from '../stories/stored-envelopes.ts';
import { type EventsStory, type Story, storyIndex } from '../stories/story-index.ts';
import type { AttemptRows } from '../stories/story-pass.ts';
import { mayHoldEnvelope } from '../stories/written-values.ts';
import { failureBehindEnd } from '../verdict/ending-failure.ts';
import {
  answerOfEnvelope,
  envelopesIn,
  type Found,
  type FoundEnvelope,
  isMaskedRecord,
  type MaskedRecord,
  maskEnvelope,
  placeOf,
} from './envelopes-in-event.ts';
import { boundInterrupt } from './surface-answer.ts';

/** Events and chunks read for one answer. */
const EVENTS_READ = 64;
const CHUNKS_READ = 5_000;
/** Chunks read for the members of an envelope whose payload is at hand. */
const CHUNKS_FOR_MEMBERS = 300;
/** Bytes of an envelope next to the events that are parsed, and of text that is handed out. */
const MAX_ENVELOPE = 8 * 1024 * 1024;
const MAX_TEXT = 64 * 1024;
/** Rows of an attempt looked into for its payload. */
const MAX_ROWS = 16;

/** An event, or a row of the envelopes view by its key with one of its attempts (from 1; the last when absent). */
export type FoundEnvelopesTarget = number | { readonly key: string; readonly attempt?: number };

/**
 * Envelopes that an event holds, in order; for an event that only represents one, such as a failure, those that the
 * other events of its attempt, the file next to the events or the model's text have. Empty when nothing is loaded and while
 * the causal graph does not stand. Reads at most 64 events and one text of at most 5,000 chunks.
 */
export async function foundEnvelopes(changing: LoadedLog, target: FoundEnvelopesTarget) {
  const log = standing(changing);
  if (log.graph === null) return [];
  const search = await searchOf(log, log.graph);
  if (typeof target !== 'number') return ofStory(search, target.key, target.attempt);
  return isLoaded(log, target) ? ofEvent(search, target) : [];
}

const searchOf = async (log: LoadedLog, graph: CausalGraph) => ({
  log,
  graph,
  stories: await storyIndex(log, graph),
  reader: new PayloadReader(log, EVENTS_READ),
  chunks: new EvidenceReader(log, CHUNKS_READ),
});

type Search = Awaited<ReturnType<typeof searchOf>>;

async function ofEvent(search: Search, ordinal: number): Promise<FoundEnvelope[]> {
  const { log, stories, reader } = search;
  const document = await reader.read(ordinal);
  const failure = stories.withRow(ordinal) < 0 ? await failureBehindEnd(reader, ordinal) : null;
  if (failure !== null) return ofEvent(search, failure.ordinal);
  const own = document === null ? await tooLarge(search, ordinal) : envelopesIn(log, ordinal, document);
  if (own.length > 0) return withInterrupts(search, await asEmitted(search, own, ordinal));
  if (log.index.typeOf(ordinal) === 'output.chunk')
    return withInterrupts(search, await ofChunk(search, ordinal));
  const number = stories.withRow(ordinal);
  if (number < 0) return [];
  const story = stories.at(number);
  if (story.kind !== 'events') return [];
  // Its own payload was searched already: its attempt is.
  const attempts = stories.attemptsOf(story.rows);
  const at = attempts.findIndex(({ rows }) => rows.includes(ordinal));
  return ofAttemptAt(search, story, attempts, at < 0 ? attempts.length - 1 : at);
}

async function ofAttemptAt(search: Search, story: EventsStory, attempts: readonly AttemptRows[], at: number) {
  const attempt = attempts[at];
  if (attempt === undefined) return [];
  const recorded = await ofRecords(search, story.records, story.records.length === 1 ? 0 : at);
  if (recorded.length > 0) return withInterrupts(search, recorded, attempt.rows[0]);
  if (attempt.announced) return [];
  for (const row of attempt.rows.slice(0, MAX_ROWS)) {
    const document = await search.reader.read(row);
    const bare = document === null ? [] : envelopesIn(search.log, row, document);
    if (bare.length > 0) return withInterrupts(search, await asEmitted(search, bare, row));
  }
  return withInterrupts(search, await ofText(search, attempt.rows, story), attempt.rows[0]);
}

/** The model's text before the first event of an attempt; of its envelopes those with the story's correlationId. */
async function ofText(search: Search, rows: readonly number[], story: EventsStory): Promise<Found[]> {
  const text = await textBefore(search.chunks, rows[0] ?? -1);
  if (text === null) return [];
  const found = envelopesOfText(search, text, true);
  const row = story.rows.find((one) => search.graph.rule[one] === RULE.correlationId);
  const id = row === undefined ? null : textAt((await search.reader.read(row))?.recorded, 'causationId');
  const own = found.filter(({ value }) => id !== null && new Fields(value).value('correlationId') === id);
  return own.length > 0 ? own : found;
}

/**
 * Of an envelope whose payload alone was recorded, its other members, where the model's text before the event still
 * has them: how it is to be displayed, above all. The payload stays the recorded one, which the host redacted.
 */
async function asEmitted({ log }: Search, bare: readonly Found[], row: number): Promise<Found[]> {
  const chunks = new EvidenceReader(log, CHUNKS_FOR_MEMBERS);
  const out: Found[] = [];
  for (const one of bare) {
    const own = one.payloadOnly && isMaskedRecord(one.value) ? one.value : null;
    const wanted = { correlationId: textAt(own, 'correlationId'), envelopeType: textAt(own, 'type') };
    const emitted =
      own === null || wanted.correlationId === null ? null : await emittedEnvelope(chunks, row, wanted);
    const masked = emitted === null ? null : maskEnvelope({ ...emitted, payload: null });
    out.push(own === null || masked === null ? one : { ...one, value: withMembers(own, masked) });
  }
  return out;
}

async function ofChunk(search: Search, ordinal: number): Promise<Found[]> {
  const { log, chunks } = search;
  const rows = runBounds(log, ordinal);
  const node = log.index.columns.node[ordinal] as number;
  const end = await endOfModelText(chunks, rows, ordinal);
  const text = await modelTextBefore(chunks, rows, node, end);
  return text === null ? [] : envelopesOfText(search, text, false);
}

/** `isExpected`: an envelope was to be in the text, so that what cannot be read is displayed as it is. */
function envelopesOfText({ log }: Search, text: ModelText, isExpected: boolean): Found[] {
  const ordinal = log.order.ordinalAt(text.end - 1);
  const found = envelopesInText(text.written);
  if (found.length > 0) return found.map((one) => answerOfEnvelope(one, null, ordinal, 'text', false));
  return !isExpected && !mayHoldEnvelope(text.written) ? [] : [unreadable(text.text, ordinal)];
}

/** The event is larger than what is parsed: its beginning is displayed. */
async function tooLarge({ log, stories }: Search, ordinal: number): Promise<Found[]> {
  if (stories.withRow(ordinal) < 0) return [];
  const bytes = await readable(log.readRange(ordinal, 0, MAX_TEXT));
  if (bytes === null) return [];
  return [{ ...unreadable(masker.json(new TextDecoder().decode(bytes)).text, ordinal), foundIn: 'event' }];
}

/** An emission among the envelopes next to the events: its last chunk, or the whole one. */
async function ofRecords({ log }: Search, records: Int32Array, at: number): Promise<Found[]> {
  const emission = emissions(log.index, records)[at];
  const record = log.index.envelopes[emission?.at(-1) ?? -1];
  if (record === undefined) return [];
  const value = await recordValue(log, record, MAX_ENVELOPE);
  if (value !== null) return [answerOfEnvelope(value, null, null, 'file', false)];
  const text = await recordText(log, record, MAX_TEXT);
  return text === null ? [] : [{ ...unreadable(masker.json(text).text, null), foundIn: 'file' }];
}

async function ofStory(search: Search, key: string, attempt: number | undefined): Promise<FoundEnvelope[]> {
  const story = search.stories.byKey(key);
  if (story === null) return [];
  switch (story.kind) {
    case 'events': {
      const attempts = search.stories.attemptsOf(story.rows);
      const at = attempt === undefined ? attempts.length - 1 : attempt - 1;
      return ofAttemptAt(search, story, attempts, at);
    }
    case 'records': {
      const at = attempt === undefined ? emissions(search.log.index, story.records).length : attempt;
      return withInterrupts(search, await ofRecords(search, story.records, at - 1));
    }
    case 'text': {
      const bare = await ofChunk(search, story.text.ordinal);
      return withInterrupts(search, bare.slice(story.text.number, story.text.number + 1));
    }
    case 'snapshot':
      return [ofSnapshot(story)];
    default:
      return unreachable(story);
  }
}

async function withInterrupts({ log, reader }: Search, bare: readonly Found[], near?: number) {
  const out: FoundEnvelope[] = [];
  for (const one of bare) {
    const at = one.ordinal ?? near ?? -1;
    const type = new Fields(one.value).value('type');
    const isRequested = type === 'ui.a2ui-surface' || type === 'clarification.request';
    const interrupt = isRequested && at >= 0 ? await boundInterrupt(reader, at) : null;
    const isRecorded = one.ordinal !== null && (one.foundIn === 'event' || one.foundIn === 'interrupt');
    const earlier = isRecorded ? await earlierSurfaces(log, at, one.value) : null;
    out.push({ ...one, interrupt, ...(earlier === null ? {} : { earlier }) });
  }
  return out;
}

/** The members of an envelope as emitted around the payload that was recorded; the event knows best of its trust. */
function withMembers(recorded: MaskedRecord, emitted: MaskedRecord): MaskedRecord {
  const [own, stored] = [emitted.meta, recorded.meta];
  const meta = { ...(isRecord(own) ? own : {}), ...(isRecord(stored) ? stored : {}) };
  return { ...emitted, ...recorded, meta };
}

/** Text in which no whole envelope can be read; masked already. */
const unreadable = (text: MaskedText, ordinal: number | null): Found => ({
  foundIn: 'text',
  pointer: null,
  ordinal,
  payloadOnly: false,
  value: null,
  complete: false,
  text: partOf(text, 0, MAX_TEXT),
});

function ofSnapshot({ surface }: Extract<Story, { kind: 'snapshot' }>): FoundEnvelope {
  const { payload } = surface;
  const own = ['catalogVersion', 'surface', 'reasoning'].filter((key) => Object.hasOwn(payload, key));
  const envelope = {
    type: 'ui.a2ui-surface',
    ...(surface.nodeId === null ? {} : { nodeId: surface.nodeId }),
    payload: Object.fromEntries(own.map((key) => [key, payload[key]])),
    meta: {},
  };
  const resumeSchema = isRecord(surface.resumeSchema) ? maskedOrNull(surface.resumeSchema) : null;
  const bare = answerOfEnvelope(envelope, null, null, 'snapshot', true);
  if (surface.kind === null) return { ...bare, interrupt: null };
  const nodeId = surface.nodeId === null ? null : masker.identity(surface.nodeId);
  return { ...bare, interrupt: { kind: masker.text(surface.kind), nodeId, resumeSchema } };
}

/** Events inspected before the surface, and those that are read. */
const MAX_BACK = 20_000;
const MAX_READ = 64;

type EarlierEnvelope = Exclude<FoundEnvelope['earlier'], 'unread' | undefined>[number];

/**
 * Earlier envelopes of the run about a surface of schemaVersion 2, whose state is their fold (envelope 7.7), in the order
 * of the log; null where the surface has another body, `unread` where more would have to be read.
 */
async function earlierSurfaces(log: LoadedLog, ordinal: number, envelope: MaskedValue) {
  const payload = isMaskedRecord(envelope) ? envelope.payload : null;
  if (!isMessageBody(payload)) return null;
  const { surfaceId } = payload;
  const reader = new PayloadReader(log, MAX_READ);
  const found: EarlierEnvelope[] = [];
  let [passed, read] = [0, 0];
  for (const row of rowsBefore(log, ordinal)) {
    if (++passed > MAX_BACK) return 'unread';
    const type = log.index.typeOf(row);
    // The last part of the type names a surface, or an interrupt may hold one.
    if (!SURFACE_TYPE.test(type) && placeOf(type) !== 'interrupt') continue;
    if (++read > MAX_READ) return 'unread';
    const document = await reader.read(row);
    const here = document === null ? [] : envelopesIn(log, row, document);
    for (const { value, foundIn } of [...here].reverse()) {
      if (!isMaskedRecord(value) || foundIn === 'text') continue;
      const about: unknown = value.payload;
      if (!isMessageBody(about) || about.surfaceId !== surfaceId) continue;
      const trust = new Fields(value).child('meta').value('contentTrust');
      const isUntrusted = log.index.trustOf(row) === 'untrusted' || (trust ?? 'trusted') !== 'trusted';
      const payload = masker.value(about).value;
      found.push({ sequence: log.index.sequenceOf(row), payload, isUntrusted });
    }
  }
  return found.reverse();
}
