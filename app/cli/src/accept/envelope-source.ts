/** Where the envelopes of `accept` come from: a file of envelopes, what a model wrote, or the events of a log. */
import {
  type AcceptContext,
  type ContextFromLog,
  contextFromEvidence,
  type Emission,
  type EnvelopeFile,
  type EnvelopeFromLog,
  notReconstructable,
  readEnvelopeFile,
  type TextPlace,
  textFile,
} from '@openwop-inspector/acceptor-core';
import {
  countOf,
  formatBytes,
  formatCount,
  formatSequence,
  isRecord,
  mayBeMasked,
  someOf,
} from '@openwop-inspector/base';
import {
  type ByteSource,
  type EnvelopeEvidence,
  type EventRow,
  envelopeEvidence,
  openRunLog,
  type RunLog,
  readEventDocument,
  SourceError,
} from '@openwop-inspector/run-log';
import { fileSpool } from '@openwop-inspector/run-log/node';
import type { Options } from '../grammar/options.ts';
import { limitsOf, openSource, type Surroundings } from '../open/open-log.ts';
import { jsonFault, textOf } from '../open/whole-text.ts';
import { ambiguousText, everyRow, findDisplayedId, findEvent } from '../refer/find-event.ts';
import { progressLine, type Terminal } from '../terminal/terminal.ts';
import { Refusal, remark } from '../verbs/complain.ts';

/** Emissions in order. */
interface EnvelopeSource {
  readonly emissions: readonly SourceEmission[];
  /** What could not be read next to them, each a sentence that names the file. */
  readonly faults: readonly string[];
}

/**
 * Opens a file. Of a log the payloads that are envelopes are taken; of one without any, the envelopes that its failed
 * events represent. Rejects with a `Refusal`, which names the file, when there are none.
 */
export async function openEnvelopes(
  file: string,
  { asText, event }: Options<'accept'>,
  surroundings: Surroundings,
): Promise<EnvelopeSource> {
  const source = await openSource(file, surroundings.stdin, surroundings.signal);
  try {
    const found = asText ? null : await fromLog(file, source, event, surroundings);
    if (found === null && event !== null)
      throw new Refusal(`${file}: this is no log; --event names an event of one`);
    return found ?? (await fromText(file, source, asText));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Refusal(`${file}: ${error.message}`);
  } finally {
    await source.close?.();
  }
}

/** What is no envelope for certain, and what takes it. */
const OTHER_VERBS: ReadonlyMap<string, string> = new Map([
  ['agh-log', 'these are messages of AGH Network; the verb agh judges them'],
  ['agh-envelope', 'this is a message of AGH Network; the verb agh judges it'],
  ['snapshot', 'this is the snapshot of a run; it holds no envelope'],
]);

/** Null when the source is no log: then it is read as text. */
async function fromLog(file: string, source: ByteSource, event: string | null, surroundings: Surroundings) {
  const { terminal, signal } = surroundings;
  // The log closes its sources; this one is read again when it is no log.
  const { close: _close, ...lent } = source;
  const log = openRunLog([{ ...lent, read: (offset, length) => source.read(offset, length) }], {
    signal,
    makeSpool: fileSpool,
    ...limitsOf(surroundings),
    onProgress: (progress) => terminal.progress(progressLine(file, progress)),
  });
  try {
    await log.loaded;
    terminal.progress(null);
    const other = OTHER_VERBS.get(log.format);
    if (other !== undefined) throw new Refusal(`${file}: ${other}`);
    if (log.order.length === 0) return null;
    if (event !== null)
      return { emissions: [emissionOf(await envelopeAtEvent(file, log, event, terminal))], faults: [] };
    const found = await envelopesOfLog(log);
    if (found === null) return null;
    const faults = found.leftOut.map((words) => `${file}: ${words}`);
    if (found.emissions.length > 0) return { emissions: found.emissions, faults };
    if (faults.length > 0) throw new Refusal(faults.join('; '));
    return await ofFailures(file, log, found.refusals, surroundings);
  } finally {
    await log.close();
  }
}

