/** Sources that are unpacked while they are read (gzip, members of a ZIP), and where the unpacked bytes are stored. */
import { type ByteSource, SourceError } from './byte-source.ts';

/** Where an unpacked stream is stored so that any range of it can be read again. */
export interface Spool {
  /** Takes the next bytes; they may be reused by the caller afterwards. */
  append(bytes: Uint8Array): Promise<void>;
  read(offset: number, length: number): Promise<Uint8Array>;
  close?(): Promise<void>;
}

/** True when the bytes start as gzip does. */
export function looksLikeGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 0x08;
}

const BLOCK = 8 * 1024 * 1024;

/** Stores the stream in blocks of memory that become Blobs, so that a browser may put them on disk. */
export function blobSpool(): Spool {
  const blocks: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer> = new Uint8Array(BLOCK);
  let filled = 0;
  return {
    async append(bytes) {
      let from = 0;
      while (from < bytes.length) {
        const part = bytes.subarray(from, from + BLOCK - filled);
        pending.set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled === BLOCK) {
          blocks.push(new Blob([pending]));
          pending = new Uint8Array(BLOCK);
          filled = 0;
        }
      }
    },
    async read(offset, length) {
      const end = Math.min(offset + length, blocks.length * BLOCK + filled);
      const out = new Uint8Array(Math.max(0, end - offset));
      for (let at = offset; at < end; ) {
        const number = Math.floor(at / BLOCK);
        const start = at - number * BLOCK;
        const stop = Math.min(BLOCK, end - number * BLOCK);
        const block = blocks[number];
        const part =
          block === undefined
            ? pending.subarray(start, stop)
            : new Uint8Array(await block.slice(start, stop).arrayBuffer());
        out.set(part, at - offset);
        at += stop - start;
      }
      return out;
    },
  };
}

/** The unpacked form of a packed source. Bytes become readable while the stream is unpacked; see `pull`. */
export interface UnpackedSource extends ByteSource {
  /** Unpacks on until `size` bytes are there or the stream ends; answers what is there. */
  pull(size: number): Promise<number>;
  /** Bytes of the packed source read so far, for progress. */
  readonly packedRead: number;
  /** Why unpacking stopped early; null when it did not. */
  readonly damage: SourceError | null;
}

/** True for a source that is unpacked while it is read. */
export function isUnpacked(source: ByteSource): source is UnpackedSource {
  return 'pull' in source;
}

/** A source whose bytes may have to be unpacked before they are read. */
type Readable = ByteSource & Partial<Pick<UnpackedSource, 'pull'>>;

/** Which bytes of a source are packed, and how. */
export interface PackedBytes {
  readonly form: 'gzip' | 'deflate-raw' | 'stored';
  readonly from: number;
  readonly to: number;
  /** Is given all that came out, in order. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  /** Called at the end of the stream; false when what came out is not what was packed. */
  readonly isWhole?: () => boolean;
  readonly damaged: (unpackedBytes: number) => SourceError;
}

const STEP = 1024 * 1024;

/** Bytes that are read at once where damage is searched. */
const FINE_STEP = 16 * 1024;

/**
 * Sizes of the pieces in which packed bytes are unpacked, a smaller one after each failure: a stream that fails discards
 * what it unpacked of the failing piece. `back` are the bytes before the failure that may not have been processed.
 */
const PIECES = [
  { size: STEP, back: 0 },
  { size: FINE_STEP, back: 4 * STEP },
  { size: 1, back: 6 * FINE_STEP },
] as const;

/** Where a further member of a gzip file may begin, and the unpacked size that the member before it then states. */
interface MemberStart {
  readonly at: number;
  readonly sizeBefore: number;
}

/**
 * Unpacks a gzip source while it is read (members joined, as gzip allows), spooling what came out. A damaged or cut
 * stream gives every byte before the damage, and `damage` says why it stopped. Beyond what may be unpacked unasked,
 * `mayUnpack` is called; without it the stream ends there.
 */
export function gunzipSource(packed: Readable, spool: Spool, mayUnpack?: UnpackAnswer): UnpackedSource {
  const damaged = (size: number): SourceError => {
    const message = `${packed.name}: the gzip stream is cut or damaged after ${size} unpacked bytes`;
    return new SourceError('gzip_damaged', message);
  };
  const bytes = { form: 'gzip', from: 0, to: Number.POSITIVE_INFINITY, damaged } as const;
  return unpackSource(packed, bytes, spool, mayUnpack);
}

