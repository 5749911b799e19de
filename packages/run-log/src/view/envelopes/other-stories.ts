/** Rows of envelopes that no event tells of: in a file, in model text, in a snapshot. */
import { isRecord, type MaskedText, masker, words } from '@openwop-inspector/base';
import type { EnvelopeAttempt, LogicalEnvelope } from '../../content-answers.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { EnvelopeRecord } from '../../index/log-index.ts';
import { SourceError } from '../../source/byte-source.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { Fields } from '../summaries/fields.ts';
import { contentWords } from './content-words.ts';
import { emissions } from './record-list.ts';
import type { HeldSurface } from './snapshot-surfaces.ts';
import { envelopesAt, type TextEnvelope } from './untold-texts.ts';

/** Envelopes over this many bytes are not parsed for a row. */
const MAX_PARSED = 256 * 1024;
/** Emissions listed of one envelope: the latest. */
const LISTED = 64;

/** What a row says of an envelope that is held whole. */
type Held = Pick<LogicalEnvelope, 'envelopeType' | 'correlationId' | 'nodeId' | 'untrusted' | 'summary'> & {
  readonly state: LogicalEnvelope['state'];
};

/** Envelopes of the source with one correlationId: each whole one is an attempt, chunks are one together. */
export async function recordEnvelope(
  log: LoadedLog,
  records: Int32Array,
  key: string,
): Promise<LogicalEnvelope> {
  const all = emissions(log.index, records);
  const listed = all.slice(-LISTED);
  const held: Held[] = [];
  for (const chunks of listed) held.push(await heldRecord(log, log.index.envelopes[chunks.at(-1) ?? -1]));
  const leftOut = all.length - listed.length;
  return {
    ...(held.at(-1) ?? NOTHING),
    key,
    runId: runIdOf(log),
    foundIn: 'file',
    attempts: held.map((one, i) => attemptOf(leftOut + i + 1, one)),
    attemptsLeftOut: leftOut,
    ordinal: -1,
  };
}

const NOTHING: Held = {
  envelopeType: null,
  correlationId: null,
  nodeId: null,
  untrusted: false,
  summary: words``,
  state: 'unknown',
};

async function heldRecord(log: LoadedLog, record: EnvelopeRecord | undefined): Promise<Held> {
  if (record === undefined) return NOTHING;
  const value = await recordValue(log, record, MAX_PARSED);
  const held = heldIn(value ?? {});
  return {
    ...held,
    envelopeType: text(record.type),
    correlationId: text(record.correlationId),
    nodeId: text(record.nodeId),
  };
}

/** An envelope of the source, parsed; null when it is larger than `limit`, no JSON, or its source is gone. */
export async function recordValue(
  log: LoadedLog,
  record: EnvelopeRecord,
  limit: number,
): Promise<Record<string, unknown> | null> {
  if (record.length > limit) return null;
  try {
    const bytes = await log.readAt(record.source, record.offset, record.length);
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(value) ? value : null;
  } catch (error) {
    if (error instanceof SourceError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function heldIn(envelope: Record<string, unknown>): Held {
  const e = new Fields(envelope);
  const type = text(e.value('type'));
  return {
    envelopeType: type,
    correlationId: text(e.value('correlationId')),
    nodeId: text(e.value('nodeId')),
    untrusted: e.child('meta').value('contentTrust') === 'untrusted',
    summary: masker.text(contentWords(type, e.value('payload'))),
    state: e.child('partial').value('isPartial') === true ? 'buffered' : 'unknown',
  };
}

function attemptOf(
  number: number,
  held: Held,
  ordinal = -1,
  sequence: number | null = null,
): EnvelopeAttempt {
  return {
    number,
    state: held.state,
    code: null,
    note: held.summary,
    pointer: null,
    ordinal,
    sequence,
    type: ordinal < 0 ? (held.envelopeType ?? words``) : words`output.chunk`,
    retry: null,
  };
}

/** An envelope in model text, read again from its chunks. */
export async function textEnvelope(
  log: LoadedLog,
  from: TextEnvelope,
  key: string,
): Promise<LogicalEnvelope> {
  const { columns, runs, nodes } = log.index;
  const found = (await envelopesAt(log, from.index))[from.number];
  const row = from.ordinal;
  const held = heldIn(found ?? {});
  const sequence = columns.sequence[row] as number;
  return {
    ...held,
    key,
    nodeId: text(nodes.textOf(columns.node[row] as number)) ?? held.nodeId,
    runId: runs.shownOf(columns.run[row] as number),
    untrusted: held.untrusted || ((columns.flags[row] as number) & FLAG.untrusted) !== 0,
    foundIn: 'text',
    attempts: [attemptOf(1, held, row, Number.isNaN(sequence) ? null : sequence)],
    attemptsLeftOut: 0,
    ordinal: row,
  };
}

/** A surface in the snapshot of a run. */
export function snapshotEnvelope(surface: HeldSurface, key: string): LogicalEnvelope {
  const held: Held = {
    ...NOTHING,
    envelopeType: words`ui.a2ui-surface`,
    nodeId: text(surface.nodeId),
    summary: masker.text(contentWords('ui.a2ui-surface', surface.payload)),
  };
  return {
    ...held,
    key,
    runId: text(surface.runId) ?? words``,
    foundIn: 'snapshot',
    attempts: [attemptOf(1, held)],
    attemptsLeftOut: 0,
    ordinal: -1,
  };
}

/** The run that a file names, empty for one that names none. */
function runIdOf(log: LoadedLog): MaskedText {
  const run = new Fields(log.header.get('run'));
  return text(run.value('runId')) ?? text(log.header.get('runId')) ?? words``;
}

/** A name or an id as it is shown; null for none. */
function text(value: unknown): MaskedText | null {
  return typeof value === 'string' && value !== '' ? masker.identity(value) : null;
}
