import type { ByteSource } from './byte-source.ts';

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
    return bytes.length < end && start + bytes.length < this.source.sizeBytes
      ? null
      : bytes.subarray(offset - start, end);
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