/** The same of any stretch of a source, in any form. */
export function unpackSource(
  packed: Readable,
  bytes: PackedBytes,
  spool: Spool,
  mayUnpack?: UnpackAnswer,
): UnpackedSource {
  const { isWhole, damaged } = bytes;
  let damage: SourceError | null = null;
  let ended = false;
  const store = unpackStore(packed.name, bytes, spool, mayUnpack);
  const reader = memberReader(packed, bytes, store);
  const fail = (error: unknown): void => {
    ended = error instanceof SourceError || !reader.startFiner();
    if (ended) damage = error instanceof SourceError ? error : damaged(store.size);
  };
  return {
    name: packed.name,
    origin: 'spool',
    get sizeBytes() {
      return store.size;
    },
    get packedRead() {
      return reader.packedRead;
    },
    get damage() {
      return damage;
    },
    async pull(wanted) {
      while (!ended && store.size < wanted) {
        try {
          const { done, value } = await reader.read();
          if (!done) await store.take(value, reader.packedRead);
          else if (isWhole?.() === false) throw damaged(store.size);
          else ended = true;
        } catch (error) {
          const isOfStream = bytes.form === 'gzip' && !(error instanceof SourceError);
          if (!isOfStream || !(await reader.startNextMember())) fail(error);
        }
      }
      return store.size;
    },
    read: (offset, length) => spool.read(offset, length),
    async close() {
      // A stream that failed rejects; its damage has been reported.
      await reader.cancel().catch(() => undefined);
      await spool.close?.();
      await packed.close?.();
    },
  };
}

/** Stores what comes out of a stream, as far as that may be unpacked; what a further attempt repeats is left out. */
function unpackStore(name: string, { onBytes }: PackedBytes, spool: Spool, mayUnpack?: UnpackAnswer) {
  let size = 0;
  /** Unpacked bytes that a further attempt repeats. */
  let repeated = 0;
  const mayGoOn = unpackLimiter(mayUnpack);
  return {
    get size() {
      return size;
    },
    /** The bytes that come next have been stored before. */
    get isRepeating() {
      return repeated > 0;
    },
    /** What is taken next begins again at `from`. */
    repeat(from: number): void {
      repeated = size - from;
    },
    async take(unpacked: Uint8Array, packedRead: number): Promise<void> {
      const value = unpacked.subarray(repeated);
      repeated -= unpacked.length - value.length;
      if (value.length === 0) return;
      const facts = { unpackedBytes: size + value.length, packedBytes: packedRead };
      if (!(await mayGoOn(facts))) throw stopped(name, facts);
      onBytes?.(value);
      await spool.append(value);
      size += value.length;
    },
  };
}

/** Reads what comes out of packed bytes; after a failure it continues at the next member, or again in finer pieces. */
function memberReader(packed: Readable, bytes: PackedBytes, store: ReturnType<typeof unpackStore>) {
  let packedRead = 0;
  let attempt = 0;
  /** Where the member of a gzip file begins that is unpacked, packed and unpacked, and the members that may follow. */
  let member = { from: bytes.from, size: 0 };
  let nextMembers: MemberStart[] = [];
  const startReader = (fineFrom: number) => {
    nextMembers = [];
    return unpackedStream(
      packed,
      { ...bytes, from: member.from },
      { fineFrom, pieceSize: PIECES[attempt]?.size ?? STEP, isLaterMember: member.from > bytes.from },
      (at) => {
        packedRead = at - bytes.from;
      },
      (next) => nextMembers.push(next),
    ).getReader();
  };
  let reader = startReader(bytes.from);
  return {
    get packedRead() {
      return packedRead;
    },
    read: () => reader.read(),
    cancel: () => reader.cancel(),
    /** Chromium unpacks one member and fails at the next; Node unpacks all of them. */
    async startNextMember(): Promise<boolean> {
      const unpacked = (store.size - member.size) % 2 ** 32;
      const next = nextMembers.find(({ sizeBefore }) => sizeBefore === unpacked);
      if (next === undefined || store.isRepeating || !looksLikeGzip(await packed.read(next.at, 3)))
        return false;
      member = { from: next.at, size: store.size };
      attempt = 0;
      reader = startReader(member.from);
      return true;
    },
    /** Begins the member again in finer pieces; false when there are none. */
    startFiner(): boolean {
      const finer = PIECES[attempt + 1];
      if (bytes.form === 'stored' || finer === undefined) return false;
      attempt++;
      store.repeat(member.size);
      reader = startReader(Math.max(member.from, bytes.from + packedRead - finer.back));
      return true;
    },
  };
}

