import { type ByteSource, bytesSource } from './byte-source.ts';

/** The sources of a log by their numbers, with what is read of them in small ranges. */
export class OpenSources {
  private readonly opened: { source: ByteSource; reader: BlockReader }[] = [];
  /** Bytes of events that stand nowhere in one piece, one behind the other. */
  private aside = new Uint8Array(64 * 1024);
  private asideLength = 0;
  /** Number of the source that they are: behind all others. */
  private readonly asideNumber: number;

  constructor(sources: number) {
    this.asideNumber = sources;
  }

  /** Takes a source, in place of the one that had its number before. */
  set(number: number, source: ByteSource): void {
    this.opened[number] = { source, reader: new BlockReader(source) };
  }

  /** Stores a copy of the bytes of an event that is nowhere in one piece; returns their place. */
  keepAside(bytes: Uint8Array): { readonly source: number; readonly offset: number } {
    const offset = this.asideLength;
    this.asideLength += bytes.length;
    if (this.asideLength > this.aside.length) {
      const wider = new Uint8Array(Math.max(this.aside.length * 2, this.asideLength));
      wider.set(this.aside);
      this.aside = wider;
    }
    this.aside.set(bytes, offset);
    this.set(this.asideNumber, bytesSource('joined frames', this.aside.subarray(0, this.asideLength)));
    return { source: this.asideNumber, offset };
  }

  readAt(source: number, offset: number, length: number): Promise<Uint8Array> {
    const opened = this.opened[source];
    if (opened === undefined) throw new Error(`there is no source ${source}`);
    return opened.reader.read(offset, length);
  }

  /** Fills a buffer of the caller's as far as the source goes; answers how many bytes there were. */
  async readInto(target: Uint8Array, number: number, offset: number): Promise<number> {
    const source = this.opened[number]?.source;
    if (source?.readInto !== undefined) {
      let filled = 0;
      for (let got = 1; got > 0 && filled < target.length; filled += got)
        got = await source.readInto(target, filled, target.length - filled, offset + filled);
      return filled;
    }
    const bytes = await this.readAt(number, offset, target.length);
    target.set(bytes);
    return bytes.length;
  }

  async close(): Promise<void> {
    for (const { source } of this.opened) await source.close?.();
  }
}

const BLOCK = 256 * 1024;
/** Events that come in turns of several runs are read out of their order, some megabytes apart. */
const MAX_CACHED = 32;
/** What is read of a block in which one event is wanted: few want more of it. */
const PART = 32 * 1024;
const PAGE = 4096;
const MAX_CACHED_PARTS = 64;

interface Block {
  readonly start: number;
  readonly bytes: Promise<Uint8Array>;
}

/**
 * Reads small ranges of a source through a few cached blocks, so that neighbouring events cost one read, and an event far
 * from all others little more than itself. Holds at most 10 MiB; larger ranges are read past it.
 */
export class BlockReader {
  private readonly source: ByteSource;
  private readonly blocks: Block[] = [];
  private readonly parts: Block[] = [];

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** The bytes `[offset, offset + length)`; do not write to them. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const start = Math.floor(offset / BLOCK) * BLOCK;
    if (offset + length - start > 2 * BLOCK) return this.source.read(offset, length);
    const part = this.holds(start) || this.holds(start - BLOCK) ? null : await this.part(offset, length);
    if (part !== null) return part;
    const from = offset - start;
    const first = await this.wholeBlock(start, Math.min(BLOCK, from + length));
    if (from + length <= first.length) return first.subarray(from, from + length);
    if (first.length < BLOCK) return first.subarray(from);
    const second = await this.wholeBlock(start + BLOCK, from + length - BLOCK);
    const out = new Uint8Array(Math.min(length, first.length - from + second.length));
    out.set(first.subarray(from));
    out.set(second.subarray(0, out.length - (first.length - from)), first.length - from);
    return out;
  }

  /** The bytes where nothing was read around them so far; null for the second range of a block, and for a long one. */
  private async part(offset: number, length: number): Promise<Uint8Array | null> {
    const block = Math.floor(offset / BLOCK);
    const near = this.parts.find(({ start }) => Math.floor(start / BLOCK) === block);
    const start = near?.start ?? Math.floor(offset / PAGE) * PAGE;
    if (offset < start || offset + length > start + PART) return null;
    const own = near ?? this.cached(this.parts, MAX_CACHED_PARTS, start, PART);
    const bytes = await own.bytes;
    const end = offset + length - start;
    if (bytes.length < end && start + bytes.length < this.source.sizeBytes) return null;
    return bytes.subarray(offset - start, end);
  }

  private cached(list: Block[], most: number, start: number, length: number): Block {
    const own = { start, bytes: this.source.read(start, length) };
    list.unshift(own);
    list.length = Math.min(list.length, most);
    // A read that failed must be tried again, not remembered.
    own.bytes.catch(() => {
      list.length = 0;
    });
    return own;
  }

  /** A block that has `wanted` bytes, if the source has them: one that was read before the source grew is read again. */
  private async wholeBlock(start: number, wanted: number): Promise<Uint8Array> {
    const reading = this.block(start);
    const bytes = await reading;
    if (bytes.length >= wanted || start + bytes.length >= this.source.sizeBytes) return bytes;
    const at = this.blocks.findIndex((block) => block.bytes === reading);
    if (at >= 0) this.blocks.splice(at, 1);
    return this.block(start);
  }

  private block(start: number): Promise<Uint8Array> {
    const at = this.blocks.findIndex((block) => block.start === start);
    const own = at < 0 ? undefined : this.blocks[at];
    if (own !== undefined) return own.bytes;
    const { bytes } = this.cached(this.blocks, MAX_CACHED, start, BLOCK);
    // Who reads block after block will want the next one.
    const next = start + BLOCK;
    if (next < this.source.sizeBytes && this.holds(start - BLOCK) && !this.holds(next))
      this.cached(this.blocks, MAX_CACHED, next, BLOCK);
    return bytes;
  }

  private holds(start: number): boolean {
    return this.blocks.some((block) => block.start === start);
  }
}
