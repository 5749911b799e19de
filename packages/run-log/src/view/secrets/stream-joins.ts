/**
 * Finds tokens that the pieces of a stream are divided over, so that each piece is masked wherever it is shown. A row is
 * looked at before it is read for the first time, not while the log is loaded.
 */
import { fastLook, mayHoldSecrets, StreamTokens } from '@openwop-inspector/base';
import { MAX_PIECE, pieceOf } from '@openwop-inspector/protocol';
import { eventDocumentOf } from '../../index/event-document.ts';
import { SourceError } from '../../source/byte-source.ts';
import { eachEventBytes } from '../event-bytes.ts';
import type { RowTest } from '../filter/leaves.ts';
import type { LoadedLog } from '../loaded-log.ts';

/** Pieces that one token may be divided over. */
const MAX_PIECES = 32;
/** Pieces that end inside a token and have no next piece yet; of more, the oldest are given up. */
const MAX_OPEN = 1024;
const decoder = new TextDecoder();

/** Search state of a log, which may grow. */
export class StreamJoins {
  private readonly isPiece: RowTest;
  private state = '';
  private pending: Promise<void> | null = null;
  /** Rows before this one were searched. */
  private row = 0;
  private open: readonly number[] = [];

  constructor(isPiece: RowTest) {
    this.isPiece = isPiece;
  }

  /** False once all rows of this state of the log were searched. */
  isDue(state: string): boolean {
    return state !== this.state || this.pending !== null;
  }

  /** Searches the rows that are new in this state. O(bytes of the new pieces); never rejects for a source. */
  all(logOf: () => LoadedLog, state: string): Promise<void> {
    if (!this.isDue(state)) return Promise.resolve();
    if (this.pending === null || state !== this.state) {
      this.state = state;
      const before = this.pending ?? Promise.resolve();
      const pending = before
        .then(() => this.search(logOf()))
        .finally(() => {
          if (this.pending === pending) this.pending = null;
        });
      this.pending = pending;
    }
    return this.pending;
  }

  private async search(log: LoadedLog): Promise<void> {
    try {
      const cut = [...this.open, ...(await cutRows(log, this.newRows(log)))];
      this.open = cut.length === 0 ? cut : (await joined(log, cut, this.isPiece)).slice(-MAX_OPEN);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error; // the reader of the row gets the same error
    }
  }

  private *newRows({ index: { columns } }: LoadedLog): Generator<number> {
    const { length, byteLength } = columns;
    const from = this.row;
    this.row = length;
    for (let row = from; row < length; row++)
      if (this.isPiece(row) && (byteLength[row] as number) <= MAX_PIECE) yield row;
  }
}

/** Rows whose text may end inside a token. */
async function cutRows(log: LoadedLog, rows: Iterable<number>): Promise<readonly number[]> {
  const look = fastLook();
  const cut: number[] = [];
  const take = (row: number, bytes: Uint8Array): void => {
    if (look !== null && !look.areSuspect(bytes)) return;
    const text = decoder.decode(bytes);
    if (look === null && !mayHoldSecrets(text)) return;
    const piece = pieceOf(eventDocumentOf(text)?.payload);
    if (piece !== null && new StreamTokens().take(piece.text)) cut.push(row);
  };
  await eachEventBytes(log, rows, take, () => false);
  return cut;
}

/** Joins each row with the pieces after it; returns the rows whose stream ends, so far, inside the token. */
async function joined(log: LoadedLog, rows: readonly number[], isPiece: RowTest): Promise<readonly number[]> {
  const next = nextPieces(log, isPiece);
  const open: number[] = [];
  for (const row of rows) if (await isOpen(log, row, next)) open.push(row);
  return open;
}

async function isOpen(log: LoadedLog, row: number, next: Int32Array): Promise<boolean> {
  const tokens = new StreamTokens();
  const first = await readPiece(log, row);
  if (first === null) return false;
  let last = first.text;
  let goesOn = tokens.take(last);
  let at = next[row] as number;
  for (let read = 0; goesOn && at >= 0 && read < MAX_PIECES; read++, at = next[at] as number) {
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