async function ofFailures(
  file: string,
  log: RunLog,
  refusals: readonly EventRow[],
  { terminal, signal }: Surroundings,
): Promise<EnvelopeSource> {
  const { found, isCut, withoutEnvelope } = await envelopesOfFailures(log, refusals, signal);
  if (found.length === 0) {
    const contents = `${countOf(log.order.length, 'event')}, and the payload of none is an envelope`;
    const failed =
      withoutEnvelope.length === 0
        ? 'nor did an envelope fail in it. --event REF takes the one at an event'
        : missingText(withoutEnvelope);
    throw new Refusal(`${file}: ${contents}; ${failed}`);
  }
  remark(terminal, 'the log holds no envelope as such; these are those of its failed events, put together');
  if (withoutEnvelope.length > 0) remark(terminal, missingText(withoutEnvelope));
  const cut = `${file}: only the first ${countOf(found.length, 'envelope')}; there are more failures`;
  return { emissions: found.map(emissionOf), faults: isCut ? [cut] : [] };
}

/** Places named in a remark. */
const NAMED = 5;

function missingText(places: readonly string[]): string {
  return `the log does not hold the envelope that failed at ${someOf(places, NAMED)}; --event shows what is known of it`;
}

function emissionOf(rebuilt: RebuiltEnvelope): SourceEmission {
  return sourceEmission({ text: rebuilt.envelope.text }, rebuilt.place, { rebuilt });
}

async function fromText(file: string, source: ByteSource, asText: boolean): Promise<EnvelopeSource> {
  const text = await textOf(source, file);
  if (text.trim() === '') throw new Refusal(`${file}: it is empty`);
  const parsed: EnvelopeFile = asText ? textFile(text) : readEnvelopeFile(text);
  if (!parsed.ok) throw new Refusal(jsonFault(file, parsed));
  const { emissions, faults, format } = parsed;
  if (emissions.length === 0) throw new Refusal(`${file}: the list holds no envelope`);
  return {
    emissions: emissions.map(({ emission, place: start }) =>
      sourceEmission(emission, format === 'text' ? '' : `line ${start.line}`, { start }),
    ),
    faults: faults.map((fault) => jsonFault(file, fault)),
  };
}

/** One emission with what is known about it. */
export interface SourceEmission {
  readonly emission: Emission;
  /** What the log reports of run and node; null for a file. */
  readonly override: Partial<AcceptContext> | null;
  /** An envelope of a log, with its own context; null for one that is in a file or a payload. */
  readonly rebuilt: RebuiltEnvelope | null;
  /** Where it is, as the user searches for it: `line 3`, `#12`. */
  readonly place: string;
  /** Where its text begins in a file; null for one of a log. */
  readonly start: TextPlace | null;
  /** True when a turn of the model begins with it. */
  readonly isNewTurn: boolean;
}

/** An emission with what is known of its source; what `known` does not name is absent. */
function sourceEmission(emission: Emission, place: string, known: Partial<SourceEmission> = {}) {
  return { emission, place, override: null, rebuilt: null, start: null, isNewTurn: false, ...known };
}

/** Envelopes taken of one log. */
const MAX_ENVELOPES = 100_000;
/** Refusals stored of one log. */
const MAX_REFUSALS = 2_000;

/**
 * Payloads that are envelopes, or hold one as `envelope`. A log does not say where the turns of a model begin, so each
 * counts as a turn of its own. Null when the entries are envelopes and no events at all. Reads every event once; only
 * those that may hold an envelope are parsed.
 */
