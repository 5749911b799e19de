/**
 * Finds tokens that the pieces of a stream are divided over, so that each piece is masked wherever it is displayed. That is
 * done when the log is checked or written as a whole, and before that for each row that is read; loading does not wait.
 */
import { fastLook, StreamTokens } from '@openwop-inspector/base';
import { MAX_PIECE, pieceOf } from '@openwop-inspector/protocol';
import { FLAG } from '../../index/event-columns.ts';
import { eventDocumentOf } from '../../index/event-document.ts';
import { SourceError } from '../../source/byte-source.ts';
import type { RowTest } from '../filter/leaves.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { eachEventBytes } from '../rows/event-bytes.ts';

/** Pieces that one token may be divided over. */
const MAX_PIECES = 32;
/** Pieces that end inside a token and have no next piece yet; of more, the oldest are given up. */
const MAX_OPEN = 1024;
/** Rows that were searched alone and are remembered. */
const MAX_ALONE = 10_000;
/** Pieces before one that its token may have begun in, and events that are passed over from piece to piece. */
const MAX_BEFORE = 2;
const MAX_BETWEEN = 1_000;
const decoder = new TextDecoder();

/** Search state of a log, which may grow. */
export class StreamJoins {
  private readonly isPiece: RowTest;
  private state = '';
  private pending: Promise<void> | null = null;
  /** Rows before this one were searched. */
  private row = 0;
  private open: readonly number[] = [];
  /** Rows that were searched alone in a state of the log. */
  private alone: { readonly state: string; readonly rows: Map<number, Promise<void>> } = {
    state: '',
    rows: new Map(),
  };

  constructor(isPiece: RowTest) {
    this.isPiece = isPiece;
  }

  /** False once all rows of this state of the log were searched. */
  isDue(state: string): boolean {
    return state !== this.state || this.pending !== null;
  }

  /** Searches a piece and those around it, once in a state. Reads a few events; never rejects for a source. */
  async around(log: LoadedLog, state: string, row: number): Promise<void> {
    if (this.alone.state !== state || this.alone.rows.size > MAX_ALONE)
      this.alone = { state, rows: new Map() };
    const { rows } = this.alone;
    const next = (at: number): number => neighbour(log, at, 1);
    let at = row;
    for (let before = 0; at >= 0 && before <= MAX_BEFORE; before++, at = neighbour(log, at, -1)) {
      const searched = rows.get(at) ?? isOpen(log, at, next).then(() => {}, passOver);
      rows.set(at, searched);
      await searched;
    }
  }

  /** Searches the new rows. O(bytes of new pieces), O(rows) for rows that are marked. Never rejects for a source. */
  all(logOf: () => LoadedLog, state: string, isMarked: boolean): Promise<void> {
    if (!this.isDue(state)) return Promise.resolve();
    if (this.pending === null || state !== this.state) {
      this.state = state;
      const before = this.pending ?? Promise.resolve();
      const pending = before
        .then(() => this.search(logOf(), isMarked))
        .finally(() => {
          if (this.pending === pending) this.pending = null;
        });
      this.pending = pending;
    }
    return this.pending;
  }

  private async search(log: LoadedLog, isMarked: boolean): Promise<void> {
    try {
      const cut = [...this.open, ...(await cutRows(log, this.newRows(log, isMarked)))];
      this.open = cut.length === 0 ? cut : (await joined(log, cut, this.isPiece)).slice(-MAX_OPEN);
    } catch (error) {
      passOver(error);
    }
  }

  private *newRows({ index: { columns } }: LoadedLog, isMarked: boolean): Generator<number> {
    const { length, byteLength, shape, flags } = columns;
    const from = this.row;
    this.row = length;
    for (let row = from; row < length; row++) {
      if (!this.isPiece(row) || (byteLength[row] as number) > MAX_PIECE) continue;
      if (!isMarked || shape[row] === 0 || ((flags[row] as number) & FLAG.mayHoldSecret) !== 0) yield row;
    }
  }
}

/** A row that cannot be read: its reader gets the same error. */
function passOver(error: unknown): void {
  if (!(error instanceof SourceError)) throw error;
}

/** The next piece of the same stream, or the one before, within some events; -1 for none. */
function neighbour({ index, order }: LoadedLog, piece: number, step: 1 | -1): number {
  const { type, run, node } = index.columns;
  const place = order.indexOf(piece);
  if (place < 0) return -1;
  for (let away = 1; away <= MAX_BETWEEN; away++) {
    const at = place + step * away;
    if (at < 0 || at >= order.length) break;
    const row = order.ordinalAt(at);
    if (type[row] === type[piece] && run[row] === run[piece] && node[row] === node[piece]) return row;
  }
  return -1;
}

/** Rows whose text may end inside a token. */
async function cutRows(log: LoadedLog, rows: Iterable<number>): Promise<readonly number[]> {
  const look = fastLook();
  const cut: number[] = [];
  const take = (row: number, bytes: Uint8Array): void => {
    if (!look.areSuspect(bytes)) return;
    const piece = pieceOf(eventDocumentOf(decoder.decode(bytes))?.payload);
    if (piece !== null && new StreamTokens().take(piece.text)) cut.push(row);
  };
  await eachEventBytes(log, rows, take, () => false);
  return cut;
}

/** Joins each row with the pieces after it; returns the rows whose stream ends, so far, inside the token. */
async function joined(log: LoadedLog, rows: readonly number[], isPiece: RowTest): Promise<readonly number[]> {
  const next = nextPieces(log, isPiece);
  const open: number[] = [];
  for (const row of rows) if (await isOpen(log, row, (at) => next[at] ?? -1)) open.push(row);
  return open;
}

/** Joins a piece with those after it; true when the stream ends, so far, inside the token. */
async function isOpen(log: LoadedLog, row: number, nextOf: (row: number) => number): Promise<boolean> {
  const tokens = new StreamTokens();
  const first = await readPiece(log, row);
  if (first === null) return false;
  let last = first.text;
  let goesOn = tokens.take(last);
  let at = goesOn ? nextOf(row) : -1;
  for (let read = 0; goesOn && at >= 0 && read < MAX_PIECES; read++, at = nextOf(at)) {
    const piece = await readPiece(log, at);
    // A piece that was sent twice is no next one.
    if (piece === null || piece.channel !== first.channel || piece.text === last) continue;
    last = piece.text;
    goesOn = tokens.take(last);
  }
  const isOpen = goesOn && at < 0;
  if (isOpen) tokens.maskOpen();
  return isOpen;
}

/** For each piece the next one of its stream (run, node and type) in the order of the log; -1 for the last. O(events). */
function nextPieces({ index, order }: LoadedLog, isPiece: RowTest): Int32Array {
  const { type, run, node, length } = index.columns;
  const next = new Int32Array(length).fill(-1);
  const following = new Map<string, number>();
  for (let place = order.length - 1; place >= 0; place--) {
    const row = order.ordinalAt(place);
    if (!isPiece(row)) continue;
    const stream = `${type[row]} ${run[row]} ${node[row]}`;
    next[row] = following.get(stream) ?? -1;
    following.set(stream, row);
  }
  return next;
}

async function readPiece(log: LoadedLog, row: number): Promise<ReturnType<typeof pieceOf>> {
  if ((log.index.columns.byteLength[row] as number) > MAX_PIECE) return null;
  return pieceOf(eventDocumentOf(decoder.decode(await log.read(row)))?.payload);
}
