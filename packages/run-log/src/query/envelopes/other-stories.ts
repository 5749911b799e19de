/** Rows of envelopes that no event reports: in a file, in model text, in a snapshot. */

import { type MaskedText, masker, words } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import type { EnvelopeRecord } from '../../index/log-index.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { envelopesAt, type TextEnvelope } from '../stories/model-text.ts';
import { emissions, recordValue, type StoredSurface } from '../stories/stored-envelopes.ts';
import type { EnvelopeAttempt, EnvelopeState } from './attempt-text.ts';
import { contentText } from './attempt-text.ts';

/** Envelopes over this many bytes are not parsed for a row. */
const MAX_PARSED = 256 * 1024;
/** Emissions listed of one envelope: the latest. */
const LISTED = 64;

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
export async function recordEnvelope(
  log: LoadedLog,
  records: Int32Array,
  key: string,
): Promise<LogicalEnvelope> {
  const all = emissions(log.index, records);
  const listed = all.slice(-LISTED);
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

function attemptOf(number: number, facts: Facts, ordinal = -1, sequence: number | null = null) {
  return {
    number,
    state: facts.state,
    code: null,
    note: facts.summary,
    pointer: null,
    ordinal,
    sequence,
    type: ordinal < 0 ? (facts.envelopeType ?? words``) : words`output.chunk`,
    retry: null,
  };
}

/** An envelope in model text, read again from its chunks. */
export async function textEnvelope(
  log: LoadedLog,
  from: TextEnvelope,
  key: string,
): Promise<LogicalEnvelope> {
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
export function snapshotEnvelope(surface: StoredSurface, key: string): LogicalEnvelope {
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
function text(value: unknown): MaskedText | null {
  return typeof value === 'string' && value !== '' ? masker.identity(value) : null;
}