async function envelopesOfLog(log: RunLog) {
  /** What was left out, in words: nothing is known of it, so it must not count as accepted. */
  const leftOut: string[] = [];
  const emissions: SourceEmission[] = await envelopesOutsideEvents(log, leftOut);
  let hasEvents = emissions.length > 0;
  /** Events that may have refused an envelope; for logs that hold none themselves. */
  const refusals: EventRow[] = [];
  for await (const row of everyRow(log)) {
    if (emissions.length >= MAX_ENVELOPES) break;
    // Whether an event may be the refusal of an envelope.
    if (
      refusals.length < MAX_REFUSALS &&
      TELLING.has(row.type) &&
      (row.tone === 'failed' || row.tone === 'warning')
    )
      refusals.push(row);
    if (row.sequence !== null) hasEvents = true;
    const read = await log.read(row.ordinal);
    if (!MAY_HOLD.test(new TextDecoder().decode(read))) continue;
    const document = readEventDocument(read);
    if (document === null) continue;
    const envelope = envelopeIn(document.payload);
    if (envelope !== null) emissions.push(partOf(row, envelope));
    else if (isEnvelope(document.recorded) && !Object.hasOwn(document.recorded, 'runId')) {
      if (!hasEvents) return null;
      emissions.push(partOf(row, document.recorded));
    }
  }
  if (emissions.length >= MAX_ENVELOPES)
    leftOut.push(`no more than ${formatCount(MAX_ENVELOPES)} envelopes are taken of one log`);
  return { emissions, refusals, leftOut };
}

/** Bytes of an envelope next to the events that are read. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Envelopes that stand in the source next to its events, such as lines of their own (envelope 1). */
async function envelopesOutsideEvents(log: RunLog, leftOut: string[]): Promise<SourceEmission[]> {
  const found: SourceEmission[] = [];
  for (const { length, offset, source } of log.index.envelopes.slice(0, MAX_ENVELOPES)) {
    if (length > MAX_BYTES) {
      leftOut.push(
        `the envelope at byte ${formatCount(offset)} has more than ${formatBytes(MAX_BYTES)} and was not judged`,
      );
      continue;
    }
    const text = new TextDecoder().decode(await log.readAt(source, offset, length));
    found.push(sourceEmission({ text }, `byte ${offset}`, { isNewTurn: true }));
  }
  return found;
}

/** Keys of which an envelope has one. */
const MAY_HOLD = /"(?:correlationId|envelopeId|meta)"/;

function envelopeIn(payload: unknown): Readonly<Record<string, unknown>> | null {
  if (isEnvelope(payload)) return payload;
  const inner = isRecord(payload) && Object.hasOwn(payload, 'envelope') ? payload.envelope : null;
  return isEnvelope(inner) ? inner : null;
}

function isEnvelope(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value) || !Object.hasOwn(value, 'type') || !Object.hasOwn(value, 'payload')) return false;
  return ['correlationId', 'envelopeId', 'meta'].some((key) => Object.hasOwn(value, key));
}

function partOf(row: EventRow, envelope: unknown): SourceEmission {
  const override = { runId: row.runId, ...(row.nodeId === null ? {} : { nodeId: row.nodeId }) };
  return sourceEmission({ envelope, single: true }, placeOf(row), { override, isNewTurn: true });
}

/** One envelope put together from a log. */
export interface RebuiltEnvelope {
  /** How to name it: `#216`, or the correlationId of an envelope next to the events. */
  readonly place: string;
  /** The event it was looked up by; null for an envelope next to the events. */
  readonly event: Pick<EventRow, 'sequence' | 'eventId' | 'type'> | null;
  readonly envelope: EnvelopeFromLog;
  readonly log: ContextFromLog;
}

/**
 * The envelope that is at an event, named as everywhere, or one named by its correlationId, with a remark when it could be
 * another. Rejects with a `Refusal` when there is none.
 */
