/** What a model wrote at a node, put together from its chunks (run-events 3.2.4, `output.chunk`). */

import { bracedObjects, fencedBlocks, isRecord } from '@openwop-inspector/base';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { hashText } from '../../scan/id-hash.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { type RunRows, runBounds } from '../rows/rows.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { EvidenceReader } from './evidence-reader.ts';
import type { StoryPass } from './story-pass.ts';
import { isEnvelopeLike, maskedText, parsedAsWritten } from './written-values.ts';

/** Chunks read for one text, and read in one go. */
const MAX_CHUNKS = 5_000;
const BATCH = 64;
/** Longest text in UTF-16 units: what envelopes are searched for in (envelope 10). */
const MAX_UNITS = 1024 * 1024;

export type ModelText = NonNullable<ReturnType<typeof textOf>>;

interface Chunk {
  readonly row: number;
  readonly text: string;
  readonly channel: string;
  readonly isLast: boolean;
}

/** Events between which one answer of a model is. */
const EDGES: ReadonlySet<string> = new Set(['node.started', 'node.resumed', 'envelope.retry.attempted']);

/**
 * The latest text that the model wrote at a node before a display index. Reads back to the end of the text before it,
 * over at most 5,000 chunks. Null when there is none since the node started, resumed or tried again.
 */
export async function modelTextBefore(reader: EvidenceReader, rows: RunRows, node: number, before: number) {
  if (node === 0) return null;
  const { log } = reader;
  const found = chunkRowsBack(log, rows, node, before);
  const chunks: Chunk[] = [];
  let units = 0;
  let begins = found.atEdge;
  for (let i = 0; i < found.rows.length && units < MAX_UNITS; i += BATCH) {
    const batch = await chunksOf(reader, found.rows.slice(i, i + BATCH));
    const newest = chunks[0] ?? batch[0];
    const end = batch.findIndex(
      ({ isLast, channel }, at) => isLast && (i > 0 || at > 0) && channel === newest?.channel,
    );
    const own = end < 0 ? batch : batch.slice(0, end);
    for (const chunk of own) units += chunk.text.length;
    chunks.push(...own);
    if (end >= 0) {
      begins = true;
      break;
    }
  }
  return textOf(log, chunks, begins && units < MAX_UNITS);
}

/** The display index behind the text that a chunk belongs to. */
export async function endOfModelText(reader: EvidenceReader, rows: RunRows, ordinal: number) {
  const { log } = reader;
  const { columns } = log.index;
  const node = columns.node[ordinal] as number;
  const chunk = columns.type[ordinal] as number;
  let read = 0;
  let end = log.order.indexOf(ordinal) + 1;
  for (let i = end - 1; i < rows.to && read < MAX_CHUNKS; i++) {
    const row = log.order.ordinalAt(i);
    if (columns.node[row] !== node) continue;
    if (EDGES.has(log.index.typeOf(row))) break;
    if (columns.type[row] !== chunk) continue;
    read++;
    end = i + 1;
    if ((await chunksOf(reader, [row]))[0]?.isLast === true) break;
  }
  return end;
}

/** Rows of chunks from an index back to the nearest edge, newest first. */
function chunkRowsBack(log: LoadedLog, rows: RunRows, node: number, before: number) {
  const { columns } = log.index;
  const out: number[] = [];
  for (let i = before - 1; i >= rows.from && out.length < MAX_CHUNKS; i--) {
    const row = log.order.ordinalAt(i);
    if (columns.node[row] !== node) continue;
    const type = log.index.typeOf(row);
    if (type === 'output.chunk') out.push(row);
    else if (EDGES.has(type)) return { rows: out, atEdge: true };
  }
  return { rows: out, atEdge: false };
}

/** Rows of the chunks of which the text before an event may be. O(rows of its node's turn). */
export function chunkRowsBefore(log: LoadedLog, ordinal: number): readonly number[] {
  const node = log.index.columns.node[ordinal] as number;
  const before = log.order.indexOf(ordinal);
  return before < 0 || node === 0 ? [] : chunkRowsBack(log, runBounds(log, ordinal), node, before).rows;
}

async function chunksOf(reader: EvidenceReader, rows: readonly number[]): Promise<Chunk[]> {
  const payloads = await reader.chunks(rows);
  return rows.map((row, i) => {
    const text = (name: string): string => {
      const value = payloads[i]?.value(name);
      return typeof value === 'string' ? value : '';
    };
    const isLast = payloads[i]?.value('isLast') === true;
    return { row, text: text('chunk'), channel: text('channel'), isLast };
  });
}

/** Chunks newest first, to the text of the newest one's channel. */
function textOf(log: LoadedLog, chunks: readonly Chunk[], begins: boolean) {
  const newest = chunks[0];
  if (newest === undefined) return null;
  const own = chunks.filter((chunk) => chunk.channel === newest.channel).reverse();
  const written = own.map((chunk) => chunk.text).join('');
  if (written.trim() === '') return null;
  const ends = [own[0]?.row ?? newest.row, newest.row];
  return {
    /** `text`, and how often something in it was masked. */
    ...maskedText(written),
    /** As written, for what is parsed out of it and masked then. */
    written,
    /** False when the beginning or the end is not loaded, or too far away. */
    complete: begins && newest.isLast,
    sequences: ends.flatMap((row) => log.index.sequenceOf(row) ?? []),
    /** Display index behind the last chunk. */
    end: log.order.indexOf(newest.row) + 1,
  };
}

