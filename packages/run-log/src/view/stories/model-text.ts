/** What a model wrote at a node, put together from its chunks (run-events 3.2.4, `output.chunk`). */

import { type MaskedJson, type MaskedText, masker } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';
import type { RunRows } from '../run-bounds.ts';
import type { EvidenceReader } from './evidence-reader.ts';

/** Chunks read for one text, and read in one go. */
const MAX_CHUNKS = 5_000;
const BATCH = 64;
/** Longest text in UTF-16 units: what envelopes are looked for in (envelope 10). */
const MAX_UNITS = 1024 * 1024;

export interface ModelText {
  readonly text: MaskedText;
  /** As written, for what is parsed out of it and masked then. */
  readonly written: string;
  readonly masked: number;
  /** False when the beginning or the end is not held, or too far away. */
  readonly complete: boolean;
  readonly sequences: readonly number[];
  /** Display index behind the last chunk. */
  readonly end: number;
}

interface Chunk {
  readonly row: number;
  readonly text: string;
  readonly channel: string;
  readonly isLast: boolean;
}

/** Events between which one answer of a model stands. */
const EDGES: ReadonlySet<string> = new Set(['node.started', 'node.resumed', 'envelope.retry.attempted']);

/**
 * The latest text that the model wrote at a node before a display index. Reads back to the end of the text before it,
 * over at most 5,000 chunks. Null when there is none since the node started, resumed or tried again.
 */
export async function modelTextBefore(
  log: LoadedLog,
  reader: EvidenceReader,
  rows: RunRows,
  node: number,
  before: number,
): Promise<ModelText | null> {
  if (node === 0) return null;
  const found = chunkRowsBack(log, rows, node, before);
  const chunks: Chunk[] = [];
  let units = 0;
  let begins = found.atEdge;
  for (let i = 0; i < found.rows.length && units < MAX_UNITS; i += BATCH) {
    const batch = await chunksOf(reader, found.rows.slice(i, i + BATCH));
    const end = batch.findIndex(
      (chunk, at) => chunk.isLast && (i > 0 || at > 0) && isSame(chunk, chunks, batch),
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

/** True when a chunk is of the channel that the text in hand is of. */
function isSame(chunk: Chunk, before: readonly Chunk[], batch: readonly Chunk[]): boolean {
  const newest = before[0] ?? batch[0];
  return newest === undefined || chunk.channel === newest.channel;
}

/** The display index behind the text that a chunk belongs to. */
export async function endOfModelText(
  log: LoadedLog,
  reader: EvidenceReader,
  rows: RunRows,
  ordinal: number,
): Promise<number> {
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
    const [next] = await chunksOf(reader, [row]);
    if (next?.isLast === true) break;
  }
  return end;
}

/** Rows of chunks from an index back to the nearest edge, newest first. */
function chunkRowsBack(
  log: LoadedLog,
  rows: RunRows,
  node: number,
  before: number,
): { readonly rows: readonly number[]; readonly atEdge: boolean } {
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

async function chunksOf(reader: EvidenceReader, rows: readonly number[]): Promise<Chunk[]> {
  const payloads = await reader.payloadFields(rows);
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
function textOf(log: LoadedLog, chunks: readonly Chunk[], begins: boolean): ModelText | null {
  const newest = chunks[0];
  if (newest === undefined) return null;
  const own = chunks.filter((chunk) => chunk.channel === newest.channel).reverse();
  const written = own.map((chunk) => chunk.text).join('');
  if (written.trim() === '') return null;
  const { text, masked } = maskedText(written);
  const sequences = [own[0], own.at(-1)].flatMap((chunk) => {
    const sequence = chunk === undefined ? null : log.index.sequenceOf(chunk.row);
    return sequence === null ? [] : [sequence];
  });
  return {
    text,
    written,
    masked,
    complete: begins && newest.isLast,
    sequences,
    end: log.order.indexOf(newest.row) + 1,
  };
}

/** Text that may hold JSON: masked both as JSON, by the names of members, and as prose. */
export function maskedText(written: string): MaskedJson {
  const asJson = masker.json(written);
  const asProse = masker.counted(asJson.text);
  return { text: asProse.value, masked: asJson.masked + asProse.masked };
}
