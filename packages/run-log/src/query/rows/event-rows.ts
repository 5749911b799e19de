import {
  formatBytes,
  formatSequence,
  isRecord,
  type MaskedText,
  masker,
  parseAsWritten,
  QUOTE,
  words,
  writtenNumber,
} from '@openwop-inspector/base';
import {
  dim,
  error,
  gap,
  type Line,
  name,
  ok,
  plain,
  type Span,
  type Style,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import { type EventTone, summarise, toneOf } from '@openwop-inspector/events';
import { FLAG } from '../../index/event-columns.ts';
import {
  type EventDocument,
  namedCauseOf,
  readEventDocument,
  recordedIdOf,
} from '../../index/event-document.ts';
import { SourceError } from '../../source/byte-source.ts';
import { NO_USE, type SpanUse, useIn } from '../lanes/span-use.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { JsonBytes, Members, stringText } from '../payload/json-members.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';
import type { RowStream } from '../streams/stream-folds.ts';
import { taintFrom } from '../trust/trust.ts';
import { describeRow, spansOf } from './rows.ts';

/** Events over this many bytes are summarised by their size alone. */
const MAX_SUMMARISED = 1024 * 1024;

/** One row of the event list. `summary` is made from the payload when the row is requested; secrets in it are masked. */
export interface EventRow extends ReturnType<typeof rowOf> {
  /** The stream that the row is of, in a list whose streams fold; absent elsewhere. */
  readonly stream?: RowStream;
  /** In a list that shows them; absent elsewhere. */
  readonly figures?: RowFigures;
  /** True in a list of all events for one that the filter leaves out; absent elsewhere. */
  readonly isDimmed?: boolean;
  /** In a list with colouring rules: the number of the first one that selects it; absent elsewhere. */
  readonly colour?: number;
}

/** The rows of some ordinals. Reads and parses each event; a source that cannot be read gives rows that say so. */
export const eventRows = (log: LoadedLog, ordinals: Iterable<number>): Promise<EventRow[]> =>
  mapSideBySide([...ordinals], (ordinal) => eventRow(log, ordinal));

async function eventRow(log: LoadedLog, ordinal: number): Promise<EventRow> {
  const { columns } = log.index;
  const length = columns.byteLength[ordinal] as number;
  try {
    if (length <= MAX_SUMMARISED) {
      const document = readEventDocument(await log.readRange(ordinal, 0, length), parseAsWritten);
      return rowOf(log, ordinal, document, null);
    }
    const recorded = await largeEventMembers(log, ordinal);
    return rowOf(log, ordinal, { recorded, payload: undefined }, masker.text(formatBytes(length)));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return rowOf(log, ordinal, null, masker.text(error.message));
  }
}

function rowOf(log: LoadedLog, ordinal: number, document: EventDocument | null, summary: MaskedText | null) {
  const { index, order } = log;
  const { columns } = index;
  const flags = columns.flags[ordinal] as number;
  const type = index.typeOf(ordinal);
  const recorded = document?.recorded ?? {};
  const cause = namedCauseOf(recorded);
  const text =
    summary ??
    (document === null
      ? words`The event cannot be read as JSON`
      : summarise(type, recorded, document.payload));
  return {
    ordinal,
    index: order.indexOf(ordinal),
    /** Null when the host wrote neither `sequence` nor `seq`. */
    sequence: index.sequenceOf(ordinal),
    ...messageMark(flags),
    type: index.recordedTypeOf(ordinal),
    runId: index.runIdOf(ordinal),
    nodeId: index.nodeIdOf(ordinal),
    /** As recorded; may be unparsable. */
    timestamp: timestampOf(recorded),
    /** Epoch ms, null when absent or unparsable. */
    timeMs: index.timeOf(ordinal),
    eventId: log.eventIdOf(ordinal, recordedIdOf(recorded)),
    /** True when the host wrote no `eventId` and this one was derived (run-events.md section 5.2). */
    eventIdDerived: (flags & FLAG.eventIdMissing) !== 0,
    causationId: typeof cause === 'string' ? index.ids.of(cause) : null,
    contentTrust: index.trustOf(ordinal),
    /**
     * Of a row that says it is untrusted: the event that its untrusted content came in by, found along its causes. Null
     * when it brought the content itself, when no cause says so, and while the causal graph is incomplete.
     */
    taintFrom: taintFrom(log, ordinal),
    tone: toneOf(type, document?.payload),
    summary: text,
    /** Worst severity among this event's problems. */
    problem: index.problems.severityOf(ordinal),
    ...viaOf(flags),
    byteOffset: columns.offset[ordinal] as number,
    byteLength: columns.byteLength[ordinal] as number,
  };
}

/** As recorded; the Unix time of a message is written out. */
function timestampOf(recorded: Readonly<Record<string, unknown>>): MaskedText | null {
  const { timestamp, ts } = recorded;
  if (typeof timestamp === 'string') return masker.text(timestamp);
  return typeof ts === 'number' ? masker.text(writtenNumber(recorded, 'ts') ?? String(ts)) : null;
}

/** A message of AGH Network: its `sequence` is its place among the messages of the log, of all channels. */
const messageMark = (flags: number): { readonly isMessage?: true } =>
  (flags & FLAG.message) === 0 ? {} : { isMessage: true };

/** In a capture, the channel that the event came by first; absent elsewhere. */
function viaOf(flags: number): { readonly via?: 'sse' | 'poll' | 'bundle' } {
  if ((flags & FLAG.viaStream) !== 0) return { via: 'sse' };
  if ((flags & FLAG.viaPoll) !== 0) return { via: 'poll' };
  return (flags & FLAG.viaBundle) !== 0 ? { via: 'bundle' } : {};
}

/** The `eventId` an event was recorded with, undefined when it has none or cannot be read. Reads its first 4 KiB. */
export async function recordedEventId(log: LoadedLog, ordinal: number): Promise<unknown> {
  if (log.index.columns.has(ordinal, FLAG.eventIdMissing)) return undefined;
  try {
    const head = new TextDecoder().decode(await log.readRange(ordinal, 0, 4096));
    // Most hosts write the id first; when it is further back the whole event is read.
    const near = /^\s*\{\s*"eventId"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head);
    if (near?.[1] !== undefined) return JSON.parse(near[1]);
    const value: unknown = JSON.parse(new TextDecoder().decode(await log.read(ordinal)));
    return isRecord(value) ? recordedIdOf(value) : undefined;
  } catch {
    // The problem is displayed without its id rather than not at all.
    return undefined;
  }
}

/** Read first: most hosts write these members before the payload. */
const HEAD = 64 * 1024;

/**
 * The texts of an event's own members that a row shows, whatever its payload weighs; they are searched for behind the
 * payload only where they are not in front of it. O(length). Rejects with a `SourceError`.
 */
async function largeEventMembers(log: LoadedLog, ordinal: number): Promise<Readonly<Record<string, string>>> {
  const wanted = wantedOf(log, ordinal);
  const head = textMembers(await log.readRange(ordinal, 0, HEAD), wanted);
  const isRepeated = log.index.columns.has(ordinal, FLAG.duplicateKey);
  if (!isRepeated && wanted.every((name) => Object.hasOwn(head, name))) return head;
  return textMembers(await log.read(ordinal), wanted);
}

/** The members that the index has seen. */
function wantedOf({ index: { columns } }: LoadedLog, ordinal: number): readonly string[] {
  const isCaused = columns.causeA[ordinal] !== 0 || columns.causeB[ordinal] !== 0;
  return [
    ...(columns.has(ordinal, FLAG.eventIdMissing) ? [] : ['eventId']),
    ...(columns.has(ordinal, FLAG.timeMissing) ? [] : ['timestamp']),
    ...(isCaused ? ['causationId'] : []),
  ];
}

/** Of a key that occurs twice the last one holds, as for a parser. What is cut ends the walk. */
function textMembers(event: Uint8Array, wanted: readonly string[]): Readonly<Record<string, string>> {
  const json = new JsonBytes(event);
  const found: Record<string, string> = {};
  const members = new Members(json, json.scanner.skipSpace(0));
  while (members.next()) {
    const end = json.skip(members.valueStart);
    if (end < 0) break;
    members.valueEnds(end);
    if (json.bytes[members.valueStart] !== QUOTE) continue;
    const key = stringText(json.bytes, members.keyStart, members.keyEnd);
    if (wanted.includes(key)) found[key] = stringText(json.bytes, members.valueStart + 1, end - 1);
  }
  return found;
}

/** What an event says in figures; null for what it does not. */
export interface RowFigures {
  /** How long what it ends has taken, by the times of both events. */
  readonly tookMs: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** The figures of some events. Costs one read for each that reports use, and once a log O(events). */
export async function rowFigures(log: LoadedLog, ordinals: readonly number[]) {
  const reader = new PayloadReader(log, ordinals.length);
  const uses = await mapSideBySide(ordinals, async (ordinal): Promise<SpanUse> => {
    const isUse = describeRow(log, ordinal).act === 'usage';
    return isUse ? useIn((await reader.read(ordinal))?.payload) : NO_USE;
  });
  const spans = spansOf(log);
  return ordinals.map((ordinal, at) => {
    const { tokens, costUsd } = uses[at] ?? NO_USE;
    const tookMs = spans.of(ordinal);
    return { tookMs: Number.isNaN(tookMs) ? null : tookMs, tokens, costUsd };
  });
}

const MARKS: Readonly<Record<EventTone, Span>> = {
  normal: plain(' '),
  failed: error('✗'),
  warning: warning('!'),
  waiting: warning('…'),
  ok: ok('✓'),
};

const TYPE_STYLE: Readonly<Record<EventTone, Style>> = {
  normal: 'name',
  failed: 'error',
  warning: 'warning',
  waiting: 'warning',
  ok: 'ok',
};

/** One column that says how an event is in its run; its type says the same in words. */
export const toneMark = (tone: EventTone): Span => MARKS[tone];

/** The type in the colour of its tone. */
export function typeSpan(row: EventRow): Span {
  return { text: row.type === '' ? '(no type)' : row.type, style: TYPE_STYLE[row.tone], isCode: true };
}

/** Which event it is: "#210  node.failed  draft". `withRun` names its run too. */
export function eventHead(row: EventRow, { withRun }: { readonly withRun: boolean }): Line {
  const spans: Span[] = [strong(formatSequence(row.sequence)), gap(), typeSpan(row)];
  if (row.nodeId !== null) spans.push(gap(' at node '), { ...plain(row.nodeId), isCode: true });
  if (withRun && row.runId !== '') spans.push(dim('  in run '), name(row.runId));
  if (row.contentTrust === 'untrusted') spans.push(gap(', '), { text: 'untrusted', style: 'untrusted' });
  return spans;
}

/** An event on one line: its head, a note about it, its summary. */
export function eventWithSummary(
  row: EventRow,
  options: { readonly withRun: boolean; readonly note?: Span },
): Line {
  const noted = options.note === undefined ? [] : [gap(', '), options.note];
  const summary = row.summary === '' ? [] : [gap(': '), dim(row.summary)];
  return [...eventHead(row, options), ...noted, ...summary];
}

/** The row of an ordinal; null for none. */
export const rowAt = async (
  log: { rows(ordinals: readonly number[]): Promise<readonly EventRow[]> },
  ordinal: number | null,
): Promise<EventRow | null> => (ordinal === null ? null : ((await log.rows([ordinal]))[0] ?? null));