/** Longest text that is searched in UTF-16 units, and envelopes taken from one. */
const MAX_TEXT = 1024 * 1024;
const MAX_FOUND = 16;
/** Characters of objects that are parsed of a text without fences. */
const MAX_INSPECTED = 4 * MAX_TEXT;
/** Envelopes in order: the whole text, else its fenced blocks, else objects in it; none is mended. O(text). */
export function envelopesInText(text: string): Record<string, unknown>[] {
  if (text.length > MAX_TEXT) return [];
  const whole = envelopesOf(parsedAsWritten(text.trim()));
  if (whole.length > 0) return whole;
  const found: Record<string, unknown>[] = [];
  for (const { json } of fencedBlocks(text))
    if (found.length < MAX_FOUND) found.push(...envelopesOf(parsedAsWritten(json)));
  return (found.length > 0 ? found : envelopesInProse(text)).slice(0, MAX_FOUND);
}

/** Envelopes among the objects of a text, and among those inside of an object that is no envelope. Iterative. */
function envelopesInProse(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const open = [bracedObjects(text)];
  let inspected = 0;
  for (let objects = open.at(-1); objects !== undefined; objects = open.at(-1)) {
    const { value: object, done } = objects.next();
    if (done === true || inspected > MAX_INSPECTED || found.length >= MAX_FOUND) {
      open.pop();
      continue;
    }
    inspected += object.json.length;
    const own = envelopesOf(parsedAsWritten(object.json));
    if (own.length === 0) open.push(bracedObjects(object.json.slice(1)));
    found.push(...own);
  }
  return found;
}

function envelopesOf(value: unknown): Record<string, unknown>[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_FOUND) : [value];
  return items.filter((item): item is Record<string, unknown> => isRecord(item) && isEnvelopeLike(item));
}

/** The text that a model wrote at the node of an event before it; null when there is none. */
export function textBefore(chunks: EvidenceReader, row: number): Promise<ModelText | null> {
  const { log } = chunks;
  const node = log.index.columns.node[row] as number;
  return modelTextBefore(chunks, runBounds(log, row), node, log.order.indexOf(row));
}

/**
 * The envelope as the model emitted it, for an event of which the host stored less: the one of the text before the event
 * with the wanted correlationId or, where that is not known, the only one of its kind. Not masked; null when there is none.
 */
export async function emittedEnvelope(
  chunks: EvidenceReader,
  row: number,
  { correlationId, envelopeType }: Readonly<Record<'correlationId' | 'envelopeType', string | null>>,
): Promise<Record<string, unknown> | null> {
  const text = await textBefore(chunks, row);
  if (text === null) return null;
  const found = envelopesInText(text.written).filter(
    ({ type }) => envelopeType === null || type === envelopeType,
  );
  if (correlationId !== null) return found.find((one) => one.correlationId === correlationId) ?? null;
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Texts and chunks read for one log, and chunks of one text. */
const MAX_TEXTS = 64;
const CHUNKS_IN_ALL = 2_000;
const CHUNKS_OF_ONE = 500;

/** An envelope that is in model text only. Its text is read again when somebody looks. */
export interface TextEnvelope {
  /** Display index and ordinal of the text's last chunk. */
  readonly index: number;
  readonly ordinal: number;
  /** Which of the text's envelopes, from 0. */
  readonly number: number;
}

/** Reads the texts, at most 64 of 2,000 chunks together, side by side. The envelopes are in display order. */
export async function textEnvelopesOf(
  log: LoadedLog,
  graph: CausalGraph,
  pass: Pick<StoryPass, 'unreported' | 'unreportedTotal'>,
) {
  const texts: number[] = [];
  let left = CHUNKS_IN_ALL;
  for (const { chunks, lastChunk } of pass.unreported) {
    if (texts.length >= MAX_TEXTS || left <= 0 || chunks > CHUNKS_OF_ONE) continue;
    texts.push(lastChunk);
    left -= chunks;
  }
  const found = await mapSideBySide(texts, async (index): Promise<readonly TextEnvelope[]> => {
    const ordinal = log.order.ordinalAt(index);
    const envelopes = await envelopesAt(log, index);
    return envelopes.flatMap((envelope, number) =>
      isReported(graph, envelope) ? [] : [{ index, ordinal, number }],
    );
  });
  return {
    found: found.flat().sort((left, right) => left.index - right.index || left.number - right.number),
    leftOut: pass.unreportedTotal - texts.length,
  };
}

/** The envelopes of the model text that ends at a display index, not masked. */
export async function envelopesAt(log: LoadedLog, index: number): Promise<Record<string, unknown>[]> {
  const row = log.order.ordinalAt(index);
  const node = log.index.columns.node[row] as number;
  const reader = new EvidenceReader(log, CHUNKS_OF_ONE);
  const text = await modelTextBefore(reader, runBounds(log, row), node, index + 1);
  return text === null ? [] : envelopesInText(text.written);
}

/** True when events tell of the envelope after all, elsewhere than in its turn. */
function isReported(graph: CausalGraph, envelope: Record<string, unknown>): boolean {
  const id = envelope.correlationId;
  if (typeof id !== 'string' || id === '') return false;
  const { a, b } = hashText(id);
  return graph.envelopes.some((one) => one.a === a && one.b === b && one.firstEvent >= 0);
}
