import type { JsonScanner } from '@openwop-inspector/base';
import type { ByteSource } from './byte-source.ts';
import type { UnpackedSource } from './unpacked-source.ts';

/** First read, small so that the first rows show at once. */
const FIRST_READ = 256 * 1024;
const READ = 4 * 1024 * 1024;
const MIN_READ = 64 * 1024;
/** Of a source that grows, whose size says nothing yet. */
const READ_GROWING = 512 * 1024;
/** Bytes behind the text: room for the planted quote, and for what the fast scanner looks at behind it. */
const PAD = 128;
const HEADROOM = 512 * 1024;

/** Two buffers of one size, read and scanned in turns. */
type BufferPair = readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];

/**
 * A moving window over a source. Positions are indexes into `scanner.bytes`; `base + position` is the place in the
 * source. `more(keepFrom)` drops what lies before `keepFrom`, reads on, and moves every position: what was at
 * `keepFrom` is then at `start`. The next read is under way while the current window is scanned.
 */
export class ByteWindow {
  readonly source: ByteSource;
  private readonly scanner: JsonScanner;
  private readonly unpacked: UnpackedSource | null;
  /** Bytes of a usual read: a small source does not need a large window. */
  private readonly step: number;
  private readonly headroom: number;
  /** Place in the source of index 0 of the window's buffer; may be negative. */
  base = 0;
  start = 0;
  /** True when the window reaches the end of the source. */
  atEnd = false;
  private readonly windows: BufferPair;
  private spare: Uint8Array<ArrayBuffer>;
  private current: Uint8Array<ArrayBuffer>;
  private nextOffset = 0;
  private ahead: Promise<number> | null = null;

  /** `windows` are two buffers of one size for the text, in the memory of the program of the scanner. */
  constructor(
    source: ByteSource,
    scanner: JsonScanner,
    unpacked: UnpackedSource | null,
    windows: BufferPair,
  ) {
    this.source = source;
    this.scanner = scanner;
    this.unpacked = unpacked;
    const size = source.growTo !== undefined ? READ_GROWING : unpacked === null ? source.sizeBytes : READ;
    const most = Math.min(READ, windows[0].length - HEADROOM - PAD);
    this.step = Math.max(MIN_READ, Math.min(most, Math.ceil(size / 4) * 4));
    this.headroom = Math.min(HEADROOM, this.step);
    this.windows = windows;
    [this.current, this.spare] = windows;
    this.start = this.headroom;
    this.base = -this.headroom;
    scanner.window(this.current, this.headroom);
  }

  get end(): number {
    return this.scanner.end;
  }

  /** Place in the source up to which bytes have been read. */
  get readTo(): number {
    return this.nextOffset;
  }

  private async fill(target: Uint8Array, at: number, length: number, offset: number): Promise<number> {
    const source = this.source;
    if (this.unpacked !== null) await this.unpacked.pull(offset + length);
    if (source.readInto !== undefined) return source.readInto(target, at, length, offset);
    const bytes = await source.read(offset, length);
    target.set(bytes, at);
    return bytes.length;
  }

  private readAhead(): void {
    this.ahead ??= this.fill(this.spare, this.headroom, this.step, this.nextOffset);
    // A failed read is reported by whoever waits for it; without this it would count as unhandled until then.
    this.ahead.catch(() => undefined);
  }

  /** Nothing more is wanted: waits until nothing is read into the rooms any more. */
  async close(): Promise<void> {
    await this.ahead?.catch(() => 0);
    this.ahead = null;
  }

  /** The source has grown since `more` answered false: there may be more now. */
  reopen(): void {
    this.atEnd = false;
  }

  /** Answers false when the source has no more bytes; `keepFrom` is then still at `start`, and all is as before. */
  async more(keepFrom: number): Promise<boolean> {
    const stored = this.scanner.end - keepFrom;
    if (this.atEnd) {
      this.start = keepFrom;
      return false;
    }
    const got =
      stored <= this.headroom ? await this.swap(keepFrom, stored) : await this.widen(keepFrom, stored);
    this.atEnd = got === 0;
    return got > 0;
  }

  private async swap(keepFrom: number, stored: number): Promise<number> {
    let got: number;
    if (this.nextOffset === 0)
      got = await this.fill(this.spare, this.headroom, Math.min(FIRST_READ, this.step), 0);
    else {
      this.readAhead();
      got = (await this.ahead) ?? 0;
      this.ahead = null;
    }
    const from = this.headroom - stored;
    this.spare.set(this.current.subarray(keepFrom, keepFrom + stored), from);
    const base = this.base + keepFrom - from;
    // A window that was widened for one huge event goes back to its usual room.
    this.current = this.spare;
    this.spare = this.current === this.windows[0] ? this.windows[1] : this.windows[0];
    this.place(base, from, this.headroom + got, got);
    return got;
  }

  /** One value is larger than the headroom: the window grows to twice what is stored. */
  private async widen(keepFrom: number, stored: number): Promise<number> {
    const room = Math.max(this.step, stored);
    const isAhead = this.ahead !== null;
    let got = (await this.ahead) ?? 0;
    this.ahead = null;
    const wide = this.scanner.room(stored + room);
    // The room of a widened window that grew took its bytes along: the view of it is void.
    if (this.current.length === 0) wide.copyWithin(0, keepFrom, keepFrom + stored);
    else wide.set(this.current.subarray(keepFrom, keepFrom + stored));
    if (isAhead) wide.set(this.spare.subarray(this.headroom, this.headroom + got), stored);
    if (got < room) got += await this.fill(wide, stored + got, room - got, this.nextOffset + got);
    const base = this.base + keepFrom;
    this.current = wide;
    this.place(base, 0, stored + got, got);
    return got;
  }

  private place(base: number, start: number, end: number, got: number): void {
    this.base = base;
    this.start = start;
    this.nextOffset += got;
    this.scanner.window(this.current, end);
    if (got > 0) this.readAhead();
  }
}
