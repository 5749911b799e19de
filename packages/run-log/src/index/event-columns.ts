/** Where an entry is. */
export interface EntryPlace {
  readonly source: number;
  readonly offset: number;
  readonly length: number;
  /** 0 when lines say nothing. */
  readonly line: number;
}

/** Marks of a row, in `EventColumns.flags`. */
export const FLAG = {
  eventIdMissing: 1 << 0,
  sequenceFromSeq: 1 << 1,
  payloadFromData: 1 << 2,
  runInherited: 1 << 3,
  trusted: 1 << 4,
  untrusted: 1 << 5,
  /** A repeat of an earlier row: not displayed, not counted. */
  dropped: 1 << 6,
  timeInvalid: 1 << 7,
  timeMissing: 1 << 8,
  externalCause: 1 << 9,
  tooDeep: 1 << 11,
  oversize: 1 << 12,
  badUtf8: 1 << 13,
  typeMissing: 1 << 14,
  payloadAndData: 1 << 15,
  sequenceMismatch: 1 << 16,
  /** Of a host, not of a run: it has `delivery` and no sequence (run-events 3.6). */
  ofHost: 1 << 17,
  unsequenced: 1 << 18,
  duplicateKey: 1 << 19,
  /** Several sources recorded this event; fields were filled in from a later one. */
  merged: 1 << 20,
  /** Of a type that an envelope produces, by its payload (run-events.md 4.2 rule 4). */
  envelopeEffect: 1 << 21,
  /** Says by its payload that it is about an envelope, whatever its cause: a kind, a refusal, a limit, a surface. */
  aboutEnvelope: 1 << 22,
  /** About an envelope that was turned away: a `log.appended` of level `warn` (acceptor S8). */
  envelopeWarning: 1 << 23,
  /** In a capture, the channel that an event came by first. */
  viaStream: 1 << 24,
  viaPoll: 1 << 25,
  viaBundle: 1 << 26,
  /** An `error` envelope of the model: a `log.appended` of level `error` with `fields.envelopeType` (acceptor 3.3). */
  envelopeError: 1 << 27,
  /** The quick look found what may be a secret, or media; set only for rows with a shape. */
  mayHoldSecret: 1 << 28,
  /** A message of AGH Network, which is no event of a run: its channel is its run, its interaction its node. */
  message: 1 << 29,
  /** The type is recorded in its v2 spelling; the column has the name of v1. */
  v2Name: 1 << 30,
} as const;

/** The names of the columns, by the arrays that they are. */
const DOUBLES = ['offset', 'sequence', 'time'] as const;
const NUMBERS = ['byteLength', 'type', 'node', 'run', 'flags', 'line', 'shape'] as const;
const HASHES = ['idA', 'idB', 'causeA', 'causeB'] as const;
const COLUMNS = [...DOUBLES, ...NUMBERS, ...HASHES, 'source'] as const;

/** Rows from which on columns no longer double. */
const LARGE = 65_536;

/** The columns of the index: 69 bytes an event, whatever its payload. A row is found by its ordinal; arrays grow. */
export class EventColumns {
  length = 0;
  offset = new Float64Array(1024);
  byteLength = new Uint32Array(1024);
  sequence = new Float64Array(1024);
  time = new Float64Array(1024);
  type = new Uint32Array(1024);
  node = new Uint32Array(1024);
  run = new Uint32Array(1024);
  flags = new Uint32Array(1024);
  /** Line of the source for formats with one event a line, else 0. */
  line = new Uint32Array(1024);
  idA = new Int32Array(1024);
  idB = new Int32Array(1024);
  /** Hash of `causationId`; (0, 0) when absent. */
  causeA = new Int32Array(1024);
  causeB = new Int32Array(1024);
  source = new Uint16Array(1024);
  /** Number of the shape of the payload among those of its type; 0 when it is not known. */
  shape = new Uint32Array(1024);

  /** Run and node of a row as one number. */
  nodeKey(row: number): number {
    return keyInRun(this.run[row] as number, this.node[row] as number);
  }

  /** Whether a row has a mark, see `FLAG`. */
  has(row: number, flag: number): boolean {
    return ((this.flags[row] as number) & flag) !== 0;
  }

  /** Gives a row a mark, see `FLAG`. */
  mark(row: number, flag: number): void {
    this.flags[row] = (this.flags[row] as number) | flag;
  }

  /** Exchanges two rows. */
  swap(a: number, b: number): void {
    for (const name of COLUMNS) {
      const column: { [row: number]: number } = this[name];
      const value = column[a] as number;
      column[a] = column[b] as number;
      column[b] = value;
    }
  }

  /** Makes room for one more row and answers its ordinal. */
  push(): number {
    if (this.length === this.offset.length) this.grow();
    return this.length++;
  }

  /** Makes room for `count` more rows and answers the ordinal of the first. */
  pushMany(count: number): number {
    while (this.length + count > this.offset.length) this.grow();
    this.length += count;
    return this.length - count;
  }

  /** Makes room for `size` rows. */
  reserve(size: number): void {
    if (size > this.offset.length) this.resize(size);
  }

  /** Small columns double. Large ones grow by half: in a night of a live session it is what is unused that weighs. */
  private grow(): void {
    const size = this.offset.length;
    this.resize(size < LARGE ? size * 2 : Math.ceil(size * 1.5));
  }

  private resize(size: number): void {
    for (const name of DOUBLES) this[name] = wider(this[name], new Float64Array(size));
    for (const name of NUMBERS) this[name] = wider(this[name], new Uint32Array(size));
    for (const name of HASHES) this[name] = wider(this[name], new Int32Array(size));
    this.source = wider(this.source, new Uint16Array(size));
  }
}

/** A run with one of its nodes, or envelopes, as one number: the numbers of both are small, it is far below 2^53. */
export function keyInRun(run: number, other: number): number {
  return run * 4_294_967_296 + other;
}

/** The array `to`, which is the longer one, with what `from` holds at its beginning. */
export function wider<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** A delta frame of a stream (envelope 7.6): where it is and what it changes. Its patch stays in the source. */
export interface DeltaFrame {
  readonly place: EntryPlace;
  /** `id` of the stream's frame, NaN when it has none. */
  readonly id: number;
  /** Hash of `surfaceRef`. */
  readonly refA: number;
  readonly refB: number;
  /** Ordinal of the event read before it, -1 when there is none. */
  readonly after: number;
}

/** Frames beyond this number are counted and not stored. */
const MAX_STORED = 1_000_000;
/** Numbers a frame takes. */
const WIDTH = 8;

/** The delta frames of a log, in the order in which they were read; 64 bytes a frame. */
export class DeltaFrames {
  private numbers = new Float64Array(0);
  length = 0;

  add(frame: DeltaFrame): void {
    if (this.length >= MAX_STORED) return;
    if ((this.length + 1) * WIDTH > this.numbers.length) {
      const size = Math.max(16 * WIDTH, this.numbers.length * 2);
      this.numbers = wider(this.numbers, new Float64Array(size));
    }
    const { source, offset, length, line } = frame.place;
    this.numbers.set(
      [source, offset, length, line, frame.id, frame.refA, frame.refB, frame.after],
      this.length * WIDTH,
    );
    this.length++;
  }

  at(number: number): DeltaFrame {
    const [source = 0, offset = 0, length = 0, line = 0, id = 0, refA = 0, refB = 0, after = -1] =
      this.numbers.subarray(number * WIDTH, (number + 1) * WIDTH);
    return { place: { source, offset, length, line }, id, refA, refB, after };
  }
}
