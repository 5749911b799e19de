/** Rows of a selection in which consecutive pieces of one stream stand as one row. */
import { firstThat, type MaskedText, masker, partOf, words } from '@openwop-inspector/base';
import { MAX_PIECE, pieceOf } from '@openwop-inspector/protocol';
import { FLAG } from '../../index/event-columns.ts';
import { readEventDocument } from '../../index/event-document.ts';
import { streamRows } from '../filter/column-leaves.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { readable } from '../payload/read-payload.ts';

/** A selection whose streams are folded. */
export interface FoldedRows {
  /** The first event of each row, in the order of the selection. */
  readonly rows: Int32Array;
  /** For each row the place in the selection where it begins, and at the end the length of the selection. */
  readonly starts: Int32Array;
  /** For each row the first piece of the stream that it is of; -1 for an event that is of none. */
  readonly heads: Int32Array;
}

/** Events of others between two pieces of one stream. */
const MAX_BETWEEN = 10_000;

const TRUST = FLAG.trusted | FLAG.untrusted;

/**
 * Folds what is adjacent in a selection (all rows when null): pieces of one type, run, node and trust, two at
 * least, between which the node did nothing else. A piece with a warning or an error stays a row of its own. Streams of
 * which `open` has a piece are left unfolded; `all` leaves all. O(events), of columns alone.
 */
export function foldStreams(
  log: LoadedLog,
  selection: Int32Array | null,
  open: ReadonlySet<number> | 'all',
): FoldedRows {
  const { order, index } = log;
  const { type, run, node, flags } = index.columns;
  const length = selection === null ? order.length : selection.length;
  const rowAt = (place: number): number =>
    selection === null ? order.ordinalAt(place) : (selection[place] as number);
  const isPiece = streamRows(log);
  const isSevere = (row: number): boolean => {
    const severity = index.problems.severityOf(row);
    return severity === 'error' || severity === 'warning';
  };
  const isOfOne = (a: number, b: number): boolean =>
    type[a] === type[b] &&
    run[a] === run[b] &&
    node[a] === node[b] &&
    ((flags[a] as number) & TRUST) === ((flags[b] as number) & TRUST);
  /** Nothing else of the node is between two pieces, listed or not: what it did there parts two streams. */
  const isUnbroken = (a: number, b: number): boolean => {
    const end = order.indexOf(b);
    const begin = order.indexOf(a) + 1;
    if (end - begin > MAX_BETWEEN) return false;
    for (let place = begin; place < end; place++) {
      const row = order.ordinalAt(place);
      if (run[row] === run[a] && node[row] === node[a] && type[row] !== type[a]) return false;
    }
    return true;
  };
  const [rows, starts, heads] = [new Int32Array(length), new Int32Array(length + 1), new Int32Array(length)];
  let count = 0;
  const put = (place: number, head: number): void => {
    rows[count] = rowAt(place);
    starts[count] = place;
    heads[count] = head;
    count++;
  };
  for (let place = 0; place < length; ) {
    const first = rowAt(place);
    let end = place + 1;
    let isOpen = open === 'all' || open.has(first);
    if (isPiece(first) && !isSevere(first)) {
      for (; end < length; end++) {
        const row = rowAt(end);
        if (!isOfOne(first, row) || isSevere(row) || !isUnbroken(rowAt(end - 1), row)) break;
        if (open !== 'all' && open.has(row)) isOpen = true;
      }
    }
    const isStream = end - place > 1;
    if (isStream && isOpen) for (let at = place; at < end; at++) put(at, first);
    else put(place, isStream ? first : -1);
    place = end;
  }
  starts[count] = length;
  return { rows: rows.slice(0, count), starts: starts.slice(0, count + 1), heads: heads.slice(0, count) };
}

/** Place of the row that holds a place of the selection. O(log rows). */
export const rowOfPlace = ({ starts }: FoldedRows, place: number): number =>
  firstThat(starts.length - 1, (row) => (starts[row] as number) > place) - 1;

/** Pieces that are read for the beginning of the text. */
const MAX_READ = 12;
/** Characters of the text that a row has room for. */
const MAX_TEXT = 160;

/** What a folded row represents: consecutive pieces of one stream, of which the row is the first. */
export type StreamFold = Awaited<ReturnType<typeof streamFold>>;

/** The stream of a row: its first piece, and what was folded; null for a piece that is a row of its own. */
export interface RowStream {
  readonly head: number;
  readonly fold: StreamFold | null;
}

/**
 * What is in place of the pieces, which are given in order. Reads the first few of them for the beginning of the text;
 * it is masked as a whole, since a secret may come in pieces.
 */
export async function streamFold(log: LoadedLog, pieces: readonly number[]) {
  const { index } = log;
  const [first, last] = [pieces[0] as number, pieces.at(-1) as number];
  let bytes = 0;
  for (const piece of pieces) bytes += index.columns.byteLength[piece] as number;
  const [from, to] = [index.timeOf(first), index.timeOf(last)];
  return {
    pieces: pieces.length,
    /** Of the events as recorded. */
    bytes,
    /** From the first piece to the last; null without times. */
    durationMs: from === null || to === null || to < from ? null : to - from,
    lastSequence: index.sequenceOf(last),
    lastTimeMs: to,
    /** The beginning of the joined text. */
    text: await beginningOf(log, pieces),
  };
}

async function beginningOf(log: LoadedLog, pieces: readonly number[]): Promise<MaskedText> {
  let text = '';
  let read = 0;
  for (const piece of pieces) {
    if (read === MAX_READ || text.length >= MAX_TEXT) break;
    read++;
    text += await textOf(log, piece);
  }
  const isWhole = read === pieces.length && text.length <= MAX_TEXT;
  const masked = masker.text(text);
  return isWhole ? masked : words`${partOf(masked, 0, MAX_TEXT)}…`;
}

async function textOf(log: LoadedLog, piece: number): Promise<string> {
  if ((log.index.columns.byteLength[piece] as number) > MAX_PIECE) return '';
  const bytes = await readable(log.read(piece));
  return bytes === null ? '' : (pieceOf(readEventDocument(bytes)?.payload)?.text ?? '');
}
