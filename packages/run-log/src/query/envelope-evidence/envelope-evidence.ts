/** Everything a log holds about the envelope behind one event (acceptor 8). */

import { isRecord, type MaskedText, marksIn, masker, writtenJsonOf } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { hostName } from '../../index/derived-ids.ts';
import { hashText } from '../../scan/id-hash.ts';
import { SourceError } from '../../source/byte-source.ts';
import { isV2Log } from '../event-names.ts';
import { isLoaded, type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader, payloadMembers } from '../payload/read-payload.ts';
import { eachEventInAnyOrder } from '../rows/event-bytes.ts';
import { type RunRows, runBounds } from '../rows/rows.ts';
import {
  type EvidenceCache,
  type EvidenceEvent,
  EvidenceReader,
  OF_CHUNK,
} from '../stories/evidence-reader.ts';
import { chunkRowsBefore, endOfModelText, type ModelText, modelTextBefore } from '../stories/model-text.ts';
import { recordText } from '../stories/stored-envelopes.ts';
import { storyIndex } from '../stories/story-index.ts';
import {
  type EmissionPart,
  emissionPart,
  envelopeCause,
  isAboutModelOutput,
  splitAttempts,
  uncausedRowsAround,
} from '../stories/story-pass.ts';
import {
  correlationIdsIn,
  findEnvelopes,
  findPayload,
  type WrittenEvidence,
  writtenIn,
} from '../stories/written-values.ts';
import { failureBehindEnd } from '../verdict/ending-failure.ts';
import { hostDeclarations } from './host-declarations.ts';
import { acceptedIn, isAcceptedLog, type Sweep, sweepRun, tellingRows } from './telling-rows.ts';

/** Events read for one answer next to chunks of model text, and chunks. */
const EVENTS_READ = 1_000;
const CHUNKS_READ = 20_000;
/** Events read to find the failure that ended a run. */
const FAILURES_READ = 100;
/** Events under one correlationId that are stored separately, and those of one emission that are returned. */
const GROUP_READ = 512;
const RECORDED = 64;
/** Bytes of an envelope next to the events that are handed out. */
const MAX_ENVELOPE = 1024 * 1024;

/** Subject of the question: an event, or an envelope by its correlationId. */
export type EvidenceTarget = { readonly ordinal: number } | { readonly correlationId: string };

/** Everything a log holds about the envelope behind one event. */
export type EnvelopeEvidence = Awaited<ReturnType<typeof evidenceOf>>;

/**
 * Gathers the evidence. What the columns tell is
 * found in indexes that are made once a log; at most 1,000 events and 20,000 chunks read, however
 * long the log. Null while the log is read, for an event that is not loaded, and for an envelope of which neither text nor
 * event is. With a `cache`, events that answers share are read once.
 */
export async function envelopeEvidence(
  changing: LoadedLog,
  target: EvidenceTarget,
  cache: EvidenceCache | null = null,
): Promise<EnvelopeEvidence | null> {
  const log = standing(changing);
  if (log.graph === null) return null;
  const search = await searchOf(log, log.graph, cache);
  if ('correlationId' in target) return ofEnvelope(search, target.correlationId);
  return isLoaded(log, target.ordinal) ? ofEvent(search, target.ordinal) : null;
}

/** Bytes of the events that are read ahead at once, and of one of them. */
const MAX_AHEAD = 64 * 1024 * 1024;
const MAX_EVENT_AHEAD = 512 * 1024;

/**
 * Reads what the answers about some events need, in the order of the source: their envelopes' events, and the texts before
 * them. Of those that lie near to each other it takes a few large reads, where each would take one of its own. What cannot
 * be read is left to the answers.
 */