/** How packed bytes are given to a stream. */
interface Pieces {
  readonly fineFrom: number;
  readonly pieceSize: number;
  /** Not the first member of a gzip file: it may be a small one of many. */
  readonly isLaterMember: boolean;
}

/**
 * The unpacked bytes, packed ones being read as they are needed, in pieces of `pieceSize` from `fineFrom` on. A piece ends
 * where a further member may begin, so that nothing is lost of the one before. `onRead` is given the place behind the
 * packed bytes read so far.
 */
function unpackedStream(
  packed: Readable,
  { form, from, to }: PackedBytes,
  { fineFrom, pieceSize, isLaterMember }: Pieces,
  onRead: (at: number) => void,
  onMember: (next: MemberStart) => void,
): ReadableStream<Uint8Array> {
  let at = from;
  let block = new Uint8Array();
  /** The last four bytes given. */
  let last = new Uint8Array();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (block.length === 0) {
        const isFine = pieceSize < STEP && at >= fineFrom;
        // A stream may take pieces for a while after it failed: it gets the time to report that.
        if (isFine) await new Promise((resolve) => setTimeout(resolve));
        const end = Math.min(to, at + (isFine || (isLaterMember && at === from) ? FINE_STEP : STEP));
        await packed.pull?.(end);
        block = new Uint8Array(await packed.read(at, end - at));
      }
      const size = at < fineFrom ? fineFrom - at : pieceSize;
      if (form === 'gzip' && at > from && mayBeginMember(block, 0))
        onMember({ at, sizeBefore: new DataView(last.buffer).getUint32(0, true) });
      const piece = block.subarray(0, form === 'gzip' ? Math.min(size, nextMemberIn(block)) : size);
      block = block.subarray(piece.length);
      last = new Uint8Array([...last, ...piece.subarray(-4)].slice(-4));
      at += piece.length;
      onRead(at);
      if (piece.length === 0) controller.close();
      else controller.enqueue(piece);
    },
  });
  return form === 'stored' ? stream : stream.pipeThrough(new DecompressionStream(form));
}

/** Whether a member may begin at a place of a block, as far as the block goes. */
function mayBeginMember(block: Uint8Array, at: number): boolean {
  return [0x1f, 0x8b, 0x08].every((byte, i) => (block[at + i] ?? byte) === byte);
}

/** The place behind the first byte of a block where a member may begin; its end for none. */
function nextMemberIn(block: Uint8Array): number {
  let at = block.indexOf(0x1f, 1);
  while (at >= 0 && !mayBeginMember(block, at)) at = block.indexOf(0x1f, at + 1);
  return at < 0 ? block.length : at;
}

/** Whether to continue; `mayUnpack` is called each time that the amount it allowed last is exceeded. */
function unpackLimiter(mayUnpack?: UnpackAnswer): (facts: UnpackFacts) => Promise<boolean> {
  let allowed = 0;
  return async (facts) => {
    if (facts.unpackedBytes <= Math.max(allowed, unaskedBytes(facts.packedBytes))) return true;
    allowed = (await mayUnpack?.(facts)) ?? 0;
    return facts.unpackedBytes <= allowed;
  };
}

function stopped(name: string, { unpackedBytes, packedBytes }: UnpackFacts): SourceError {
  const times = Math.round(unpackedBytes / packedBytes);
  const message = `${name}: unpacking was stopped at ${unpackedBytes} bytes, ${times} times the packed size`;
  return new SourceError('unpack_stopped', message);
}

/** How far a packed source has been unpacked, in bytes. */
export interface UnpackFacts {
  readonly unpackedBytes: number;
  /** Of the packed stream, read so far. */
  readonly packedBytes: number;
}

/**
 * Called before more is unpacked than a source may have by default. Returns how many bytes may be unpacked in all; no more
 * than there are already stops there, and what was unpacked stays.
 */
export type UnpackAnswer = (facts: UnpackFacts) => Promise<number>;

/** So much is unpacked unasked, whatever its share. */
const ALLOWED_BYTES = 64 * 1024 * 1024;
/** Up to this multiple of the packed size is unpacked without a question: logs of events pack ten to fifty times. */
const ALLOWED_RATIO = 100;
/** More than so much is never unpacked unasked. */
const MAX_ALLOWED_BYTES = 1024 * 1024 * 1024;

/** Bytes that may be unpacked unasked after `packedBytes` were read. */
function unaskedBytes(packedBytes: number): number {
  return Math.min(MAX_ALLOWED_BYTES, Math.max(ALLOWED_BYTES, packedBytes * ALLOWED_RATIO));
}
