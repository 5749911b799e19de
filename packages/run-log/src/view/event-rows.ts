import { formatBytes, isRecord, type MaskedText, masker, words } from '@openwop-inspector/base';
import type { EventRow } from '../answers.ts';
import { derivedId } from '../index/derived-ids.ts';
import { FLAG } from '../index/event-columns.ts';
import { type EventDocument, readEventDocument } from '../index/event-document.ts';
import { SourceError } from '../source/byte-source.ts';
import type { LoadedLog } from './loaded-log.ts';
import { mapSideBySide } from './side-by-side.ts';
import { summarise, toneOf } from './summary.ts';
import { taintFrom } from './trust/taint.ts';

/** Events read side by side. */
const SIDE_BY_SIDE = 16;
/** Events over this many bytes are summarised by their size alone. */
const MAX_SUMMARISED = 1024 * 1024;

/** The rows of some ordinals. Reads and parses each event; a source that cannot be read gives rows that say so. */
export function eventRows(log: LoadedLog, ordinals: Iterable<number>): Promise<EventRow[]> {
  return mapSideBySide([...ordinals], SIDE_BY_SIDE, (ordinal) => eventRow(log, ordinal));
}

async function eventRow(log: LoadedLog, ordinal: number): Promise<EventRow> {
  const { columns } = log.index;
  const length = columns.byteLength[ordinal] as number;
  let document: EventDocument | null = null;
  let summary: MaskedText | null = null;
  if (length > MAX_SUMMARISED) summary = masker.text(formatBytes(length));
  try {
    const bytes = await log.readRange(ordinal, 0, Math.min(length, MAX_SUMMARISED));
    if (summary === null) document = readEventDocument(bytes);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    summary = masker.text(error.message);
  }
  return rowOf(log, ordinal, document, summary);
}

function rowOf(
  log: LoadedLog,
  ordinal: number,
  document: EventDocument | null,
  summary: MaskedText | null,
): EventRow {
  const { index, order } = log;
  const { columns } = index;
  const flags = columns.flags[ordinal] as number;
  const type = index.types.textOf(columns.type[ordinal] as number);
  const node = columns.node[ordinal] as number;
  const sequence = columns.sequence[ordinal] as number;
  const time = columns.time[ordinal] as number;
  const recorded = document?.recorded ?? {};
  const text =
    summary ??
    (document === null
      ? words`The event cannot be read as JSON`
      : summarise(type, recorded, document.payload));
  return {
    ordinal,
    index: order.indexOf(ordinal),
    sequence: Number.isNaN(sequence) ? null : sequence,
    type: index.types.shownOf(columns.type[ordinal] as number),
    runId: index.runs.shownOf(columns.run[ordinal] as number),
    nodeId: node === 0 ? null : index.nodes.shownOf(node),
    timestamp: typeof recorded.timestamp === 'string' ? masker.text(recorded.timestamp) : null,
    timeMs: Number.isNaN(time) ? null : time,
    eventId: log.eventIdOf(ordinal, recorded.eventId),
    eventIdDerived: (flags & FLAG.eventIdMissing) !== 0,
    causationId: typeof recorded.causationId === 'string' ? index.ids.of(recorded.causationId) : null,
    contentTrust:
      (flags & FLAG.untrusted) !== 0 ? 'untrusted' : (flags & FLAG.trusted) !== 0 ? 'trusted' : null,
    taintFrom: taintFrom(log, ordinal),
    tone: toneOf(type, document?.payload),
    summary: text,
    problem: index.problems.severityOf(ordinal),
    ...viaOf(flags),
    byteOffset: columns.offset[ordinal] as number,
    byteLength: columns.byteLength[ordinal] as number,
  };
}

function viaOf(flags: number): Pick<EventRow, 'via'> {
  if ((flags & FLAG.viaStream) !== 0) return { via: 'sse' };
  if ((flags & FLAG.viaPoll) !== 0) return { via: 'poll' };
  return (flags & FLAG.viaBundle) !== 0 ? { via: 'bundle' } : {};
}

/** The id shown for an event: as recorded and masked, or derived (run-events.md section 5.2). */
export function shownEventId(
  log: Pick<LoadedLog, 'index'>,
  form: 'evt' | 'plain',
  ordinal: number,
  recorded: unknown,
): MaskedText {
  if (typeof recorded === 'string' && recorded !== '') return log.index.ids.of(recorded);
  const { columns, ids, runs } = log.index;
  const run = runs.textOf(columns.run[ordinal] as number);
  return ids.of(derivedId(form, run, columns.sequence[ordinal] as number, ordinal));
}

/** The `eventId` an event was recorded with, undefined when it has none or cannot be read. Reads its first 4 KiB. */
export async function recordedEventId(log: LoadedLog, ordinal: number): Promise<unknown> {
  if (((log.index.columns.flags[ordinal] as number) & FLAG.eventIdMissing) !== 0) return undefined;
  try {
    const head = new TextDecoder().decode(await log.readRange(ordinal, 0, 4096));
    // Most hosts write the id first; when it stands further back the whole event is read.
    const near = /^\s*\{\s*"eventId"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head);
    if (near?.[1] !== undefined) return JSON.parse(near[1]);
    const value: unknown = JSON.parse(new TextDecoder().decode(await log.read(ordinal)));
    return isRecord(value) ? value.eventId : undefined;
  } catch {
    // The problem is shown without its id rather than not at all.
    return undefined;
  }
}