export async function readEvidenceAhead(
  changing: LoadedLog,
  ordinals: readonly number[],
  cache: EvidenceCache,
): Promise<void> {
  const log = standing(changing);
  if (log.graph === null) return;
  const stories = await storyIndex(log, log.graph);
  const texts = new Set(ordinals.flatMap((row) => chunkRowsBefore(log, row)));
  const effects = ordinals.flatMap((row) => stories.relatedEffects(row).slice(0, GROUP_READ));
  const events = new Set([...ordinals, ...effects]);
  let left = MAX_AHEAD;
  const rows = [...new Set([...texts, ...events])].filter((row) => {
    const size = log.index.columns.byteLength[row] as number;
    if (size <= MAX_EVENT_AHEAD) left -= size;
    return size <= MAX_EVENT_AHEAD && left >= 0;
  });
  cache.ahead.clear();
  cache.chunks.clear();
  const take = (row: number, bytes: Uint8Array): void => {
    if (texts.has(row)) cache.chunks.set(row, new Fields(payloadMembers(bytes, OF_CHUNK)));
    if (events.has(row)) cache.ahead.set(row, bytes.slice());
  };
  try {
    await eachEventInAnyOrder(log, rows, take, () => false);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
}

/** The events of one emission of an envelope. */
interface Emission {
  readonly correlationId: MaskedText | null;
  readonly recorded: readonly EvidenceEvent[];
  /** How `recorded` was found: by `causationId`, or, where the host wrote none, as envelope events of the node. */
  readonly recordedBy: 'causationId' | 'node';
  /** Which emission under this correlationId, from 1: a corrected retry mostly keeps the id. */
  readonly emission: number;
  readonly emissions: number;
  /** Display index that the context is rebuilt for: everything before it counts. */
  readonly position: number;
}

const searchOf = async (log: LoadedLog, graph: CausalGraph, cache: EvidenceCache | null) => ({
  log,
  graph,
  stories: await storyIndex(log, graph),
  telling: await tellingRows(log, graph),
  reader: new EvidenceReader(log, EVENTS_READ, cache),
  chunks: new EvidenceReader(log, CHUNKS_READ, cache),
});

type Search = Awaited<ReturnType<typeof searchOf>>;

/** By the last event of the envelope, since the last emission is what became of it. */
async function ofEnvelope(search: Search, requested: string): Promise<EnvelopeEvidence | null> {
  const recorded = search.log.index.ids.recorded(requested);
  const { a, b } = hashText(recorded);
  const node = search.graph.envelopes.find((one) => one.a === a && one.b === b);
  if (node !== undefined && node.firstEvent >= 0) {
    const effects = search.stories.relatedEffects(node.firstEvent).slice(0, GROUP_READ);
    return ofEvent(search, effects.at(-1) ?? node.firstEvent);
  }
  // The source may hold the envelope, and no event of it.
  const written = await recordsOf(search, recorded);
  if (written.length === 0) return null;
  const place = { position: 0, node: 0, own: new Set<number>() };
  const sweep = sweepRun(search.log, search.telling, { from: 0, to: 0 }, place);
  const emission: Emission = {
    correlationId: masker.identity(recorded),
    emission: written.length,
    emissions: written.length,
    position: 0,
    recorded: [],
    recordedBy: 'causationId',
  };
  return evidenceOf(search, null, null, emission, sweep, () => Promise.resolve(written.toReversed()));
}

async function ofEvent(search: Search, ordinal: number): Promise<EnvelopeEvidence> {
  const { log, reader } = search;
  const rows = runBounds(log, ordinal);
  const selected = await reader.event(ordinal);
  const subject = await subjectOf(search, selected);
  const node = log.index.columns.node[subject.ordinal] as number;
  const early = await textOf(search, subject, rows, node);
  const emission = await emissionOf(search, subject, rows, early);
  const own = new Set(emission.recorded.map((event) => event.ordinal));
  const sweep = sweepRun(log, search.telling, rows, { position: emission.position, node, own });
  const isEffect = envelopeCause(log, search.graph, subject.ordinal) !== null;
  const text = isEffect ? await modelTextBefore(search.chunks, rows, node, emission.position) : early;
  const written = () => writtenFor(search, subject, emission, sweep, text);
  return evidenceOf(search, selected, subject, emission, sweep, written);
}

/** The model's text that an event which names no envelope belongs to; null for events about something else. */
async function textOf({ log, graph, chunks }: Search, subject: EvidenceEvent, rows: RunRows, node: number) {
  if (envelopeCause(log, graph, subject.ordinal) !== null || !isAboutModelOutput(subject.type)) return null;
  const isChunk = subject.type === 'output.chunk';
  const end = isChunk ? await endOfModelText(chunks, rows, subject.ordinal) : subject.index;
  return modelTextBefore(chunks, rows, node, end);
}

async function subjectOf({ log, graph, reader }: Search, selected: EvidenceEvent): Promise<EvidenceEvent> {
  if (envelopeCause(log, graph, selected.ordinal) !== null) return selected;
  const failure = await failureBehindEnd(new PayloadReader(log, FAILURES_READ), selected.ordinal);
  return failure === null ? selected : reader.event(failure.ordinal);
}

/** Which events are the envelope's, and which of them belong to the emission that the subject represents. */
async function emissionOf(search: Search, subject: EvidenceEvent, rows: RunRows, text: ModelText | null) {
  const { log, graph, reader, stories } = search;
  const isSubject = (event: EvidenceEvent): boolean => event.ordinal === subject.ordinal;
  const effects = stories.relatedEffects(subject.ordinal).slice(0, GROUP_READ);
  if (effects.length > 0)
    return emissionFrom(await reader.events(effects), 'causationId', subject, isSubject);
  const end = text?.end ?? subject.index;
  const named = namedIn(subject, text);
  for (const id of named) {
    const group = stories.effectsOf(subject.ordinal, log.index.ids.recorded(id)).slice(0, GROUP_READ);
    if (group.length === 0) continue;
    const isLater = (event: EvidenceEvent): boolean => event.index >= end;
    const emission = emissionFrom(await reader.events(group), 'causationId', subject, isLater);
    return { ...emission, correlationId: id };
  }
  const around = await reader.events(uncausedRowsAround(log, rows, graph, subject.ordinal));
  const emission = emissionFrom(around, 'node', subject, isSubject);
  return {
    ...emission,
    correlationId: named[0] ?? null,
    position: around.length === 0 ? end : emission.position,
  };
}

/** Ids that the text of an event names: that of the model, or that of its own payload. */
function namedIn(subject: EvidenceEvent, text: ModelText | null): readonly MaskedText[] {
  if (text !== null) return correlationIdsIn(text.text);
  return findEnvelopes(subject.payload).length === 0 ? [] : correlationIdsIn(writtenJsonOf(subject.payload));
}

/** Reads what is still to be read, in this order: the reader may read no more than it was given. */
async function evidenceOf(
  { log, reader }: Search,
  selected: EvidenceEvent | null,
  subject: EvidenceEvent | null,
  emission: Emission,
  sweep: Sweep,
  written: () => Promise<readonly WrittenEvidence[]>,
) {
  const accepted = await acceptedIn(reader, sweep);
  const turnStart = placeOf(log, sweep.turnStart);
  const host = hostName(log.header);
  return {
    /** The event or envelope of the question; null for an envelope without events. */
    selected,
    /** The event that represents the envelope: `selected`, or the failure of a node that `selected` reports. */
    subject,
    runId: subject?.runId ?? null,
    nodeId: subject?.nodeId ?? null,
    hostName: host === null ? null : masker.text(host),
    /** The log is one of OpenWOP v2 (run-events 3.6). */
    isV2: isV2Log(log),
    ...emission,
    /** What the host recorded for this emission, in order, at most 64 events. */
    recorded: emission.recorded.slice(0, RECORDED),
    /** What was written, the likeliest reading of the envelope first. */
    written: await written(),
    /** Accepted envelopes before `position`: the latest 256 of the node and 128 of others, in order. */
    accepted: accepted.projections,
    /** Candidates for `accepted` that were not read. */
    acceptedLeftOut: sweep.acceptedHere.leftOut + sweep.acceptedElsewhere.leftOut,
    /** Latest start of the node before `position`. */
    nodeStart: placeOf(log, sweep.nodeStart),
    /** What began the model's turn: start or resumption of the node, a prompt, or a retry. */
    turnStart: turnStart && { ...turnStart, type: log.index.typeLabelOf(sweep.turnStart) },
    /** `envelope.retry.attempted` of the node since it started, before `position`, the latest 64. */
    retries: await reader.events(sweep.retries.rows),
    retriesLeftOut: sweep.retries.leftOut,
    /** `cap.breached` of the run, the latest 32, wherever they stand. */
    caps: await reader.events(sweep.caps.rows),
    /** Refusals at this node, which may tell its contract, the latest 16 of each kind, wherever they stand. */
    refusals: [...(await reader.events(sweep.failures.rows)), ...accepted.refusals],
    /** The latest event by which the node waited for somebody at `position`; null when it did not. */
    openInterrupt: sweep.openInterrupt < 0 ? null : await reader.event(sweep.openInterrupt),
    /** What the run waits with that may be bound to the envelope, since one of the two names no node. */
    openUnplaced: await reader.events(sweep.openUnplaced),
    /** Events of the node before the envelope that carry a trust tag of their own, since the node started. */
    trust: {
      trusted: sweep.trusted,
      untrusted: sweep.untrusted.total,
      /** The latest untrusted ones, at most 8. */
      untrustedSequences: sweep.untrusted.rows.flatMap((row) => log.index.sequenceOf(row) ?? []),
    },
    declarations: hostDeclarations(log.header),
  };
}

const placeOf = ({ index, order }: LoadedLog, row: number) =>
  row < 0 ? null : { index: order.indexOf(row), sequence: index.sequenceOf(row) };

/**
 * Everything that was written for the envelope, the surest first: the envelope itself, in the source or in the event;
 * the model's text when it names the id; what a projection has of the payload; the model's text as it is; at last
 * what agents said in the turn.
 */
async function writtenFor(
  search: Search,
  subject: EvidenceEvent,
  emission: Emission,
  sweep: Sweep,
  text: ModelText | null,
) {
  const own = findEnvelopes(subject.payload);
  const written = await writtenIn(search.reader, subject, own);
  const model = text === null ? [] : [fromModel(text)];
  const { correlationId } = emission;
  const isNamed = ({ correlationIds }: WrittenEvidence): boolean =>
    correlationId !== null && correlationIds.includes(correlationId);
  const named = model.filter((one) => isNamed(one) || subject.type === 'output.chunk');
  const records = correlationId === null ? [] : await recordsOf(search, correlationId);
  return [
    ...(records.length > 1 ? records.slice(emission.emission - 1, emission.emission) : records),
    ...written.filter((one) => one.role === 'envelope'),
    ...named,
    ...(await payloadsIn(search, [subject, ...emission.recorded])),
    ...model.filter((one) => !named.includes(one)),
    ...written.filter((one) => one.role === 'model-text'),
    ...(text === null && written.length === 0 ? await saidInTurn(search, sweep) : []),
  ];
}

async function payloadsIn({ reader }: Search, events: readonly EvidenceEvent[]): Promise<WrittenEvidence[]> {
  const out: WrittenEvidence[] = [];
  const seen = new Set<number>();
  for (const event of events) {
    const found = seen.has(event.ordinal) ? null : findPayload(event);
    seen.add(event.ordinal);
    if (found !== null) out.push(...(await writtenIn(reader, event, [found])));
  }
  return out;
}

async function saidInTurn({ reader }: Search, sweep: Sweep): Promise<WrittenEvidence[]> {
  const out: WrittenEvidence[] = [];
  for (const event of (await reader.events(sweep.said.rows)).reverse())
    out.push(...(await writtenIn(reader, event, findEnvelopes(event.payload))));
  return out;
}

/** Envelopes that stand in the source next to the events. */
async function recordsOf({ log }: Search, requested: string): Promise<WrittenEvidence[]> {
  const correlationId = log.index.ids.recorded(requested);
  const out: WrittenEvidence[] = [];
  for (const record of log.index.envelopes) {
    if (record.correlationId !== correlationId || out.length >= 16) continue;
    const recorded = await recordText(log, record, MAX_ENVELOPE);
    if (recorded === null) continue;
    const { text } = masker.json(recorded);
    out.push({
      role: 'envelope',
      text,
      complete: record.length <= MAX_ENVELOPE,
      masked: marksIn(text),
      envelopeType: record.type === '' ? null : masker.identity(record.type),
      sequences: [],
      pointer: null,
      correlationIds: [masker.identity(correlationId)],
    });
  }
  return out;
}

/** The emission that the subject represents: the one `isOf` an event of, else none of those recorded. */
function emissionFrom(
  group: readonly EvidenceEvent[],
  recordedBy: Emission['recordedBy'],
  subject: EvidenceEvent,
  isOf: (event: EvidenceEvent) => boolean,
): Emission {
  const emissions = splitAttempts(group, partOf);
  const at = emissions.findIndex((events) => events.some(isOf));
  const recorded = emissions[at] ?? [];
  return {
    correlationId: recordedBy === 'causationId' ? subject.causationId : null,
    recorded,
    recordedBy,
    emission: at < 0 ? emissions.length + 1 : at + 1,
    emissions: Math.max(emissions.length, at + 1, 1),
    position: recorded[0]?.index ?? subject.index,
  };
}

/** As the payload says, of which the columns hold only the names. */
function partOf(event: EvidenceEvent): EmissionPart {
  if (event.type !== 'log.appended') return emissionPart(event.type);
  const { payload } = event;
  if (isAcceptedLog(payload)) return 'accepted';
  return isRecord(payload) && payload.level === 'warn' ? 'refused' : 'after';
}

const fromModel = (text: ModelText): WrittenEvidence => ({
  role: 'model-text',
  text: text.text,
  complete: text.complete,
  masked: text.masked,
  envelopeType: null,
  sequences: text.sequences,
  pointer: null,
  correlationIds: correlationIdsIn(text.text),
});