async function envelopeAtEvent(file: string, log: RunLog, reference: string, terminal: Terminal) {
  const found = await findEvent(log, reference);
  if (found.kind === 'event') {
    const { row } = found;
    const evidence = await envelopeEvidence(log, { ordinal: row.ordinal });
    const rebuilt = evidence === null ? null : rebuiltFrom(evidence, placeOf(row), row);
    const words = `${placeOf(row)} ${row.type} has nothing to do with an envelope`;
    if (rebuilt === null)
      throw new Refusal(`${file}: ${words}. Name one that failed, or an envelope.* event`);
    if (found.remark !== null) remark(terminal, found.remark);
    return rebuilt;
  }
  const displayed = mayBeMasked(reference) ? await findDisplayedId(log, reference) : null;
  if (displayed?.isAmbiguous) throw new Refusal(`${file}: ${ambiguousText(reference)}`);
  const evidence = await envelopeEvidence(log, { correlationId: displayed?.correlationId ?? reference });
  const rebuilt = evidence === null ? null : rebuiltFrom(evidence, reference, evidence.selected);
  if (rebuilt === null) throw new Refusal(`${file}: ${found.message}`);
  remark(terminal, `${reference} is read as a correlationId`);
  return rebuilt;
}

function rebuiltFrom(evidence: EnvelopeEvidence, place: string, event: RebuiltEnvelope['event']) {
  const log = contextFromEvidence(evidence);
  return log.envelope === null ? null : { place, event, envelope: log.envelope, log };
}

/** How to name an event: `#216`, or its eventId. */
const placeOf = (row: EventRow): string =>
  row.sequence === null ? row.eventId : formatSequence(row.sequence);

/** Envelopes taken of one log, and events that are looked into for them. */
const MAX_REBUILT = 100;
const MAX_EVENTS = 1_000;

/** Events by which hosts tell that an envelope was not taken. */
const TELLING: ReadonlySet<string> = new Set([
  'node.failed',
  'run.failed',
  'cap.breached',
  'envelope.refusal',
  'envelope.truncated',
  'envelope.retry.attempted',
  'envelope.retry.exhausted',
  'log.appended',
]);

/**
 * The envelopes that failed events represent, each emission once, in order. Failures of nodes name their emission
 * first; envelopes of which the payload is not loaded are left out. Reads at most 1,000 events' evidence.
 */
async function envelopesOfFailures(log: RunLog, failed: readonly EventRow[], signal: AbortSignal) {
  const byEmission = new Map<string, { readonly row: EventRow; readonly rebuilt: RebuiltEnvelope | null }>();
  const nodesFirst = [...failed].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  let rebuiltCount = 0;
  for (const row of nodesFirst.slice(0, MAX_EVENTS)) {
    if (signal.aborted || rebuiltCount >= MAX_REBUILT) break;
    const evidence = await envelopeEvidence(log, { ordinal: row.ordinal });
    if (evidence === null || byEmission.has(rebuiltEmission(evidence))) continue;
    const rebuilt = rebuiltFrom(evidence, placeOf(row), row);
    const host = rebuilt?.log.hostRecorded ?? null;
    if (rebuilt === null || host === null || host.status === 'accepted') continue;
    const isRebuilt = rebuilt.envelope.form === 'json' && notReconstructable(rebuilt.log) === null;
    byEmission.set(rebuiltEmission(evidence), { row, rebuilt: isRebuilt ? rebuilt : null });
    if (isRebuilt) rebuiltCount++;
  }
  const inOrder = [...byEmission.values()].sort((a, b) => a.row.index - b.row.index);
  return {
    found: inOrder.flatMap(({ rebuilt }) => rebuilt ?? []),
    /** Places of failures whose envelope the log does not hold. */
    withoutEnvelope: inOrder.flatMap(({ rebuilt, row }) => (rebuilt === null ? [placeOf(row)] : [])),
    /** True when there are more failed events than were looked into. */
    isCut: rebuiltCount >= MAX_REBUILT || failed.length > MAX_EVENTS,
  };
}

const rank = ({ type }: EventRow): number => (type === 'node.failed' ? 0 : 1);

/** The same for all events that one emission of an envelope left. */
function rebuiltEmission({ correlationId, emission, recorded, runId, subject }: EnvelopeEvidence): string {
  const first = recorded[0] ?? subject;
  return JSON.stringify([runId, correlationId, emission, correlationId === null ? first?.ordinal : null]);
}
